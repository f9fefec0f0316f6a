import Time
import Timelines
import Widgets

/// How a source has done since the start.
struct UpstreamRecord: Sendable, Equatable {
    /// When it last answered.
    var answeredAt: UTCInstant?
    /// Why it last did not.
    var error: String?
    /// How many requests it did not answer.
    var errors = 0
}

/// Who asks a source.
enum Asker: Hashable, Sendable {
    case timeline(TimelineSetID, TimelineSubject)
    /// Who wants the name of a place.
    case name(NameKey)
}

/// What is counted since the start, whichever configuration is in force.
struct HealthRecord: Sendable {
    /// By ``WallClock/elapsed``.
    let startedAt: Duration
    /// How often a broker has been connected to.
    var connections = 0
    /// By the source's name.
    var upstreams: [String: UpstreamRecord] = [:]

    init(startedAt: Duration) { self.startedAt = startedAt }
}
