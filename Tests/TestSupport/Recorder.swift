import Synchronization

/// Collects what happens, in order, for tests to look at and to wait for.
package final class Recorder<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var nextIdentifier = 0
        var waiters: [Int: Waiter] = [:]
    }

    private struct Waiter {
        var condition: @Sendable (Element) -> Bool
        var continuation: CheckedContinuation<Element, any Error>
    }

    private let state = Mutex(State())

    package init() {}

    package func append(_ element: Element) {
        let ready = state.withLock { state in
            state.elements.append(element)
            let ready = state.waiters.filter { $0.value.condition(element) }
            for identifier in ready.keys { state.waiters[identifier] = nil }
            return ready.values
        }
        for waiter in ready { waiter.continuation.resume(returning: element) }
    }

    /// All that has happened so far.
    package var elements: [Element] { state.withLock { $0.elements } }

    /// A moment, to ask for what comes after it.
    package var mark: Int { state.withLock { $0.elements.count } }

    /// The first since the mark that fulfils the condition, waiting for it where there is none yet.
    ///
    /// Throws when the task is cancelled, as by a test's time limit.
    package func first(
        since mark: Int = 0,
        where condition: @escaping @Sendable (Element) -> Bool
    ) async throws -> Element {
        let identifier = state.withLock { state in
            state.nextIdentifier += 1
            return state.nextIdentifier
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Element, any Error>? in
                    if let element = state.elements.dropFirst(mark).first(where: condition) { return .success(element) }
                    // Asked within the lock: a cancellation after this finds the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.waiters[identifier] = Waiter(condition: condition, continuation: continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: identifier) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }
}
