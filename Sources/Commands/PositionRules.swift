package import Time
package import Weather

/// The rules for the positions of a panel.
///
/// Null island, accuracy and rate apply to all positions. Order, speed, distance and interval apply to fixes: positions
/// of followed topics, and commands with a `tst`, which trackers send. A command of a person, without `tst`, or a reset
/// takes effect at once.
package struct PositionRules: Sendable, Equatable {
    /// The worst accuracy that is accepted; nil accepts any.
    ///
    /// A position without an accuracy is accepted.
    package var maximumAccuracyMetres: Double?
    /// The most positions and resets in a minute; at least 1.
    package var commandsPerMinute: Int
    /// The distance from the position in use below which a fix changes nothing; 0 accepts any.
    package var minimumDistanceMetres: Double
    /// The time after the last accepted position during which a fix becomes pending; zero accepts any.
    package var minimumInterval: Duration
    /// The highest plausible speed between two fixes; nil accepts any.
    package var maximumSpeedKmh: Double?
    /// True where a position within 0.01° of 0° north, 0° east is refused: devices without a fix report it.
    package var refusesNullIsland: Bool
    /// True where a fix older than the newest one known is refused.
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

/// The way a position arrived.
package enum PositionOrigin: Sendable, Equatable {
    /// On the panel's own command topic.
    case command
    /// On a topic that the panel follows.
    case follow(isRetained: Bool)

    var isFollow: Bool { self != .command }
}

/// A change that waits until the rules allow it.
package struct PendingPosition: Sendable, Equatable {
    /// The change.
    package let change: PositionChange
    /// The way it arrived.
    package let origin: PositionOrigin
    let isFix: Bool
    let arrivedAt: UTCInstant
}

/// The position of a panel when the bridge stopped, set by a command or a fix.
package struct RestoredPosition: Sendable, Equatable {
    /// The position.
    package var coordinate: Coordinate
    /// The accuracy in metres; nil where the device gave none.
    package var accuracyMetres: Double?
    /// The moment of the fix by the device's clock; nil where the device gave none.
    package var reportedAt: UTCInstant?
    /// The moment it was accepted, by the bridge's clock.
    package var acceptedAt: UTCInstant
    /// True where a followed topic set it, false for a command.
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

/// A position of a tracker, with its time.
struct TrackedFix: Sendable, Equatable {
    var coordinate: Coordinate
    var accuracyMetres: Double?
    /// The moment by the tracker's clock.
    var reportedAt: UTCInstant?
    /// The moment by the bridge's clock.
    var arrivedAt: UTCInstant

    /// True where both fixes are possible at the limit of speed, each within its accuracy.
    ///
    /// Measured by the tracker's clock where both have its time, else by the bridge's. The order of the two does not
    /// matter: a clock may have been set back between them.
    func isReachable(from other: TrackedFix, kilometresPerHour limit: Double) -> Bool {
        let elapsed =
            if let reportedAt, let earlier = other.reportedAt { reportedAt - earlier } else {
                arrivedAt - other.arrivedAt
            }
        // Times are whole seconds: two of the same second may be up to a second apart.
        let seconds = abs(elapsed / .seconds(1)) + 1
        let slack = (accuracyMetres ?? 0) + (other.accuracyMetres ?? 0)
        return coordinate.distanceMetres(to: other.coordinate) <= limit / 3.6 * seconds + slack
    }

    /// True where both clocks show the same time between the two fixes.
    ///
    /// For fixes out of order this distinguishes a clock that was set back from a queue of old fixes, which arrive all
    /// at once.
    func isLive(after other: TrackedFix) -> Bool {
        guard let reportedAt, let earlier = other.reportedAt, reportedAt > earlier else { return false }
        let elapsed = arrivedAt - other.arrivedAt
        let difference = (reportedAt - earlier) - elapsed
        return elapsed >= .seconds(10) && (.seconds(-5) ... .seconds(5)).contains(difference)
    }

    /// True for the same message once more, which does not confirm itself.
    func isRepeat(of other: TrackedFix) -> Bool { reportedAt != nil && reportedAt == other.reportedAt }
}
