#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A clock that tells UTC.
///
/// Production code is given ``SystemWallClock``; tests give one that they move by hand.
package protocol WallClock: Clock where Instant == UTCInstant {}

/// The host's clock: the one place where Kiatsu asks what time it is and waits for a time to come.
package struct SystemWallClock: WallClock {
    package typealias Instant = UTCInstant
    package typealias Duration = Swift.Duration

    /// How long it may take until a clock that was stepped is noticed.
    private static let longestNap = Swift.Duration.seconds(30)

    package init() {}

    package var minimumResolution: Swift.Duration { .milliseconds(1) }

    package var now: UTCInstant {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return UTCInstant(nanosecondsSinceEpoch: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Waits until the clock shows `deadline`, whether it gets there by running or by being set.
    package func sleep(until deadline: UTCInstant, tolerance: Swift.Duration?) async throws {
        while true {
            let remaining = deadline - now
            guard remaining > .zero else { return }
            try await ContinuousClock().sleep(for: min(remaining, Self.longestNap), tolerance: tolerance)
        }
    }
}
