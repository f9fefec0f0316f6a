import Text

/// Why a timeline could not be made anew, in words for the log, and when to try again.
package struct ReloadFailure: Error, Sendable, Equatable {
    /// When it makes sense to ask again.
    package enum Retry: Sendable, Equatable {
        /// In 30 s, doubling up to 30 min, with jitter: time-outs, cut connections, server errors, garbage.
        case backoff
        /// Not before so long, nor before the backoff: `Retry-After`, or what the upstream's reason says.
        case after(Duration)
        /// In so long, doubling up to a day: a block that lasts longer each time.
        case doubling(from: Duration)
        /// Once an hour: a key that may not be active yet.
        case hourly
        /// Never with this configuration: the request itself is refused.
        case untilConfigurationChanges
    }

    /// What failed, with what input, and what the user can do.
    ///
    /// Holds no secret and no exact position, and of what upstreams say only what can be shown.
    package private(set) var reason: String
    package var retry: Retry
    /// The sources that were asked, in that order; empty where none was, or where the failure is one source's own.
    package var asked: [SourceOutcome]

    package init(reason: String, retry: Retry, asked: [SourceOutcome] = []) {
        self.reason = ForeignText.cleaned(reason)
        self.retry = retry
        self.asked = asked
    }
}
