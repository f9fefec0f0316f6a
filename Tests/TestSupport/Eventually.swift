import Foundation
import Synchronization

/// Waits until the condition holds, for what nobody tells of when it comes; throws when the task is cancelled, as by a
/// test's time limit.
///
/// It is looked at on a thread of its own: tests share two threads, and one that looks again and again would take one.
package func eventually(_ condition: @escaping @Sendable () throws -> Bool) async throws {
    let isCancelled = Atomic(false)
    try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread {
                do {
                    while !isCancelled.load(ordering: .relaxed), try !condition() { usleep(5000) }
                    if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
                    continuation.resume()
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    } onCancel: {
        isCancelled.store(true, ordering: .relaxed)
    }
}
