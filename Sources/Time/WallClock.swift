#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A clock that shows UTC.
///
/// The program uses ``SystemWallClock``; tests use a clock that they move by hand. Its `sleep` may return early when
/// the clock is set back, so that callers check the clock again.
package protocol WallClock: Clock where Instant == UTCInstant {
    /// The time since a fixed moment, such as the host's start; setting the clock does not change it.
    ///
    /// Use it for durations. It keeps counting while the host is suspended.
    var elapsed: Swift.Duration { get }
}

extension WallClock {
    /// Waits for `duration`, even where the clock is set meanwhile.
    package func pause(for duration: Swift.Duration) async throws {
        let end = elapsed + duration
        while elapsed < end { try await sleep(until: now + (end - elapsed), tolerance: nil) }
    }
}

/// The host's clock: the only code in Kiatsu that reads the time or waits for it.
package struct SystemWallClock: WallClock {
    /// A moment in UTC.
    package typealias Instant = UTCInstant
    /// The standard library's duration.
    package typealias Duration = Swift.Duration

    /// The longest time until a stepped clock is noticed.
    private static let longestNap = Swift.Duration.seconds(30)

    package init() {}

    /// The resolution that callers may count on: one millisecond.
    package var minimumResolution: Swift.Duration { .milliseconds(1) }

    /// The time since the host's start, suspension included (`CLOCK_BOOTTIME`).
    package var elapsed: Swift.Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The present moment (`CLOCK_REALTIME`).
    package var now: UTCInstant {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return UTCInstant(nanosecondsSinceEpoch: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Waits until the clock shows `deadline`, by running or by being set; throws `CancellationError` when cancelled.
    ///
    /// Returns early when the clock was set back: other work may be due earlier by the new time.
    package func sleep(until deadline: UTCInstant, tolerance: Swift.Duration?) async throws {
        try await Self.wait(
            until: deadline,
            now: { now },
            sleep: { try await ContinuousClock().sleep(for: $0, tolerance: tolerance) }
        )
    }

    /// ``sleep(until:tolerance:)`` with any clock; `sleep` waits for the duration that it is given.
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
