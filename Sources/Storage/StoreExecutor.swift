import Dispatch

/// An executor with a queue of its own, so that an fsync never blocks the cooperative thread pool.
final class StoreExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "kiatsu.store")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Actor and closure both hold the executor, so that it outlives each of its jobs.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs `body` on the queue, for work before the actor exists.
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
