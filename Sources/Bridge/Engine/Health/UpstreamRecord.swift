import Time

/// A source's record since the start.
struct UpstreamRecord: Sendable, Equatable {
    /// The time of its last answer.
    var answeredAt: UTCInstant?
    /// The reason of its last failure.
    var error: String?
    /// The number of requests that it did not answer.
    var errors = 0
}

/// The counts since the start, across configurations.
struct HealthRecord: Sendable {
    /// By ``WallClock/elapsed``.
    let startedAt: Duration
    /// The number of connections to a broker.
    var connections = 0
    /// By the source's name.
    var upstreams: [String: UpstreamRecord] = [:]

    init(startedAt: Duration) { self.startedAt = startedAt }
}
