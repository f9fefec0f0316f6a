#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A clock that tells UTC.
///
/// Production code is given ``SystemWallClock``; tests give one that they move by hand. Its `sleep` may return early when
/// the clock is set back, so whoever sleeps looks at the clock again.
package protocol WallClock: Clock where Instant == UTCInstant {
    /// How long it is since some moment, such as the host's start: for durations, as setting the clock leaves it alone.
    ///
    /// It goes on while the host sleeps.
    var elapsed: Swift.Duration { get }
}

extension WallClock {
    /// Waits for so long, whatever the clock is set to meanwhile.
    package func pause(for duration: Swift.Duration) async throws {
        let end = elapsed + duration
        while elapsed < end { try await sleep(until: now + (end - elapsed), tolerance: nil) }
    }
}

/// The host's clock: the one place where Kiatsu asks what time it is and waits for a time to come.
package struct SystemWallClock: WallClock {
    package typealias Instant = UTCInstant
    package typealias Duration = Swift.Duration

    /// How long it may take until a clock that was stepped is noticed.
    private static let longestNap = Swift.Duration.seconds(30)

    package init() {}

    package var minimumResolution: Swift.Duration { .milliseconds(1) }

    package var elapsed: Swift.Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    package var now: UTCInstant {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return UTCInstant(nanosecondsSinceEpoch: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Waits until the clock shows `deadline`, whether it gets there by running or by being set.
    ///
    /// Returns early when the clock was set back: what is to be done by the new time may be due before.
    package func sleep(until deadline: UTCInstant, tolerance: Swift.Duration?) async throws {
        try await Self.wait(
            until: deadline,
            now: { now },
            sleep: { try await ContinuousClock().sleep(for: $0, tolerance: tolerance) }
        )
    }

    /// The same by any clock; `sleep` takes as long as it is told.
    static func wait(
        until deadline: UTCInstant,
        now: () -> UTCInstant,
        sleep: (Swift.Duration) async throws -> Void
    ) async throws {
        var before = now()
        while before < deadline {
            try await sleep(min(deadline - before, longestNap))
            let after = now()
            guard after >= before else { return }
            before = after
        }
    }
}
