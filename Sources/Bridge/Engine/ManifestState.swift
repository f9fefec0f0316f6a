import Configuration
import Messaging
import Payloads
import Storage
import Widgets

/// What this configuration retains on the broker, and what an earlier one left there that must go.
struct ManifestState: Sendable {
    /// All that the configuration retains, by panel, widget and encoding; emptied once nothing else is on the broker.
    private(set) var wanted: Set<RetainedTopic>
    /// Empty retained messages for what is no longer wanted; emptied once the broker has them.
    private(set) var clearing: [OutgoingMessage]

    /// A panel's own topics have no widget.
    private static let panelTopics = ["location", "status"]
    /// The bridge's own, in the place of a panel: no panel may be called so.
    private static let bridge = "bridge"
    private static let bridgeTopics = ["info", "state"]

    init(_ state: BridgeState, before: Set<RetainedTopic>) {
        wanted = Self.retainedTopics(of: state)
        let gone = before.subtracting(wanted)
        // By topic: another list of topics is another row, and may have most of them still.
        let used = gone.isEmpty ? [] : Set(wanted.flatMap(Self.topics))
        clearing = Self.messages(clearing: gone.flatMap(Self.topics).filter { !used.contains($0) })
    }

    /// All that a bridge retains, a row for the bridge, for each panel, and for each encoding of each of its widgets.
    static func retainedTopics(of state: BridgeState) -> Set<RetainedTopic> {
        let base = state.configuration.mqtt.baseTopic
        var topics: Set = [RetainedTopic(baseTopic: base, panel: bridge, widget: "", encoding: "", suffixes: [])]
        for id in state.panelIDs {
            guard let panel = state.panels[id] else { continue }
            topics.insert(RetainedTopic(baseTopic: base, panel: id, widget: "", encoding: "", suffixes: []))
            for bounds in panel.widgets.flatMap(\.bounds) {
                topics.insert(
                    RetainedTopic(
                        baseTopic: base,
                        panel: id,
                        widget: bounds.widget,
                        encoding: bounds.encoding.rawValue,
                        suffixes: bounds.topicSuffixes
                    )
                )
            }
        }
        return topics
    }

    /// Adds topics to what must go, and gives the messages that clear them; what is wanted again stays.
    mutating func clear(_ topics: [String], wanted: Set<RetainedTopic>) -> [OutgoingMessage] {
        let messages = Self.messages(clearing: topics)
        self.wanted = wanted
        if !clearing.isEmpty {
            let used = Set(wanted.flatMap(Self.topics)).union(topics)
            clearing.removeAll { used.contains($0.topic) }
        }
        clearing += messages
        return messages
    }

    /// Gives what was wanted, and forgets it: the broker has been cleared, and a set of all topics is large.
    mutating func cleared() -> Set<RetainedTopic> {
        defer {
            wanted = []
            clearing = []
        }
        return wanted
    }

    private static func messages(clearing topics: [String]) -> [OutgoingMessage] {
        topics.sorted().map { OutgoingMessage(topic: $0, payload: [], isRetained: true) }
    }

    private static func topics(of entry: RetainedTopic) -> [String] {
        let panel = "\(entry.baseTopic)/\(entry.panel)"
        guard entry.panel != bridge else { return bridgeTopics.map { "\(panel)/\($0)" } }
        guard !entry.widget.isEmpty else { return panelTopics.map { "\(panel)/\($0)" } }
        return entry.suffixes.map { "\(panel)/\(entry.widget)\($0)" }
    }
}
