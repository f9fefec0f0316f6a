package import Time
package import Weather

/// What a panel accepts.
///
/// Null island, accuracy and rate hold for everything. Order, speed, distance and interval hold for fixes: positions of
/// a followed topic, and commands with a `tst`, which trackers send. A person's own word, a command without `tst` or a
/// reset, is obeyed at once.
package struct PositionRules: Sendable, Equatable {
    /// A position that is said to be less accurate is refused; nil takes any, as does a position that says nothing.
    package var maximumAccuracyMetres: Double?
    /// Positions and resets together; at least 1.
    package var commandsPerMinute: Int
    /// A fix closer than this to the position in use changes nothing; 0 takes any.
    package var minimumDistanceMetres: Double
    /// A fix that comes sooner than this after the last accepted position waits; zero takes any.
    package var minimumInterval: Duration
    /// A fix that one could only have come to faster than this is refused; nil takes any.
    package var maximumSpeedKmh: Double?
    /// Whether a position within 0.01° of 0° north, 0° east is refused: devices without a fix report it.
    package var refusesNullIsland: Bool
    /// Whether a fix is refused that is older than the newest one known.
    package var refusesOutOfOrder: Bool

    package init(
        maximumAccuracyMetres: Double?,
        commandsPerMinute: Int,
        minimumDistanceMetres: Double,
        minimumInterval: Duration,
        maximumSpeedKmh: Double?,
        refusesNullIsland: Bool,
        refusesOutOfOrder: Bool
    ) {
        self.maximumAccuracyMetres = maximumAccuracyMetres
        self.commandsPerMinute = commandsPerMinute
        self.minimumDistanceMetres = minimumDistanceMetres
        self.minimumInterval = minimumInterval
        self.maximumSpeedKmh = maximumSpeedKmh
        self.refusesNullIsland = refusesNullIsland
        self.refusesOutOfOrder = refusesOutOfOrder
    }
}

/// How a position came in.
package enum PositionOrigin: Sendable, Equatable {
    /// On the panel's own command topic.
    case command
    /// On a topic that the panel follows.
    case follow(isRetained: Bool)

    var isFollow: Bool { self != .command }
}

/// A change that waits until it may be made.
package struct PendingPosition: Sendable, Equatable {
    package let change: PositionChange
    package let origin: PositionOrigin
    let isFix: Bool
    let arrivedAt: UTCInstant
}

/// The position that a panel was at when the bridge stopped, which a command or a fix had set.
package struct RestoredPosition: Sendable, Equatable {
    package var coordinate: Coordinate
    package var accuracyMetres: Double?
    package var reportedAt: UTCInstant?
    package var acceptedAt: UTCInstant
    package var isFollowed: Bool

    package init(
        coordinate: Coordinate,
        accuracyMetres: Double?,
        reportedAt: UTCInstant?,
        acceptedAt: UTCInstant,
        isFollowed: Bool
    ) {
        self.coordinate = coordinate
        self.accuracyMetres = accuracyMetres
        self.reportedAt = reportedAt
        self.acceptedAt = acceptedAt
        self.isFollowed = isFollowed
    }
}

/// Where a tracker was, and when.
struct TrackedFix: Sendable, Equatable {
    var coordinate: Coordinate
    var accuracyMetres: Double?
    /// By the tracker's clock.
    var reportedAt: UTCInstant?
    /// By ours.
    var arrivedAt: UTCInstant

    /// Whether something no faster than the limit can have been at both, each within its accuracy.
    ///
    /// By the tracker's clock where both have its time, else by ours. Which of the two was first does not matter: a
    /// clock may have been set back between them.
    func isReachable(from other: TrackedFix, kilometresPerHour limit: Double) -> Bool {
        let elapsed =
            if let reportedAt, let earlier = other.reportedAt { reportedAt - earlier } else {
                arrivedAt - other.arrivedAt
            }
        // Times come in whole seconds: two of the same second may be a second apart.
        let seconds = abs(elapsed / .seconds(1)) + 1
        let slack = (accuracyMetres ?? 0) + (other.accuracyMetres ?? 0)
        return coordinate.distanceMetres(to: other.coordinate) <= limit / 3.6 * seconds + slack
    }

    /// Whether it was taken as long after the other, by the tracker's clock, as it came after it.
    ///
    /// Of two fixes that are out of order this tells a clock that was set back from a queue that is emptied, which
    /// comes all at once.
    func isLive(after other: TrackedFix) -> Bool {
        guard let reportedAt, let earlier = other.reportedAt, reportedAt > earlier else { return false }
        let elapsed = arrivedAt - other.arrivedAt
        let difference = (reportedAt - earlier) - elapsed
        return elapsed >= .seconds(10) && (.seconds(-5) ... .seconds(5)).contains(difference)
    }

    /// Whether it is the same message once more, which bears no witness to itself.
    func isRepeat(of other: TrackedFix) -> Bool { reportedAt != nil && reportedAt == other.reportedAt }
}
