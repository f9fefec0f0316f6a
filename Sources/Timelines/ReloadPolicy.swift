package import Time

/// When timelines are made anew: once an hour, and how failures are retried.
package struct ReloadPolicy: Sendable, Equatable {
    /// The minute of the hour, 0…59.
    package var minute: Int
    /// Reloads are spread over this long after the minute, each key always at its own moment.
    package var spread: Duration
    /// Regular reloads due within this long of the first one join it in one request; zero where an upstream
    /// takes one place a request.
    package var joining: Duration

    package init(minute: Int = 5, spread: Duration = .seconds(60), joining: Duration = .zero) {
        self.minute = minute
        self.spread = spread
        self.joining = joining
    }

    static let firstRetry = Duration.seconds(30)
    static let longestBackoff = Duration.seconds(1800)
    static let longestWait = Duration.seconds(86_400)

    /// The regular reload that follows one at `asked`: in the next hour, never twice in one.
    package func next(after asked: UTCInstant, seed: UInt64) -> UTCInstant {
        asked.hourStart.addingHours(1) + .seconds(minute * 60) + spread * SplitMix64.fraction(seed)
    }

    /// When to try again after the `failures`th failure in a row, the first being 1; `.distantFuture` for never.
    func retry(_ retry: ReloadFailure.Retry, failures: Int, at now: UTCInstant, seed: UInt64) -> UTCInstant {
        let jitter = SplitMix64.fraction(seed &+ UInt64(truncatingIfNeeded: failures))
        let backoff =
            Self.doubled(Self.firstRetry, failures: failures, atMost: Self.longestBackoff) * (0.8 + 0.4 * jitter)
        switch retry {
        case .backoff:
            return now + backoff
        case .after(let wait):
            return now + min(Self.longestWait, max(backoff, wait)) + Self.firstRetry * jitter
        case .doubling(let first):
            let wait = Self.doubled(first, failures: failures, atMost: Self.longestWait)
            return now + max(backoff, wait) + Self.firstRetry * jitter
        case .hourly:
            return now + .seconds(3600) + spread * jitter
        case .untilConfigurationChanges:
            return .distantFuture
        }
    }

    private static func doubled(_ wait: Duration, failures: Int, atMost longest: Duration) -> Duration {
        min(longest, wait * (1 << min(max(failures, 1) - 1, 20)))
    }
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014): turns a seed into a number that looks random.
package enum SplitMix64 {
    /// A number that looks random, always the same for the same seed.
    package static func mix(_ seed: UInt64) -> UInt64 {
        var value = seed &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// A number from 0 up to, not including, 1.
    static func fraction(_ seed: UInt64) -> Double {
        Double(mix(seed) >> 11) / Double(1 << 53)
    }
}
