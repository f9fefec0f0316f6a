import Configuration
import HomeAssistant
import Messaging
import Payloads
import Storage
import Widgets

/// What this configuration retains on the broker, and what an earlier one left there that must go.
struct ManifestState: Sendable {
    /// All that the configuration retains, by panel, widget and encoding; emptied once nothing else is on the broker.
    private(set) var wanted: Set<RetainedTopic>
    /// Retained messages that end what is no longer wanted; emptied once the broker has them.
    private(set) var clearing: [OutgoingMessage]
    /// Topics of a style of discovery that is not used any more, whose entities are to be told that they move before the
    /// topics are cleared.
    private(set) var migrating: [String]
    /// The same of whole devices: Home Assistant warns of an empty topic of a device that it has let go.
    private(set) var migratingDevices: [String]
    /// Entities that are gone from their devices, by device, as long as Home Assistant is to be told.
    private(set) var retired: [String: Set<Entity.Identity>]

    /// What is on the topics of Home Assistant's documents until they are gone; nil where no message can expire.
    private let fadingDocument: [UInt8]?
    /// How long Home Assistant may take to let go of what is no longer announced.
    private static let fadingTime = Duration.seconds(60)

    /// A panel's own topics have no widget.
    private static let panelTopics = ["location", "status"]
    /// The bridge's own, in the place of a panel: no panel may be called so.
    private static let bridge = "bridge"
    private static let bridgeTopics = ["health", "info", "state"]

    init(_ state: BridgeState, before: Set<RetainedTopic>) {
        wanted = Self.retainedTopics(of: state)
        let gone = before.subtracting(wanted)
        // By topic: another list of topics is another row, and may have most of them still.
        let changes = DiscoveryManifest.Changes(from: before, to: wanted)
        let expires = state.configuration.mqtt.protocol == .mqtt5
        fadingDocument = expires ? state.unknownStateDocument : nil
        // Where no message can expire, the topic is emptied without a word.
        migratingDevices = expires ? changes.migratingDevices : []
        migrating = changes.migrating.sorted()
        retired = changes.retired
        let used = gone.isEmpty ? [] : Set(wanted.flatMap(Self.topics)).union(migratingDevices)
        clearing = []
        clearing = messages(ending: gone.flatMap(Self.topics).filter { !used.contains($0) })
    }

    /// Whether the broker has what the manifest says, and nothing else.
    var isSettled: Bool { clearing.isEmpty && migrating.isEmpty && migratingDevices.isEmpty && retired.isEmpty }

    /// What is to be sent before anything is announced: entities that were announced in two styles at once would be in
    /// conflict.
    var opening: [OutgoingMessage] {
        // Not retained, so they go first, and nothing of them stays where the clearing does not follow.
        let leaving = migrating.map { OutgoingMessage(topic: $0, payload: Discovery.migration, isRetained: false) }
        let fading = migratingDevices.map { topic in
            OutgoingMessage(topic: topic, payload: Discovery.migration, isRetained: true, lifetime: Self.fadingTime)
        }
        return leaving + fading + clearing
    }

    /// All that a bridge retains, a row for the bridge, for each panel, and for each encoding and the pictures of each of
    /// its widgets.
    static func retainedTopics(of state: BridgeState) -> Set<RetainedTopic> {
        let base = state.configuration.mqtt.baseTopic
        var topics: Set = [RetainedTopic(baseTopic: base, panel: bridge, widget: "", encoding: "", suffixes: [])]
        topics.formUnion(announced(bridge, state.bridgeDevice.entities.map(\.identity.text), state))
        var entities: EntityNames = [:]
        for id in state.panelIDs { topics.formUnion(retainedTopics(of: id, in: state, &entities)) }
        return topics
    }

    /// The identities of panels' entities by what they follow from, so that thousands of rows share them.
    private typealias EntityNames = [EntitySource: [String]]

    /// What of a panel makes a difference to its entities.
    private struct EntitySource: Hashable {
        struct Widget: Hashable {
            var name: String
            var hasPicture: Bool
        }

        var widgets: [Widget]
        var isTracked: Bool

        init(_ panel: PanelState, isTracked: Bool) {
            widgets = panel.configuration.widgets.map { settings in
                Widget(name: settings.widget, hasPicture: settings.picture.formats.contains(.png))
            }
            self.isTracked = isTracked
        }
    }

    /// What a panel retains.
    static func retainedTopics(of id: String, in state: BridgeState) -> Set<RetainedTopic> {
        var entities: EntityNames = [:]
        return retainedTopics(of: id, in: state, &entities)
    }

    private static func retainedTopics(
        of id: String,
        in state: BridgeState,
        _ known: inout EntityNames
    ) -> Set<RetainedTopic> {
        guard let panel = state.panels[id] else { return [] }
        let base = state.configuration.mqtt.baseTopic
        var topics: Set = [RetainedTopic(baseTopic: base, panel: id, widget: "", encoding: "", suffixes: [])]
        if state.discovery != nil {
            let source = EntitySource(panel, isTracked: state.isTracked(panel))
            let entities = known[source] ?? state.device(of: id)?.entities.map(\.identity.text) ?? []
            known[source] = entities
            topics.formUnion(announced(id, entities, state))
        }
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
        for widget in panel.configuration.widgets {
            topics.formUnion(PictureManifest.rows(of: widget, panel: id, in: state))
        }
        return topics
    }

    /// What Home Assistant is given of a panel, or of `bridge`: its announcement, and its state.
    private static func announced(_ id: String, _ entities: [String], _ state: BridgeState) -> [RetainedTopic] {
        let base = state.configuration.mqtt.baseTopic
        return state.discovery.map { [DiscoveryManifest.row(of: id, baseTopic: base, entities, $0)] } ?? []
    }

    /// The topics that a panel retains something on.
    static func topics(of id: String, in state: BridgeState) -> [String] {
        topics(of: retainedTopics(of: id, in: state))
    }

    /// All topics of these rows.
    static func topics(of rows: Set<RetainedTopic>) -> [String] { rows.flatMap(topics) }

    /// Adds entities that Home Assistant is to be told are gone.
    mutating func retire(_ entities: Set<Entity.Identity>, of device: String) {
        retired[device, default: []].formUnion(entities)
    }

    /// Adds what is wanted from now on; what of it was to be cleared stays.
    mutating func retain(_ topics: Set<RetainedTopic>) {
        guard !isSettled else { return }
        wanted.formUnion(topics)
        let used = Set(topics.flatMap(Self.topics))
        clearing.removeAll { used.contains($0.topic) }
        if isSettled { wanted = [] }
    }

    /// Adds topics to what must go, and gives the messages that clear them; what is wanted again stays.
    mutating func clear(_ topics: [String], wanted: Set<RetainedTopic>) -> [OutgoingMessage] {
        let messages = messages(ending: topics)
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
            migrating = []
            migratingDevices = []
            retired = [:]
        }
        return wanted
    }

    /// What ends topics, those of announcements first.
    ///
    /// What Home Assistant shows of a device must be there until it has let go, which takes it a moment, and expires then.
    private func messages(ending topics: [String]) -> [OutgoingMessage] {
        let sorted = topics.sorted()
        let documents = fadingDocument.map { document in
            sorted.filter(PanelStateDocument.isTopic).map {
                OutgoingMessage(topic: $0, payload: document, isRetained: true, lifetime: Self.fadingTime)
            }
        }
        let others = documents == nil ? sorted : sorted.filter { !PanelStateDocument.isTopic($0) }
        return others.map { OutgoingMessage(topic: $0, payload: [], isRetained: true) } + (documents ?? [])
    }

    private static func topics(of entry: RetainedTopic) -> [String] {
        if let announcement = DiscoveryManifest.Announcement(entry) { return announcement.topics }
        if let pictures = PictureManifest.topics(of: entry) { return pictures }
        let panel = "\(entry.baseTopic)/\(entry.panel)"
        guard entry.panel != bridge else { return bridgeTopics.map { "\(panel)/\($0)" } }
        guard !entry.widget.isEmpty else { return panelTopics.map { "\(panel)/\($0)" } }
        return entry.suffixes.map { "\(panel)/\(entry.widget)\($0)" }
    }
}
