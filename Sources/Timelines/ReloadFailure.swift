import Text

/// The failure of a reload, with its reason for the log and the time of the next attempt.
package struct ReloadFailure: Error, Sendable, Equatable {
    /// The time of the next attempt.
    package enum Retry: Sendable, Equatable {
        /// After 30 s, doubling up to 30 min, with jitter: for timeouts, broken connections, server errors, garbage.
        case backoff
        /// After this duration, a day at most: a whole account waits.
        ///
        /// No request on demand is made before.
        case after(Duration)
        /// After this duration (from `Retry-After`), a day at most, doubling up to half an hour where it is shorter.
        ///
        /// No request on demand is made before.
        case doubling(from: Duration)
        /// After this duration, a day at most, or on demand: the upstream refused this request.
        case refused(again: Duration)
        /// Never: the failure lies in the configuration, not with an upstream.
        case untilConfigurationChanges

        /// The retry of a refusal that the upstream may withdraw at any time.
        package static let halfHourly = Retry.refused(again: ReloadPolicy.longestBlock)
        /// The retry of a lasting refusal, where repeated requests may annoy the upstream.
        package static let daily = Retry.refused(again: ReloadPolicy.longestWait)
    }

    /// The operation that failed, its input, and the remedy.
    ///
    /// Free of secrets and exact positions; an upstream's own words are cleaned for display.
    package private(set) var reason: String
    /// The time of the next attempt.
    package var retry: Retry
    /// The duration after which another source may answer; nil where that is not before ``retry``.
    package var latest: Duration?
    /// The sources asked, in order; empty where none was, or where the failure belongs to a single source.
    package var asked: [SourceOutcome]

    package init(reason: String, retry: Retry, latest: Duration? = nil, asked: [SourceOutcome] = []) {
        self.reason = ForeignText.cleaned(reason)
        self.retry = retry
        self.latest = latest
        self.asked = asked
    }
}
