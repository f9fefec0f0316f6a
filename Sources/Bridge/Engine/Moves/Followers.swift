import Commands
import Messaging
import Time
import Topics

/// What panels follow, found by topic: a message costs by the panels that may follow it, not by all that follow any.
struct Followers: Sendable {
    /// By panel; nothing for those that follow none.
    private var topics: [String: FollowedTopics] = [:]
    /// The panels that follow a topic by its name.
    private var panelsByTopic: [String: Set<String>] = [:]
    /// The panels with a filter that stands for many topics.
    private var panelsWithWildcards: Set<String> = []
    /// The panels with a fix whose parts may still come.
    private var settling: Set<String> = []

    /// Makes a panel follow topics, in place of those before.
    mutating func set(_ filters: [TopicFilter], baseTopic: String, for panel: String) {
        remove(panel)
        guard !filters.isEmpty else { return }
        topics[panel] = FollowedTopics(filters: filters, baseTopic: baseTopic)
        for filter in filters where !filter.hasWildcard { panelsByTopic[filter.text, default: []].insert(panel) }
        if filters.contains(where: \.hasWildcard) { panelsWithWildcards.insert(panel) }
    }

    /// Makes a panel follow nothing.
    mutating func remove(_ panel: String) {
        guard let before = topics.removeValue(forKey: panel) else { return }
        for filter in before.filters where panelsByTopic[filter.text]?.remove(panel) != nil {
            if panelsByTopic[filter.text]?.isEmpty == true { panelsByTopic[filter.text] = nil }
        }
        panelsWithWildcards.remove(panel)
        settling.remove(panel)
    }

    /// The filters of all panels, each once.
    var filters: Set<TopicFilter> { Set(topics.values.flatMap(\.filters)) }

    /// Whether some panel follows the topic.
    func follows(_ topic: String) -> Bool {
        panelsByTopic[topic] != nil || panelsWithWildcards.contains { topics[$0]?.follows(topic) ?? false }
    }

    /// Takes in a message, and tells what it was to each panel that follows its topic, in the order of their ids.
    mutating func receive(
        _ message: IncomingMessage,
        at now: UTCInstant
    ) -> [(panel: String, outcome: FollowedTopics.Outcome)] {
        var outcomes: [(panel: String, outcome: FollowedTopics.Outcome)] = []
        for panel in panelsWithWildcards.union(panelsByTopic[message.topic] ?? []) {
            let outcome = topics[panel]?.receive(
                topic: message.topic,
                payload: message.payload,
                isRetained: message.isRetained,
                at: now
            )
            guard let outcome else { continue }
            if topics[panel]?.nextDeadline != nil { settling.insert(panel) }
            outcomes.append((panel, outcome))
        }
        return outcomes.sorted { $0.panel < $1.panel }
    }

    /// When ``due(at:)`` is to be called next; nil when no fix waits.
    var nextDeadline: UTCInstant? { settling.compactMap { topics[$0]?.nextDeadline }.min() }

    /// The fixes that are whole by now, each given out once, in the order of the panels' ids.
    mutating func due(at now: UTCInstant) -> [(panel: String, fix: FollowedTopics.Fix)] {
        var fixes: [(panel: String, fix: FollowedTopics.Fix)] = []
        for panel in settling.sorted() {
            for fix in topics[panel]?.due(at: now) ?? [] { fixes.append((panel, fix)) }
            if topics[panel]?.nextDeadline == nil { settling.remove(panel) }
        }
        return fixes
    }
}
