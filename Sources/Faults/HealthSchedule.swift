package import Time

/// The times of health messages: every minute, and soon when a fault begins or is over.
package struct HealthSchedule: Sendable {
    private static let beat = Duration.seconds(60)
    private static let shortest = Duration.seconds(5)

    private var toldAt: UTCInstant?
    /// True if there is something new to tell.
    package var isNews = false

    package init() {}

    /// The earliest time for the next message.
    package func next(at now: UTCInstant) -> UTCInstant {
        // Due now if the clock was set back.
        guard let toldAt, toldAt <= now else { return now }
        return toldAt + (isNews ? Self.shortest : Self.beat)
    }

    /// Notes that a message was published.
    package mutating func told(at now: UTCInstant) {
        toldAt = now
        isNews = false
    }

    /// Moves its time by the step that the clock was set by.
    package mutating func clockStepped(by step: Duration) { toldAt = toldAt.map { $0 + step } }

    /// Makes a message due now, as a new connection has had none yet.
    package mutating func connected() { toldAt = nil }
}
