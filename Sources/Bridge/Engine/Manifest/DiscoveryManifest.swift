import HomeAssistant
import Storage
import Topics

/// The announcements to Home Assistant in the manifest, a row per device.
enum DiscoveryManifest {
    /// The contents of a row.
    struct Announcement {
        let discovery: Discovery
        let panel: String
        let baseTopic: String
        /// The device's level in the topics.
        let node: String
        let entities: Set<Entity.Identity>

        /// Nil for a row of other topics.
        init?(_ row: ManifestRow) {
            guard case .device(let device) = row else { return nil }
            self.init(device)
        }

        init(_ row: ManifestRow.Device) {
            node =
                row.hasFormerNode
                ? Device.formerNode(of: row.panel, baseTopic: row.baseTopic)
                : Device.node(of: row.panel, baseTopic: row.baseTopic)
            discovery = Discovery(style: row.style == .device ? .device : .component, prefix: row.prefix)
            panel = row.panel
            baseTopic = row.baseTopic
            entities = Set(row.entities.compactMap(Entity.Identity.init(text:)))
        }

        /// The part that identifies the device, wherever it is announced.
        var identity: [String] { [baseTopic, panel] }

        /// The topics of its announcement and its state document.
        var topics: [String] {
            discovery.topics(of: node, entities) + [Topics(base: baseTopic).homeAssistantDocument(of: panel).name]
        }
    }

    /// For a panel, or for `bridge`; `entities` are the texts of their identities.
    static func row(
        of panel: String,
        baseTopic: String,
        _ entities: [String],
        _ discovery: Discovery
    ) -> ManifestRow {
        // A row of an earlier release with the same meaning stays.
        let isFormer =
            Device.node(of: panel, baseTopic: baseTopic) == Device.formerNode(of: panel, baseTopic: baseTopic)
        return .device(
            ManifestRow.Device(
                prefix: discovery.prefix,
                style: discovery.style == .device ? .device : .component,
                hasFormerNode: isFormer,
                baseTopic: baseTopic,
                panel: panel,
                entities: entities
            )
        )
    }

    /// The changes that turn the announced entities into the wanted ones.
    struct Changes {
        /// Topics of another style, or of another level for the device, whose entities are to be told that they move.
        private(set) var migrating: Set<String> = []
        /// The same of whole devices.
        private(set) var migratingDevices: [String] = []
        /// Entities to be taken out of a device's document, by node.
        private(set) var retired: [String: Set<Entity.Identity>] = [:]

        init(from before: Set<ManifestRow>, to wanted: Set<ManifestRow>) {
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
