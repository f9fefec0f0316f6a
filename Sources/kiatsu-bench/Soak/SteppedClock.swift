import Synchronization
import Time

/// A wall clock that stands still until it is set.
final class SteppedClock: WallClock {
    typealias Instant = UTCInstant
    typealias Duration = Swift.Duration

    /// The longest time until a sleeper notices that the clock was set.
    private static let glance = Swift.Duration.milliseconds(1)

    private let seconds: Atomic<Int>

    init(now: UTCInstant) { seconds = Atomic(now.unixSeconds) }

    var now: UTCInstant { UTCInstant(unixSeconds: seconds.load(ordering: .relaxed)) }
    /// It is only ever set to what has come.
    var elapsed: Swift.Duration { .seconds(seconds.load(ordering: .relaxed)) }
    var minimumResolution: Swift.Duration { .seconds(1) }

    func set(to instant: UTCInstant) { seconds.store(instant.unixSeconds, ordering: .relaxed) }

    func sleep(until deadline: UTCInstant, tolerance: Swift.Duration?) async throws {
        let begun = now
        while now < deadline, now >= begun { try await ContinuousClock().sleep(for: Self.glance) }
        try Task.checkCancellation()
    }
}
