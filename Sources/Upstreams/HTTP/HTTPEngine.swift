import CProcess
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The thread that owns libcurl, and the requests on their way to it.
///
/// The code that removes a job from the dictionary resumes its continuation, outside the lock: so each resumes once.
final class HTTPEngine: Sendable {
    typealias Answer = Result<HTTPResponse, HTTPFailure>

    private struct Job {
        var request: HTTPRequest
        var continuation: CheckedContinuation<Answer, Never>
    }

    private enum Phase {
        case idle
        case running(CurlMulti, pthread_t)
        case ended
    }

    private struct State {
        var phase = Phase.idle
        var nextIdentifier: UInt64 = 0
        var jobs: [UInt64: Job] = [:]
        var queue: RequestQueue
        /// Cancelled while on the wire: for the thread to give up.
        var abandoned: [UInt64] = []
        /// Those who wait for a sign of life of the thread.
        var listeners: [UInt64: CheckedContinuation<Bool, Never>] = [:]
    }

    private struct Work {
        var abandoned: [UInt64]
        var starts: [(identifier: UInt64, request: HTTPRequest)] = []
    }

    private let userAgent: String
    private let authorityFile: String?
    private let limits: HTTPLimits
    /// A lock, not an actor: the thread is no task and must not wait for one.
    private let state: Mutex<State>

    init(userAgent: String, authorityFile: String?, limits: HTTPLimits) {
        self.userAgent = userAgent
        self.authorityFile = authorityFile
        self.limits = limits
        state = Mutex(State(queue: RequestQueue(limits: limits)))
    }

    func send(_ request: HTTPRequest) async -> Answer {
        // A query added after a fragment would be part of it, and never sent.
        guard let origin = Origin(url: request.url), !request.url.contains("#") else { return .failure(.invalidURL) }
        let identifier = newIdentifier()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enlist(Job(request: request, continuation: continuation), as: identifier, to: origin)
                // A cancellation that came before the job was enlisted found nothing to cancel.
                if Task.isCancelled { cancel(identifier) }
            }
        } onCancel: {
            cancel(identifier)
        }
    }

    /// Returns true once the thread has given a sign of life, or where there is none; false when the task is cancelled.
    func isAlive() async -> Bool {
        let identifier = newIdentifier()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let multi = state.withLock { state -> CurlMulti? in
                    guard case .running(let multi, _) = state.phase else { return nil }
                    state.listeners[identifier] = continuation
                    return multi
                }
                guard let multi else { return continuation.resume(returning: true) }
                multi.wake()
                if Task.isCancelled { stopListening(identifier) }
            }
        } onCancel: {
            stopListening(identifier)
        }
    }

    private func stopListening(_ identifier: UInt64) {
        state.withLock { $0.listeners.removeValue(forKey: identifier) }?.resume(returning: false)
    }

    private func newIdentifier() -> UInt64 {
        state.withLock { state in
            state.nextIdentifier += 1
            return state.nextIdentifier
        }
    }

    /// Ends every request and the thread, and returns when it is gone.
    func shutDown() {
        let (phase, jobs, listeners) = state.withLock { state in
            defer {
                state.phase = .ended
                state.jobs = [:]
                state.listeners = [:]
                state.queue = RequestQueue(limits: limits)
            }
            return (state.phase, Array(state.jobs.values), Array(state.listeners.values))
        }
        for listener in listeners { listener.resume(returning: true) }
        for job in jobs { job.continuation.resume(returning: .failure(.shutDown)) }
        guard case .running(let multi, let thread) = phase else { return }
        multi.wake()
        pthread_join(thread, nil)
    }

    private func enlist(_ job: Job, as identifier: UInt64, to origin: Origin) {
        let outcome = state.withLock { state -> Result<CurlMulti, HTTPFailure> in
            do throws(HTTPFailure) {
                let multi = try runningMulti(&state)
                guard state.queue.append(identifier, to: origin) else {
                    throw HTTPFailure.tooManyRequests(limit: limits.waiting)
                }
                state.jobs[identifier] = job
                return .success(multi)
            } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case .success(let multi): multi.wake()
        case .failure(let failure): job.continuation.resume(returning: .failure(failure))
        }
    }

    private func cancel(_ identifier: UInt64) {
        let (job, multi) = state.withLock { state -> (Job?, CurlMulti?) in
            guard let job = state.jobs.removeValue(forKey: identifier) else { return (nil, nil) }
            if state.queue.withdraw(identifier) { return (job, nil) }
            state.abandoned.append(identifier)
            guard case .running(let multi, _) = state.phase else { return (job, nil) }
            return (job, multi)
        }
        job?.continuation.resume(returning: .failure(.cancelled))
        multi?.wake()
    }

    /// The running thread's handle, starting both at the first request.
    private func runningMulti(_ state: inout State) throws(HTTPFailure) -> CurlMulti {
        switch state.phase {
        case .ended: throw .shutDown
        case .running(let multi, _): return multi
        case .idle:
            let multi = try CurlMulti(userAgent: userAgent, authorityFile: authorityFile, limits: limits)
            state.phase = .running(multi, try startThread(with: multi))
            return multi
        }
    }
}

extension HTTPEngine {
    /// The thread's references: the engine, not the client, so that the client's end can end the thread.
    private final class ThreadContext {
        let engine: HTTPEngine
        let multi: CurlMulti

        init(engine: HTTPEngine, multi: CurlMulti) {
            self.engine = engine
            self.multi = multi
        }
    }

    private func startThread(with multi: CurlMulti) throws(HTTPFailure) -> pthread_t {
        var thread = pthread_t()
        // Retained here, released by the thread: one of the two owns it at any time.
        let context = unsafe Unmanaged.passRetained(ThreadContext(engine: self, multi: multi))
        let code = unsafe pthread_create(
            &thread,
            nil,
            { raw in
                guard let raw = unsafe raw else { return nil }
                let context = unsafe Unmanaged<ThreadContext>.fromOpaque(raw).takeRetainedValue()
                HTTPEngine.blockBrokenPipeSignal()
                _ = unsafe process_name_thread("kiatsu-http")
                context.engine.run(context.multi)
                return nil
            },
            context.toOpaque()
        )
        guard code == 0 else {
            unsafe context.release()
            throw .unavailable
        }
        return thread
    }

    /// Keeps a server that closes its end from killing the process: told not to touch signals, libcurl leaves that to
    /// us.
    private static func blockBrokenPipeSignal() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    private func run(_ multi: CurlMulti) {
        while let work = nextWork() {
            var ended = work.abandoned.map { (identifier: $0, result: Answer.failure(.cancelled)) }
            for identifier in work.abandoned { multi.remove(identifier) }
            for (identifier, request) in work.starts {
                do throws(HTTPFailure) {
                    try multi.start(request, as: identifier)
                } catch {
                    ended.append((identifier, .failure(error)))
                }
            }
            ended += multi.perform()
            for (identifier, result) in ended { finish(identifier, with: result) }
            // A place that has become free may have a request waiting for it.
            if ended.isEmpty { multi.wait() }
        }
        multi.removeAll()
    }

    /// The next work of the thread; nil when it is to end.
    private func nextWork() -> Work? {
        let (work, listeners) = state.withLock { state -> (Work?, [CheckedContinuation<Bool, Never>]) in
            if case .ended = state.phase { return (nil, []) }
            var work = Work(abandoned: state.abandoned)
            state.abandoned = []
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

    private func finish(_ identifier: UInt64, with answer: Answer) {
        let job = state.withLock { state in
            state.queue.finished(identifier)
            return state.jobs.removeValue(forKey: identifier)
        }
        job?.continuation.resume(returning: answer)
    }
}
