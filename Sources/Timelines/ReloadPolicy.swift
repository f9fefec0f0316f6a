package import Time

/// When timelines are made anew, how failures are retried, and how long what came is called fresh.
package struct ReloadPolicy: Sendable, Equatable {
    /// When a timeline is made anew, whatever becomes of it before.
    package enum Interval: Sendable, Equatable {
        /// Every so many hours, 1…24, a little after the full hour.
        case hours(Int)
        /// As soon as its last entry is shown.
        case atLastEntry
    }

    package var interval: Interval
    /// The minute of the hour, 0…59.
    package var minute: Int
    /// Reloads are spread over this long after the minute, each key always at its own moment.
    package var spread: Duration
    /// Regular reloads due within this long of the first one join it in one request; zero where an upstream
    /// takes one place a request.
    package var joining: Duration
    /// How many hours before the one that is shown what was obtained may be for an entry to be fresh; nil: what was
    /// obtained is never too old.
    package var freshHours: Int?

    package init(
        interval: Interval = .hours(1),
        minute: Int = 5,
        spread: Duration = .seconds(60),
        joining: Duration = .zero,
        freshHours: Int? = 1
    ) {
        self.interval = interval
        self.minute = minute
        self.spread = spread
        self.joining = joining
        self.freshHours = freshHours
    }

    static let firstRetry = Duration.seconds(30)
    static let longestBackoff = Duration.seconds(1800)
    static let longestWait = Duration.seconds(86_400)

    /// The regular reload that follows one at `asked`: in a later hour, never twice in one.
    ///
    /// `lastEntry` is the date of the last entry of the timeline that is there.
    package func next(after asked: UTCInstant, lastEntry: UTCInstant?, seed: UInt64) -> UTCInstant {
        switch interval {
        case .hours(let count):
            asked.hourStart.addingHours(count) + .seconds(minute * 60) + spread * SplitMix64.fraction(seed)
        case .atLastEntry:
            max(lastEntry ?? asked, asked.hourStart.addingHours(1))
        }
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

    /// A number that looks random, always the same for the same text.
    package static func mix(_ text: String) -> UInt64 {
        text.utf8.reduce(UInt64(text.utf8.count)) { mix($0 ^ UInt64($1)) }
    }

    /// A number from 0 up to, not including, 1.
    static func fraction(_ seed: UInt64) -> Double {
        Double(mix(seed) >> 11) / Double(1 << 53)
    }
}
