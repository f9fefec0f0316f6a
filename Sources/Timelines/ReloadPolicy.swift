package import Time

/// The times of reloads and retries, and the age at which data stops being fresh.
package struct ReloadPolicy: Sendable, Equatable {
    /// The rhythm of regular reloads.
    package enum Interval: Sendable, Equatable {
        /// Every `n` hours, 1…24, shortly after the full hour.
        case hours(Int)
        /// As soon as its last entry is shown.
        case atLastEntry
    }

    /// The rhythm of regular reloads.
    package var interval: Interval
    /// The minute of the hour at which reloads begin, 0…59.
    package var minute: Int
    /// The duration over which reloads are spread from the minute on; each key always gets the same moment.
    package var spread: Duration
    /// Regular reloads due within this duration of the first one join its request; zero where an upstream takes one
    /// place per request.
    package var joining: Duration
    /// The number of hours that data may be older than the shown hour and still count as fresh; nil for no limit.
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
    /// The longest wait after any failure: a day.
    package static let longestWait = Duration.seconds(86_400)
    /// The longest wait after a refusal without a duration; with jitter added it stays within half an hour.
    package static let longestBlock = longestBackoff - firstRetry * 2

    /// The most regular reloads of a key in a day.
    package var reloadsPerDay: Int {
        switch interval {
        case .hours(let count): 24 / max(1, count)
        case .atLastEntry: 24
        }
    }

    /// The next regular reload after one at `asked`; always in a later hour.
    ///
    /// `lastEntry` is the date of the current timeline's last entry, nil without a timeline.
    package func next(after asked: UTCInstant, lastEntry: UTCInstant?, seed: UInt64) -> UTCInstant {
        switch interval {
        case .hours(let count):
            asked.hourStart.addingHours(count) + .seconds(minute * 60) + spread * SplitMix64.fraction(seed)
        case .atLastEntry:
            max(lastEntry ?? asked, asked.hourStart.addingHours(1))
        }
    }

    /// The next attempt after the `failures`th failure in a row, counted from 1; `.distantFuture` for never.
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

    /// The next attempt after a failure; earlier where another source may answer before.
    func retry(_ failure: ReloadFailure, failures: Int, at now: UTCInstant, seed: UInt64) -> UTCInstant {
        let own = retry(failure.retry, failures: failures, at: now, seed: seed)
        guard let latest = failure.latest else { return own }
        return min(own, retry(.after(latest), failures: failures, at: now, seed: seed))
    }

    /// The length of a block after `further` repetitions: it doubles each time, up to ``longestBlock``, but is never
    /// shorter than `first` nor longer than ``longestWait``.
    package static func block(_ first: Duration, further: Int) -> Duration {
        let first = min(longestWait, max(firstRetry, first))
        return max(first, min(longestBlock, first * (1 << min(max(further, 0), 20))))
    }
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014): turns a seed into a pseudo-random number.
package enum SplitMix64 {
    /// A pseudo-random number, the same for the same seed.
    package static func mix(_ seed: UInt64) -> UInt64 {
        var value = seed &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// A pseudo-random number, the same for the same text.
    package static func mix(_ text: String) -> UInt64 {
        text.utf8.reduce(UInt64(text.utf8.count)) { mix($0 ^ UInt64($1)) }
    }

    /// A pseudo-random number in 0..<1.
    static func fraction(_ seed: UInt64) -> Double {
        Double(mix(seed) >> 11) / Double(1 << 53)
    }
}
