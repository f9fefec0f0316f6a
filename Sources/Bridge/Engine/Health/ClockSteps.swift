import Faults
import Time

/// Notices that the wall clock was set.
struct ClockSteps: Sendable {
    /// A clock that is corrected little by little is off by more only after hours.
    private static let least = Duration.seconds(2)

    /// What the wall clock showed when no time had elapsed.
    private var origin: UTCInstant

    init(_ clock: some WallClock) { origin = clock.now - clock.elapsed }

    /// Returns by how much the clock was set forward since the last look, back where negative; nil where it was not.
    mutating func take(now: UTCInstant, elapsed: Duration) -> Duration? {
        let step = (now - elapsed) - origin
        guard step > Self.least || step < .zero - Self.least else { return nil }
        origin = origin + step
        return step
    }
}

extension BridgeState {
    /// Takes in that the clock was set by so much: durations since the start and since a fault began stay what they are.
    mutating func clockStepped(by step: Duration, to now: UTCInstant) -> [Effect] {
        let wasCredible = startedAt.isCredible
        startedAt = startedAt + step
        faults.clockStepped(by: step)
        for name in health.upstreams.keys {
            if let answeredAt = health.upstreams[name]?.answeredAt {
                health.upstreams[name]?.answeredAt = answeredAt + step
            }
        }
        // Panels at their configured positions were told a time of the wrong clock.
        return wasCredible || !startedAt.isCredible ? [] : [.round(.panels(.everything))]
    }
}
