/// The punctuality of the schedule, judged by deadlines that pass without action.
struct Punctuality {
    /// The time by which a deadline may be missed.
    ///
    /// A wall clock that was set forward makes deadlines pass that are noticed within 30 s.
    static let grace = Duration.seconds(90)

    private var lateSince: ContinuousClock.Instant?

    /// Notes that the actions due have been performed.
    mutating func actionsPerformed() { lateSince = nil }

    /// Returns true if the schedule is kept or not late for long; `isLate` tells that a deadline has passed at `now`.
    mutating func isKept(isLate: Bool, at now: ContinuousClock.Instant) -> Bool {
        guard isLate else {
            lateSince = nil
            return true
        }
        let since = lateSince ?? now
        lateSince = since
        return since.duration(to: now) <= Self.grace
    }
}
