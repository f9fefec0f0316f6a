import Configuration
import HomeAssistant
import Messaging
import Payloads
import Storage
import Topics
import Widgets

/// The topics that this configuration retains on the broker, and those of an earlier one that must be cleared.
struct ManifestState: Sendable {
    /// All that the configuration retains, by panel, widget and encoding; emptied once nothing else is on the broker.
    private(set) var wanted: Set<ManifestRow>
    /// Retained messages that end what is no longer wanted; emptied once the broker has them.
    private(set) var clearing: [OutgoingMessage]
    /// Topics of a style of discovery that is not used any more, whose entities are to be told that they move before
    /// the topics are cleared.
    private(set) var migrating: [String]
    /// The same of whole devices: Home Assistant warns of an empty topic of a device that it has let go.
    private(set) var migratingDevices: [String]
    /// Entities that are gone from their devices, by device, as long as Home Assistant is to be told.
    private(set) var retired: [String: Set<Entity.Identity>]

    /// The payload on the topics of Home Assistant's documents until they are cleared; nil if messages cannot expire.
    private let fadingDocument: [UInt8]?
    /// The time that Home Assistant may take to remove entities that are no longer announced.
    private static let fadingTime = Duration.seconds(60)

    init(_ presenter: Presenter, before: Set<ManifestRow>) {
        wanted = Self.retainedTopics(of: presenter)
        let gone = before.subtracting(wanted)
        // Compared by topic: a changed list of topics is another row, but may still contain most of them.
        let changes = DiscoveryManifest.Changes(from: before, to: wanted)
        let expires = presenter.configuration.mqtt.protocol == .mqtt5
        fadingDocument = expires ? presenter.unknownStateDocument : nil
        // If messages cannot expire, the topic is cleared without a migration message.
        migratingDevices = expires ? changes.migratingDevices : []
        migrating = changes.migrating.sorted()
        retired = changes.retired
        let used = gone.isEmpty ? [] : Set(wanted.flatMap(Self.topics)).union(migratingDevices)
        clearing = []
        clearing = messages(ending: gone.flatMap(Self.topics).filter { !used.contains($0) })
    }

    /// True if the broker has exactly the topics of the manifest.
    var isSettled: Bool { clearing.isEmpty && migrating.isEmpty && migratingDevices.isEmpty && retired.isEmpty }

    /// The messages to send before any announcement: entities announced in two styles at once would conflict.
    var opening: [OutgoingMessage] {
        // Not retained, so that none of them stays if the clearing does not follow.
        let leaving = migrating.map { OutgoingMessage(topic: $0, payload: Discovery.migration, isRetained: false) }
        let fading = migratingDevices.map { topic in
            OutgoingMessage(topic: topic, payload: Discovery.migration, isRetained: true, lifetime: Self.fadingTime)
        }
        return leaving + fading + clearing
    }

    /// All that a bridge retains, a row for the bridge, for each panel, and for each encoding and the pictures of each
    /// of its widgets.
    static func retainedTopics(of presenter: Presenter) -> Set<ManifestRow> {
        let base = presenter.configuration.mqtt.baseTopic
        var topics: Set = [ManifestRow.bridge(baseTopic: base)]
        topics.formUnion(announced(Topics.bridgeLevel, presenter.bridgeDevice.entities.map(\.identity.text), presenter))
        var entities: EntityNames = [:]
        for id in presenter.panelIDs { topics.formUnion(retainedTopics(of: id, in: presenter, &entities)) }
        return topics
    }

    /// The identities of panels' entities by what they follow from, so that thousands of rows share them.
    private typealias EntityNames = [EntitySource: [String]]

    /// The part of a panel that decides its entities.
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

    /// The topics that a panel retains.
    static func retainedTopics(of id: String, in presenter: Presenter) -> Set<ManifestRow> {
        var entities: EntityNames = [:]
        return retainedTopics(of: id, in: presenter, &entities)
    }

    private static func retainedTopics(
        of id: String,
        in presenter: Presenter,
        _ known: inout EntityNames
    ) -> Set<ManifestRow> {
        guard let panel = presenter.panels[id] else { return [] }
        let base = presenter.configuration.mqtt.baseTopic
        var topics: Set = [ManifestRow.panel(id, baseTopic: base)]
        if presenter.discovery != nil {
            let source = EntitySource(panel, isTracked: panel.isTracked)
            let entities = known[source] ?? presenter.device(of: id)?.entities.map(\.identity.text) ?? []
            known[source] = entities
            topics.formUnion(announced(id, entities, presenter))
        }
        for bounds in panel.widgets.flatMap(\.bounds) {
            topics.insert(
                .encoding(
                    ManifestRow.Encoding(
                        baseTopic: base,
                        panel: id,
                        widget: bounds.widget,
                        encoding: bounds.encoding.rawValue,
                        suffixes: bounds.topicSuffixes
                    )
                )
            )
        }
        for widget in panel.configuration.widgets {
            topics.formUnion(PictureManifest.rows(of: widget, panel: id, in: presenter))
        }
        return topics
    }

    /// The topics that Home Assistant reads of a panel, or of `bridge`: its announcement and its state.
    private static func announced(_ id: String, _ entities: [String], _ presenter: Presenter) -> [ManifestRow] {
        let base = presenter.configuration.mqtt.baseTopic
        return presenter.discovery.map { [DiscoveryManifest.row(of: id, baseTopic: base, entities, $0)] } ?? []
    }

    /// The topics that a panel retains something on.
    static func topics(of id: String, in presenter: Presenter) -> [String] {
        topics(of: retainedTopics(of: id, in: presenter))
    }

    /// All topics of these rows.
    static func topics(of rows: Set<ManifestRow>) -> [String] { rows.flatMap(topics) }

    /// Adds entities that Home Assistant is to be told are gone.
    mutating func retire(_ entities: Set<Entity.Identity>, of device: String) {
        retired[device, default: []].formUnion(entities)
    }

    /// The messages that clear all topics of these rows.
    func messages(ending rows: Set<ManifestRow>) -> [OutgoingMessage] {
        messages(ending: Array(Set(rows.flatMap(Self.topics))))
    }

    /// Adds what is wanted from now on; what of it was to be cleared stays.
    mutating func retain(_ topics: Set<ManifestRow>) {
        guard !isSettled else { return }
        wanted.formUnion(topics)
        let used = Set(topics.flatMap(Self.topics))
        clearing.removeAll { used.contains($0.topic) }
        if isSettled { wanted = [] }
    }

    /// Adds topics to what must go, and gives the messages that clear them; what is wanted again stays.
    mutating func clear(_ topics: [String], wanted: Set<ManifestRow>) -> [OutgoingMessage] {
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
    mutating func cleared() -> Set<ManifestRow> {
        defer {
            wanted = []
            clearing = []
            migrating = []
            migratingDevices = []
            retired = [:]
        }
        return wanted
    }

    /// The messages that clear topics, those of announcements first.
    ///
    /// The messages for a device that Home Assistant shows remain until it has removed the device, which takes it a
    /// moment, and expire then.
    private func messages(ending topics: [String]) -> [OutgoingMessage] {
        let sorted = topics.sorted()
        let documents = fadingDocument.map { document in
            sorted.filter(Topics.isHomeAssistantDocument).map {
                OutgoingMessage(topic: $0, payload: document, isRetained: true, lifetime: Self.fadingTime)
            }
        }
        let others = documents == nil ? sorted : sorted.filter { !Topics.isHomeAssistantDocument($0) }
        return others.map { OutgoingMessage(topic: $0, payload: [], isRetained: true) } + (documents ?? [])
    }

    private static func topics(of entry: ManifestRow) -> [String] {
        switch entry {
        case .bridge(let base):
            let topics = Topics(base: base)
            return [topics.health, topics.information, topics.state].map(\.name)
        case .panel(let id, let base):
            let topics = Topics(base: base)
            return [topics.location(of: id), topics.status(of: id)].map(\.name)
        case .encoding(let row):
            let topics = Topics(base: row.baseTopic)
            return row.suffixes.map { topics.entry(of: row.widget, panel: row.panel, suffix: $0).name }
        case .picture(let row): return PictureManifest.topics(of: row)
        case .device(let row): return DiscoveryManifest.Announcement(row).topics
        }
    }
}
