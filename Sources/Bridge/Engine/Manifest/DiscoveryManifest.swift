import HomeAssistant
import Storage

/// What is announced to Home Assistant as the manifest has it, a row a device.
enum DiscoveryManifest {
    /// Of announcements on the topics that earlier releases had for the device, which mostly are today's.
    private static let formerPrefix = "homeassistant-"
    private static let currentPrefix = "homeassistant2-"

    /// What a row says.
    struct Announcement {
        let discovery: Discovery
        let panel: String
        let baseTopic: String
        /// The device's level in the topics.
        let node: String
        let entities: Set<Entity.Identity>

        /// Nil for a row of other topics.
        init?(_ row: RetainedTopic) {
            let prefixes = [formerPrefix, currentPrefix]
            guard let prefix = prefixes.first(where: row.encoding.hasPrefix),
                let style = Discovery.Style(rawValue: String(row.encoding.dropFirst(prefix.count)))
            else { return nil }
            node =
                prefix == currentPrefix
                ? Device.node(of: row.panel, baseTopic: row.widget)
                : Device.formerNode(of: row.panel, baseTopic: row.widget)
            discovery = Discovery(style: style, prefix: row.baseTopic)
            panel = row.panel
            baseTopic = row.widget
            entities = Set(row.suffixes.compactMap(Entity.Identity.init(text:)))
        }

        /// What tells the device from all others, wherever it is announced.
        var identity: [String] { [baseTopic, panel] }

        /// What announces it, and its state document.
        var topics: [String] {
            discovery.topics(of: node, entities) + [PanelStateDocument.topic(of: panel, baseTopic: baseTopic)]
        }
    }

    /// For a panel, or for `bridge`; `entities` are the texts of their identities.
    ///
    /// It has the prefix in the place of a base topic, and the base topic in the place of a widget.
    static func row(
        of panel: String,
        baseTopic: String,
        _ entities: [String],
        _ discovery: Discovery
    ) -> RetainedTopic {
        // The row of an earlier release that says the same stays.
        let isFormer =
            Device.node(of: panel, baseTopic: baseTopic) == Device.formerNode(of: panel, baseTopic: baseTopic)
        return RetainedTopic(
            baseTopic: discovery.prefix,
            panel: panel,
            widget: baseTopic,
            encoding: (isFormer ? formerPrefix : currentPrefix) + discovery.style.rawValue,
            suffixes: entities
        )
    }

    /// What has to be done so that entities which were announced before are what is wanted now.
    struct Changes {
        /// Topics of another style, or of another level for the device, whose entities are to be told that they move.
        private(set) var migrating: Set<String> = []
        /// The same of whole devices.
        private(set) var migratingDevices: [String] = []
        /// Entities to be taken out of a device's document, by node.
        private(set) var retired: [String: Set<Entity.Identity>] = [:]

        init(from before: Set<RetainedTopic>, to wanted: Set<RetainedTopic>) {
            let new = Dictionary(
                wanted.compactMap(Announcement.init).map { ($0.identity, $0) },
                uniquingKeysWith: { first, _ in first }
            )
            for old in before.compactMap(Announcement.init) {
                guard let new = new[old.identity], new.discovery.prefix == old.discovery.prefix else { continue }
                if new.discovery.style != old.discovery.style || new.node != old.node {
                    let staying = old.discovery.topics(of: old.node, old.entities.intersection(new.entities))
                    if old.discovery.style == .device {
                        migratingDevices += staying
                    } else {
                        // One that goes nowhere would be kept for ever.
                        migrating.formUnion(staying)
                    }
                } else if old.discovery.style == .device {
                    let gone = old.entities.subtracting(new.entities)
                    if !gone.isEmpty { retired[old.node, default: []].formUnion(gone) }
                }
            }
        }
    }
}
