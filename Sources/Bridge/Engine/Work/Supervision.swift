/// What the service manager and the watchdog are told of the engine.
struct Supervision: Sendable {
    private var status = ""
    private var punctuality = Punctuality()

    /// The line, where it differs from the one before; nil where it does not.
    mutating func news(_ status: String) -> String? {
        guard status != self.status else { return nil }
        self.status = status
        return status
    }

    /// What was due has been done.
    mutating func advanced() { punctuality.turned() }

    /// Whether what is due is done or not late for long; `isLate` says whether a deadline has passed at `now`.
    mutating func isPunctual(isLate: Bool, at now: ContinuousClock.Instant) -> Bool {
        punctuality.isKept(isLate: isLate, at: now)
    }
}
