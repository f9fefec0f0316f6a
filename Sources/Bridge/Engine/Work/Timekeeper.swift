import Support
import Time

/// The deadline that the engine sleeps until, and the steps of the wall clock.
struct Timekeeper: Sendable {
    /// Set when the sleep is over or must end.
    let wakeup = Flag()
    private var clockSteps: ClockSteps
    private var deadline = UTCInstant.distantFuture

    init(_ clock: some WallClock) { clockSteps = ClockSteps(clock) }

    mutating func sleeps(until deadline: UTCInstant) { self.deadline = deadline }

    /// Ends the sleep where the deadline has changed: not without need, as the sleeper itself causes effects.
    func deadlineIs(_ deadline: UTCInstant) {
        if deadline != self.deadline { wakeup.set() }
    }

    /// Returns by how much the clock was set forward since the last look, back where negative; nil where it was not.
    mutating func takeStep(now: UTCInstant, elapsed: Duration) -> Duration? {
        clockSteps.take(now: now, elapsed: elapsed)
    }
}
