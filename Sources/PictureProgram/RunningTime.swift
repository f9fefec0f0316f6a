/// The time that another program may take, not counting time in which this one was stopped, frozen or asleep.
struct RunningTime {
    typealias Instant = ContinuousClock.Instant

    /// Whoever looks this often and has not for longer stood still.
    private static let interval = Duration.seconds(1)

    private var left: Duration
    private var lookedAt: Instant

    init(_ limit: Duration, at now: Instant) {
        (left, lookedAt) = (limit, now)
    }

    /// The latest time to call ``isOver(at:)``.
    var nextLook: Instant { lookedAt + min(left, Self.interval) }

    /// Returns true if the time is up.
    mutating func isOver(at now: Instant) -> Bool {
        left = left - min(lookedAt.duration(to: now), Self.interval * 2)
        lookedAt = now
        return left <= .zero
    }
}
