/// Notices that the wall clock was set.
package struct ClockSteps: Sendable {
    /// A clock that is corrected little by little is off by more only after hours.
    private static let least = Duration.seconds(2)

    /// The wall clock's time at elapsed time zero.
    private var origin: UTCInstant

    package init(_ clock: some WallClock) { origin = clock.now - clock.elapsed }

    /// Returns by how much the clock was set forward since the last look, back where negative; nil where it was not.
    package mutating func take(now: UTCInstant, elapsed: Duration) -> Duration? {
        let step = (now - elapsed) - origin
        guard step > Self.least || step < .zero - Self.least else { return nil }
        origin = origin + step
        return step
    }
}
