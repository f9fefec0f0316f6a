import Dispatch

/// Runs the store's work on a queue of its own, so that no fsync ever blocks the cooperative pool.
final class StoreExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "kiatsu.store")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The actor holds the executor for longer than any of its jobs runs, and this closure holds it, too.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs `body` on the queue, for what happens before there is an actor.
    func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result { () throws(Failure) in try body() }) }
        }
        return try result.get()
    }

    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
