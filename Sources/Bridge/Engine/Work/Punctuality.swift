/// Whether what is due is done, as far as deadlines tell that pass without anything being done.
struct Punctuality {
    /// How long a deadline may have passed.
    ///
    /// A wall clock that was set forward makes deadlines pass that are noticed within 30 s.
    static let grace = Duration.seconds(90)

    private var lateSince: ContinuousClock.Instant?

    /// What was due has been done.
    mutating func turned() { lateSince = nil }

    /// Whether what is due is done or not late for long; `isLate` says whether a deadline has passed at `now`.
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
