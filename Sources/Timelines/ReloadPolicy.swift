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
    package static let longestWait = Duration.seconds(86_400)
    /// How long an upstream is left alone that did not say for how long; with the spread behind it not over half an hour.
    package static let longestBlock = longestBackoff - firstRetry * 2

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
        let doubled = Self.firstRetry * (1 << min(max(failures, 1) - 1, 20))
        let backoff = min(doubled * (0.8 + 0.4 * jitter), Self.longestBackoff * (0.8 + 0.2 * jitter))
        let spread = Self.firstRetry * jitter
        switch retry {
        case .backoff:
            return now + backoff
        case .after(let wait), .refused(again: let wait):
            return now + min(Self.longestWait, max(.seconds(1), wait)) + spread
        case .doubling(let first):
            return now + max(backoff, Self.block(first, further: failures - 1) + spread)
        case .untilConfigurationChanges:
            return .distantFuture
        }
    }

    /// When to try again after a failure, likewise, if another source may have an answer before.
    func retry(_ failure: ReloadFailure, failures: Int, at now: UTCInstant, seed: UInt64) -> UTCInstant {
        let own = retry(failure.retry, failures: failures, at: now, seed: seed)
        guard let latest = failure.latest else { return own }
        return min(own, retry(.after(latest), failures: failures, at: now, seed: seed))
    }

    /// How long a block lasts that was followed by so many further ones: twice as long each time, up to
    /// ``longestBlock``, but never shorter than `first` and never longer than ``longestWait``.
    package static func block(_ first: Duration, further: Int) -> Duration {
        let first = min(longestWait, max(firstRetry, first))
        return max(first, min(longestBlock, first * (1 << min(max(further, 0), 20))))
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
