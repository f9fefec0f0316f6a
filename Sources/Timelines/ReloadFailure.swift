import Text

/// Why a timeline could not be made anew, in words for the log, and when to try again.
package struct ReloadFailure: Error, Sendable, Equatable {
    /// When it makes sense to ask again.
    package enum Retry: Sendable, Equatable {
        /// In 30 s, doubling up to 30 min, with jitter: time-outs, cut connections, server errors, garbage.
        case backoff
        /// In so long, a day at most: what a whole account waits for. Nobody is let through before.
        case after(Duration)
        /// In so long, a day at most, and when that is shorter than half an hour, doubling up to that: `Retry-After`.
        /// Nobody is let through before.
        case doubling(from: Duration)
        /// In so long, a day at most, or as soon as somebody asks for it: what was asked for is refused.
        case refused(again: Duration)
        /// Never: no upstream has a part in it.
        case untilConfigurationChanges

        /// What an upstream refuses in its own words, and may take back at any time.
        package static let halfHourly = Retry.refused(again: ReloadPolicy.longestBlock)
        /// What an upstream refuses for long, and minds being asked for.
        package static let daily = Retry.refused(again: ReloadPolicy.longestWait)
    }

    /// What failed, with what input, and what the user can do.
    ///
    /// Holds no secret and no exact position, and of what upstreams say only what can be shown.
    package private(set) var reason: String
    package var retry: Retry
    /// After how long another source may have an answer, should ``retry`` be later than that.
    package var latest: Duration?
    /// The sources that were asked, in that order; empty where none was, or where the failure is one source's own.
    package var asked: [SourceOutcome]

    package init(reason: String, retry: Retry, latest: Duration? = nil, asked: [SourceOutcome] = []) {
        self.reason = ForeignText.cleaned(reason)
        self.retry = retry
        self.latest = latest
        self.asked = asked
    }
}
