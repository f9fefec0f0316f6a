import Commands
import Configuration
import Messaging
import Storage
import Time
import Topics
import Weather

/// The ways by which panels come to move: the rules that positions are judged by, commands that wait, and topics of
/// others that panels follow.
struct Moves: Sendable {
    private let baseTopic: String
    /// The rules, as a panel has them that has heard of no position.
    private let rules: PanelPositionState
    private var followers = Followers()
    /// The panels with a command that waits for its window to open.
    private(set) var heldBack: Set<String> = []
    /// The number of the newest move; moves of all panels are counted.
    private(set) var lastGeneration = 0

    init(_ configuration: Configuration) {
        baseTopic = configuration.mqtt.baseTopic
        rules = PanelPositionState(rules: PositionRules(configuration.location), configured: .origin)
    }

    /// Makes a panel follow topics, in place of those before; `filters` are those of its configuration.
    mutating func follow(_ filters: [String], for panel: String) {
        // The configured filters have been checked.
        followers.set(filters.compactMap { try? TopicFilter($0) }, baseTopic: baseTopic, for: panel)
    }

    /// Forgets a panel.
    mutating func forget(_ panel: String) {
        heldBack.remove(panel)
        followers.remove(panel)
    }

    // MARK: Rules

    /// The rules for a panel; `restored` is where it was left, nil at its configured position.
    func rules(configured: Coordinate, restored: StoredPosition?) -> PanelPositionState {
        rules.ofAnotherPanel(configured: configured, restored: restored.map { RestoredPosition($0) })
    }

    /// Judges a change by a panel's rules, which remember it before anything is done about it.
    mutating func judge(
        _ change: PositionChange,
        from origin: PositionOrigin,
        by rules: inout PanelPositionState,
        panel id: String,
        at now: UTCInstant
    ) throws(PositionError) -> PanelPositionState.Decision {
        defer { note(rules, of: id) }
        return try rules.judge(change, from: origin, at: now)
    }

    /// Gives the change that the rules have held back, if it may go now.
    mutating func takePending(
        from rules: inout PanelPositionState,
        panel id: String,
        at now: UTCInstant
    ) -> PendingPosition? {
        guard let pending = rules.takePending(at: now) else { return nil }
        heldBack.remove(id)
        return pending
    }

    private mutating func note(_ rules: PanelPositionState, of id: String) {
        if rules.nextOpening != nil { heldBack.insert(id) } else { heldBack.remove(id) }
    }

    /// The number of a move that begins now.
    mutating func nextGeneration() -> Int {
        lastGeneration += 1
        return lastGeneration
    }

    // MARK: Topics of others

    /// The subscriptions for the panels that follow something, each filter once.
    var subscriptions: [Subscription] {
        followers.filters.map(\.text).sorted().map { filter in
            // Without retain-as-published, only messages stored before the subscription arrive as retained: as old.
            Subscription(filter: filter, retainAsPublished: false, retainHandling: .always)
        }
    }

    /// True for a topic, without wildcards, that is subscribed to because a panel follows it.
    func isSubscribed(to topic: String) -> Bool { followers.filters.contains { $0.text == topic } }

    /// True where some panel follows the topic.
    func isFollowed(_ topic: String) -> Bool { followers.follows(topic) }

    /// Takes in a message, and gives what it was to each panel that follows its topic, in the order of their ids.
    mutating func receive(
        _ message: IncomingMessage,
        at now: UTCInstant
    ) -> [(panel: String, outcome: FollowedTopics.Outcome)] {
        followers.receive(message, at: now)
    }

    /// The time at which to call ``fixesDue(at:)`` next; nil when no fix waits.
    var nextDeadline: UTCInstant? { followers.nextDeadline }

    /// The fixes whose parts came one by one and that are whole by now, each given out once, in the order of the
    /// panels' ids.
    mutating func fixesDue(at now: UTCInstant) -> [(panel: String, fix: FollowedTopics.Fix)] { followers.due(at: now) }
}

extension PositionRules {
    /// In the configuration 0 stands for no limit.
    init(_ location: Configuration.Location) {
        self.init(
            maximumAccuracyMetres: location.maxAccuracyMetres == 0 ? nil : Double(location.maxAccuracyMetres),
            commandsPerMinute: location.commandsPerMinute,
            minimumDistanceMetres: Double(location.minDistanceMetres),
            minimumInterval: location.minInterval,
            maximumSpeedKmh: location.maxSpeedKmh == 0 ? nil : Double(location.maxSpeedKmh),
            refusesNullIsland: location.nullIsland == .refuse,
            refusesOutOfOrder: location.outOfOrder == .refuse
        )
    }
}

extension RestoredPosition {
    /// The position that the store has of a panel.
    init(_ stored: StoredPosition) {
        self.init(
            coordinate: stored.coordinate,
            accuracyMetres: stored.accuracyMetres,
            reportedAt: stored.reportedAt,
            acceptedAt: stored.acceptedAt,
            isFollowed: stored.source == .follow
        )
    }
}
