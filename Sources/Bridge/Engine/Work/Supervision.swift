/// The engine's signs of life for the service manager and the watchdog.
struct Supervision: Sendable {
    private var status = ""
    private var punctuality = Punctuality()

    /// The line, where it differs from the one before; nil where it does not.
    mutating func news(_ status: String) -> String? {
        guard status != self.status else { return nil }
        self.status = status
        return status
    }

    /// Notes that the actions due have been performed.
    mutating func advanced() { punctuality.actionsPerformed() }

    /// Returns true if the schedule is kept or not late for long; `isLate` tells that a deadline has passed at `now`.
    mutating func isPunctual(isLate: Bool, at now: ContinuousClock.Instant) -> Bool {
        punctuality.isKept(isLate: isLate, at: now)
    }
}
