import Messaging
import Pictures
import Synchronization

/// The thread that owns the program, and the requests on their way to it.
///
/// A thread of its own, as waiting for a drawing blocks, and as the program ends with the thread that started it.
/// Whoever takes a job out of the dictionary ends its continuation, after the lock: so each ends exactly once.
final class PictureEngine: Sendable {
    typealias Answer = Result<Picture, PictureError>

    private struct Job {
        var request: PictureRequest
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
        /// Those that wait, and the one that is drawn.
        var jobs: [UInt64: Job] = [:]
        /// In their order.
        var waiting: [UInt64] = []
        /// Those who wait for a sign of life of the thread.
        var listeners: [UInt64: CheckedContinuation<Bool, Never>] = [:]
    }

    private enum Step {
        case draw(UInt64, PictureRequest)
        case rest
        case end
    }

    private let path: String
    private let limits: PictureLimits
    private let log: Logger
    /// A lock, not an actor: the thread is no task and must not wait for one.
    private let state = Mutex(State())

    init(path: String, limits: PictureLimits, log: Logger) {
        self.path = path
        self.limits = limits
        self.log = log
    }

    func draw(_ request: PictureRequest) async -> Answer {
        let identifier = newIdentifier()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enlist(Job(request: request, continuation: continuation), as: identifier)
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
                let wakeup = state.withLock { state -> Wakeup? in
                    guard case .running(let wakeup, _) = state.phase else { return nil }
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

    private func newIdentifier() -> UInt64 {
        state.withLock { state in
            state.nextIdentifier += 1
            return state.nextIdentifier
        }
    }

    /// Ends every drawing, the program and the thread, and returns when they are gone.
    func shutDown() {
        let (phase, jobs, listeners) = state.withLock { state in
            defer {
                state.phase = .ended
                state.jobs = [:]
                state.waiting = []
                state.listeners = [:]
            }
            return (state.phase, Array(state.jobs.values), Array(state.listeners.values))
        }
        for listener in listeners { listener.resume(returning: true) }
        for job in jobs { job.continuation.resume(returning: .failure(Self.isShutDown)) }
        guard case .running(let wakeup, let thread) = phase else { return }
        wakeup.raise()
        thread.join()
    }

    private static let isShutDown = PictureError.failed("the bridge ends")

    private func enlist(_ job: Job, as identifier: UInt64) {
        let outcome = state.withLock { state -> Result<Wakeup, PictureError> in
            do throws(PictureError) {
                guard state.waiting.count < limits.waiting else {
                    throw .failed("\(limits.waiting) pictures wait to be drawn already")
                }
                let wakeup = try runningWakeup(&state)
                state.jobs[identifier] = job
                state.waiting.append(identifier)
                return .success(wakeup)
            } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case .success(let wakeup): wakeup.raise()
        case .failure(let error): job.continuation.resume(returning: .failure(error))
        }
    }

    private func cancel(_ identifier: UInt64) {
        let (job, wakeup) = state.withLock { state -> (Job?, Wakeup?) in
            guard let job = state.jobs.removeValue(forKey: identifier) else { return (nil, nil) }
            state.waiting.removeAll { $0 == identifier }
            guard case .running(let wakeup, _) = state.phase else { return (job, nil) }
            return (job, wakeup)
        }
        job?.continuation.resume(returning: .failure(.failed("the drawing was given up")))
        wakeup?.raise()
    }

    /// The wakeup of the thread, which starts at the first request.
    private func runningWakeup(_ state: inout State) throws(PictureError) -> Wakeup {
        switch state.phase {
        case .ended: throw Self.isShutDown
        case .running(let wakeup, _): return wakeup
        case .idle:
            do throws(SystemError) {
                let wakeup = try Wakeup()
                // The thread holds the engine and not the program's user, whose end can so end the thread.
                state.phase = .running(wakeup, try Thread(name: "kiatsu-pictures") { self.run(wakeup) })
                return wakeup
            } catch {
                throw .unavailable("nothing can be drawn, the process is at a limit of the system: \(error)")
            }
        }
    }
}

// MARK: - On the thread

extension PictureEngine {
    private func run(_ wakeup: Wakeup) {
        var supervisor = ProgramSupervisor(path: path, limits: limits, wakeup: wakeup, log: log)
        while true {
            wakeup.lower()
            switch nextStep() {
            case .draw(let identifier, let request):
                finish(identifier, with: supervisor.draw(request) { isGivenUp(identifier) })
            case .rest: supervisor.rest()
            case .end: return
            }
        }
    }

    private func nextStep() -> Step {
        let (step, listeners) = state.withLock { state -> (Step, [CheckedContinuation<Bool, Never>]) in
            if case .ended = state.phase { return (.end, []) }
            let listeners = Array(state.listeners.values)
            state.listeners = [:]
            while !state.waiting.isEmpty {
                let identifier = state.waiting.removeFirst()
                if let job = state.jobs[identifier] { return (.draw(identifier, job.request), listeners) }
            }
            return (.rest, listeners)
        }
        for listener in listeners { listener.resume(returning: true) }
        return step
    }

    private func isGivenUp(_ identifier: UInt64) -> Bool {
        state.withLock { $0.jobs[identifier] == nil }
    }

    private func finish(_ identifier: UInt64, with answer: Answer) {
        let job = state.withLock { $0.jobs.removeValue(forKey: identifier) }
        job?.continuation.resume(returning: answer)
    }
}
