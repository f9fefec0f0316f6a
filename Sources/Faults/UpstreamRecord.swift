package import Time

/// The record of a source since the start.
package struct UpstreamRecord: Sendable, Equatable {
    /// The time of its last answer; nil for none.
    package var answeredAt: UTCInstant?
    /// The reason of the last request without an answer; nil for none.
    package var error: String?
    /// The number of requests without an answer.
    package var errors: Int

    package init(answeredAt: UTCInstant? = nil, error: String? = nil, errors: Int = 0) {
        self.answeredAt = answeredAt
        self.error = error
        self.errors = errors
    }
}

/// The counts since the start, whichever configuration is in force.
package struct HealthRecord: Sendable {
    /// The start, by ``WallClock/elapsed``.
    package let startedAt: Duration
    /// The number of connections to a broker.
    package var connections = 0
    /// The sources that were asked, by name.
    package var upstreams: [String: UpstreamRecord] = [:]

    package init(startedAt: Duration) { self.startedAt = startedAt }
}
