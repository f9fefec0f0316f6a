import Configuration
import Messaging
import Payloads
import Storage

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

    init(_ configuration: Configuration, before: Set<RetainedTopic>) {
        let base = configuration.mqtt.baseTopic
        wanted = Set(
            [RetainedTopic(baseTopic: base, panel: Self.bridge, widget: "", encoding: "")]
                + configuration.panels.flatMap { panel in
                    panel.encodings.map { (WeatherEncoding.widget, $0.rawValue) }.map { widget, encoding in
                        RetainedTopic(baseTopic: base, panel: panel.id, widget: widget, encoding: encoding)
                    } + [RetainedTopic(baseTopic: base, panel: panel.id, widget: "", encoding: "")]
                }
        )
        clearing = before.subtracting(wanted).flatMap(Self.topics).sorted().map {
            OutgoingMessage(topic: $0, payload: [], isRetained: true)
        }
    }

    /// Gives what was wanted, and forgets it: the broker has been cleared, and a set of all topics is large.
    mutating func cleared() -> Set<RetainedTopic> {
        defer {
            wanted = []
            clearing = []
        }
        return wanted
    }

    private static func topics(of entry: RetainedTopic) -> [String] {
        let panel = "\(entry.baseTopic)/\(entry.panel)"
        guard entry.panel != bridge else { return bridgeTopics.map { "\(panel)/\($0)" } }
        guard !entry.widget.isEmpty else { return panelTopics.map { "\(panel)/\($0)" } }
        let suffixes = WeatherEncoding(rawValue: entry.encoding)?.topicSuffixes ?? []
        return suffixes.map { "\(panel)/\(entry.widget)\($0)" }
    }
}
