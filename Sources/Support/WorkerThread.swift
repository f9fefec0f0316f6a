import Synchronization

/// A thread for work that blocks, and the requests of tasks on their way to it.
///
/// The thread starts with the first request, and the order of requests is that of `Queue`. The worker that runs on the
/// thread calls ``takeWork()`` in turn with its own wait, which the ``Wakeup`` ends, and ``finish(_:with:)`` for each
/// request that it has taken. Whoever takes a request out of the dictionary ends its continuation, after the lock: so
/// each ends exactly once.
package final class WorkerThread<Queue: WorkerQueue, Response: Sendable, Failure: Error>: Sendable {
    /// The work of one call.
    package typealias Request = Queue.Request
    /// The outcome of one call.
    package typealias Answer = Result<Response, Failure>

    /// The body of the thread, which returns when ``takeWork()`` gives nil.
    package typealias Worker = @Sendable (WorkerThread) -> Void

    /// Makes the worker, on the thread of the first request; `wakeup` is raised when there is work to take.
    package typealias MakeWorker = @Sendable (_ wakeup: Wakeup) throws(Failure) -> Worker

    /// The failures of requests that never came to the thread, or were taken from it.
    package struct Failures: Sendable {
        let isShutDown: Failure
        let isFull: Failure
        let isCancelled: Failure
        /// For a system without a descriptor or a thread left.
        let unavailable: @Sendable (SystemError) -> Failure

        package init(
            isShutDown: Failure,
            isFull: Failure,
            isCancelled: Failure,
            unavailable: @escaping @Sendable (SystemError) -> Failure
        ) {
            self.isShutDown = isShutDown
            self.isFull = isFull
            self.isCancelled = isCancelled
            self.unavailable = unavailable
        }
    }

    /// The work that has come for the thread since its last ``takeWork()``.
    package struct Work: Sendable {
        /// Requests whose task was cancelled after they were taken: to be given up, and finished.
        package var cancelled: [UInt64] = []
        /// Requests to begin with, in the queue's order.
        package var starts: [(identifier: UInt64, request: Request)] = []
    }

    private struct Job {
        var request: Request
        var continuation: CheckedContinuation<Answer, Never>
    }

    private enum Phase {
        case idle
        case running(Wakeup, Thread)
        case ended
    }

    private struct State {
        var phase = Phase.idle
        var nextIdentifier: UInt64 = 0
        /// Those that wait, and those that the thread has taken.
        var jobs: [UInt64: Job] = [:]
        var queue: Queue
        /// Those of `Work.cancelled`.
        var cancelled: [UInt64] = []
        /// Tasks that wait for a sign of life of the thread.
        var listeners: [UInt64: CheckedContinuation<Bool, Never>] = [:]

        var wakeup: Wakeup? {
            if case .running(let wakeup, _) = phase { wakeup } else { nil }
        }

        mutating func newIdentifier() -> UInt64 {
            nextIdentifier += 1
            return nextIdentifier
        }
    }

    private let name: String
    private let failures: Failures
    private let makeWorker: MakeWorker
    /// A lock, not an actor: the thread is no task and must not wait for one.
    private let state: Mutex<State>

    /// `name` is the thread's for the system, of at most 15 bytes; nothing is started yet.
    package init(name: String, queue: Queue, failures: Failures, makeWorker: @escaping MakeWorker) {
        self.name = name
        self.failures = failures
        self.makeWorker = makeWorker
        state = Mutex(State(queue: queue))
    }

    /// Returns the worker's answer; cancelling the task gives the request up at once.
    package func perform(_ request: Request) async -> Answer {
        let identifier = state.withLock { $0.newIdentifier() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enqueue(Job(request: request, continuation: continuation), as: identifier)
                // A cancellation that came before the request was enqueued found nothing to cancel.
                if Task.isCancelled { cancel(identifier) }
            }
        } onCancel: {
            cancel(identifier)
        }
    }

    /// Returns true once the thread has given a sign of life, or where there is none; false when the task is cancelled.
    package func isAlive() async -> Bool {
        let identifier = state.withLock { $0.newIdentifier() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let wakeup = state.withLock { state -> Wakeup? in
                    guard let wakeup = state.wakeup else { return nil }
                    state.listeners[identifier] = continuation
                    return wakeup
                }
                guard let wakeup else { return continuation.resume(returning: true) }
                wakeup.raise()
                if Task.isCancelled { stopListening(identifier) }
            }
        } onCancel: {
            stopListening(identifier)
        }
    }

    private func stopListening(_ identifier: UInt64) {
        state.withLock { $0.listeners.removeValue(forKey: identifier) }?.resume(returning: false)
    }

    /// Ends every request, later ones too, and the thread, and returns when it is gone.
    package func shutDown() {
        let (phase, jobs, listeners) = state.withLock { state in
            defer {
                state.phase = .ended
                state.jobs = [:]
                state.listeners = [:]
            }
            return (state.phase, Array(state.jobs.values), Array(state.listeners.values))
        }
        for listener in listeners { listener.resume(returning: true) }
        for job in jobs { job.continuation.resume(returning: .failure(failures.isShutDown)) }
        guard case .running(let wakeup, let thread) = phase else { return }
        wakeup.raise()
        thread.join()
    }

    private func enqueue(_ job: Job, as identifier: UInt64) {
        let outcome = state.withLock { state -> Result<Wakeup, Failure> in
            do throws(Failure) {
                let wakeup = try runningWakeup(&state)
                guard state.queue.append(identifier, job.request) else { throw failures.isFull }
                state.jobs[identifier] = job
                return .success(wakeup)
            } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case .success(let wakeup): wakeup.raise()
        case .failure(let failure): job.continuation.resume(returning: .failure(failure))
        }
    }

    private func cancel(_ identifier: UInt64) {
        let (job, wakeup) = state.withLock { state -> (Job?, Wakeup?) in
            guard let job = state.jobs.removeValue(forKey: identifier) else { return (nil, nil) }
            if state.queue.withdraw(identifier) { return (job, nil) }
            state.cancelled.append(identifier)
            return (job, state.wakeup)
        }
        job?.continuation.resume(returning: .failure(failures.isCancelled))
        wakeup?.raise()
    }

    /// The wakeup of the thread, which starts at the first request.
    private func runningWakeup(_ state: inout State) throws(Failure) -> Wakeup {
        switch state.phase {
        case .ended: throw failures.isShutDown
        case .running(let wakeup, _): return wakeup
        case .idle:
            let wakeup: Wakeup
            do throws(SystemError) { wakeup = try Wakeup() } catch { throw failures.unavailable(error) }
            let worker = try makeWorker(wakeup)
            do throws(SystemError) {
                // The thread holds this object, and not the object's user, whose end can so end the thread.
                state.phase = .running(wakeup, try Thread(name: name) { worker(self) })
            } catch {
                throw failures.unavailable(error)
            }
            return wakeup
        }
    }
}

// MARK: - On the thread

extension WorkerThread {
    /// Returns what is to be done now, perhaps nothing; nil when the thread is to end.
    package func takeWork() -> Work? {
        let (work, listeners) = state.withLock { state -> (Work?, [CheckedContinuation<Bool, Never>]) in
            if case .ended = state.phase { return (nil, []) }
            var work = Work(cancelled: state.cancelled)
            state.cancelled = []
            let listeners = Array(state.listeners.values)
            state.listeners = [:]
            while let identifier = state.queue.next() {
                if let job = state.jobs[identifier] { work.starts.append((identifier, job.request)) }
            }
            return (work, listeners)
        }
        for listener in listeners { listener.resume(returning: true) }
        return work
    }

    /// Returns true if nobody waits for the answer any more.
    package func isGivenUp(_ identifier: UInt64) -> Bool {
        state.withLock { $0.jobs[identifier] == nil }
    }

    /// Gives the answer to the task that waits for it, if any, and the request's place to the next.
    package func finish(_ identifier: UInt64, with answer: Answer) {
        let job = state.withLock { state in
            state.queue.finished(identifier)
            return state.jobs.removeValue(forKey: identifier)
        }
        job?.continuation.resume(returning: answer)
    }
}
