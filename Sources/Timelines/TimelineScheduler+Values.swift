package import Time

extension TimelineScheduler {
    /// The entry that a panel shows now.
    package struct Presentation: Sendable, Equatable {
        /// The entry to publish: the timeline's, or the placeholder where there is no timeline.
        package var entry: Entry
        /// The age of the entry's data; the payload of the panel's status topic.
        package var freshness: Freshness
    }

    /// An action that the owner of the scheduler carries out.
    package enum Action: Sendable, Equatable {
        /// A new hour has begun: publish the presentation of every key.
        case hourMark
        /// For these keys another entry has begun within the hour: publish their presentations.
        case changed([Key])
        /// Ask the upstream for these keys, together where it can.
        case reload([Key])
    }

    /// The history of a key's requests, which is stored across restarts.
    package struct Asking: Sendable, Equatable {
        /// The moment of the last request; nil where none was made.
        package var askedAt: UTCInstant?
        /// The number of failures in a row since the last success.
        package var failures: Int
        /// The moment of the next request.
        package var nextAt: UTCInstant
        /// True where the upstream refused the request; it may be repeated on demand, and at once after a restart.
        package var isRefused: Bool

        package init(askedAt: UTCInstant?, failures: Int, nextAt: UTCInstant, isRefused: Bool = false) {
            self.askedAt = askedAt
            self.failures = failures
            self.nextAt = nextAt
            self.isRefused = isRefused
        }
    }
}
