import Synchronization
package import Time

/// A wall clock that stands still until a test moves it.
package final class TestClock: WallClock {
    package typealias Instant = UTCInstant
    package typealias Duration = Swift.Duration

    private struct Sleeper {
        var deadline: UTCInstant
        /// True if it would rather be woken late than cost anything.
        var isTolerant: Bool
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: UTCInstant
        var elapsed = Swift.Duration.zero
        var nextIdentifier = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var sleepCount = 0
        var watchers: [Int: Watcher] = [:]

        var earliest: UTCInstant? { sleepers.values.filter { !$0.isTolerant }.map(\.deadline).min() }
    }

    private struct Watcher {
        var condition: @Sendable (UTCInstant) -> Bool
        var continuation: CheckedContinuation<UTCInstant, Never>
    }

    private let state: Mutex<State>

    package init(now: UTCInstant) {
        state = Mutex(State(now: now))
    }

    package var now: UTCInstant { state.withLock { $0.now } }
    /// Since the clock was made; ``step(to:)`` leaves it alone.
    package var elapsed: Swift.Duration { state.withLock { $0.elapsed } }
    package var minimumResolution: Swift.Duration { .nanoseconds(1) }

    package func sleep(until deadline: UTCInstant, tolerance: Swift.Duration?) async throws {
        let identifier = state.withLock { state in
            state.nextIdentifier += 1
            return state.nextIdentifier
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let sleeper = Sleeper(
                    deadline: deadline,
                    isTolerant: tolerance != nil,
                    continuation: continuation
                )
                enlist(sleeper, as: identifier)
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: identifier)
                if sleeper == nil { state.cancelled.insert(identifier) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
            tellWatchers()
        }
    }

    private func enlist(_ sleeper: Sleeper, as identifier: Int) {
        enum Outcome {
            case asleep
            case due, cancelled
        }
        let outcome: Outcome = state.withLock { state in
            if !sleeper.isTolerant { state.sleepCount += 1 }
            if state.cancelled.remove(identifier) != nil { return .cancelled }
            guard sleeper.deadline > state.now else { return .due }
            state.sleepers[identifier] = sleeper
            return .asleep
        }
        switch outcome {
        case .asleep: tellWatchers()
        case .due: sleeper.continuation.resume()
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        }
    }

    /// The number of sleeps begun so far.
    package var sleepCount: Int { state.withLock { $0.sleepCount } }

    /// The earliest deadline that somebody sleeps until who tolerates no delay, waiting for the first such sleeper when
    /// there is none.
    package func nextSleep() async -> UTCInstant { await nextSleep { _ in true } }

    /// The same, waiting until it fulfils the condition; the present when the task is cancelled.
    package func nextSleep(where condition: @escaping @Sendable (UTCInstant) -> Bool) async -> UTCInstant {
        let identifier = state.withLock { state in
            state.nextIdentifier += 1
            return state.nextIdentifier
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> UTCInstant? in
                    if let earliest = state.earliest, condition(earliest) { return earliest }
                    if Task.isCancelled { return state.now }
                    state.watchers[identifier] = Watcher(condition: condition, continuation: continuation)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let (now, watcher) = state.withLock { ($0.now, $0.watchers.removeValue(forKey: identifier)) }
            watcher?.continuation.resume(returning: now)
        }
    }

    private func tellWatchers() {
        let (earliest, ready) = state.withLock { state -> (UTCInstant, [Watcher]) in
            guard let earliest = state.earliest else { return (state.now, []) }
            let ready = state.watchers.filter { $0.value.condition(earliest) }
            for identifier in ready.keys { state.watchers[identifier] = nil }
            return (earliest, Array(ready.values))
        }
        for watcher in ready { watcher.continuation.resume(returning: earliest) }
    }

    /// Sets the clock, forward or back, and wakes whoever waited for a moment up to the new one; everybody when it is
    /// set back.
    ///
    /// Forward, so much time has passed.
    package func set(to instant: UTCInstant) { set(to: instant, hasPassed: true) }

    /// The same, as NTP sets a clock that was wrong: no time passes.
    package func step(to instant: UTCInstant) { set(to: instant, hasPassed: false) }

    private func set(to instant: UTCInstant, hasPassed: Bool) {
        let due = state.withLock { state -> [Sleeper] in
            let isSetBack = instant < state.now
            if hasPassed { state.elapsed += max(.zero, instant - state.now) }
            state.now = instant
            let due = state.sleepers.filter { isSetBack || $0.value.deadline <= instant }
            for identifier in due.keys { state.sleepers[identifier] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
        tellWatchers()
    }

    /// Moves the clock forward.
    package func advance(by duration: Swift.Duration) { set(to: now + duration) }
}
