import JSON

/// Home Assistant's MQTT discovery: the retained messages that announce devices and their entities.
package struct Discovery: Sendable, Equatable {
    /// The form of an announcement.
    package enum Style: String, Sendable, CaseIterable {
        /// One document per device: Home Assistant 2024.11 and later.
        case device
        /// One document per entity: any release, and other consumers of discovery.
        case component
    }

    /// A retained message.
    package struct Message: Sendable, Equatable {
        /// The whole topic, the discovery prefix first.
        package let topic: String
        /// The JSON document in UTF-8; empty to withdraw the announcement.
        package let payload: [UInt8]
    }

    /// The form in which devices are announced.
    package let style: Style
    /// The first levels of its topics, `homeassistant` unless configured otherwise.
    package let prefix: String

    package init(style: Style, prefix: String) {
        self.style = style
        self.prefix = prefix
    }

    /// The topic on which Home Assistant publishes its own state: `online` or `offline`.
    package var birthTopic: String { "\(prefix)/status" }

    /// The messages that announce a device.
    ///
    /// `retired` are entities that it no longer has: in the device style the document asks Home Assistant to remove
    /// them.
    package func announcement(of device: Device, retired: Set<Entity.Identity> = []) -> [Message] {
        switch style {
        case .device:
            let gone = retired.subtracting(device.entities.map(\.identity)).sorted { $0.text < $1.text }
            return [Message(topic: deviceTopic(of: device.node), payload: document(of: device, gone).bytes)]
        case .component:
            return device.entities.map { entity in
                Message(
                    topic: componentTopic(of: device.node, entity.identity),
                    payload: JSONValue.object(
                        name(of: entity) + uniqueIdentifier(of: entity, device) + entity.settings
                            + availability(of: device)
                            + [.init("dev", description(of: device)), .init("o", origin(of: device))]
                    ).bytes
                )
            }
        }
    }

    /// All topics that an announcement of these entities uses.
    package func topics(of node: String, _ entities: some Collection<Entity.Identity>) -> [String] {
        switch style {
        case .device: [deviceTopic(of: node)]
        case .component: entities.map { componentTopic(of: node, $0) }
        }
    }

    /// The payload for the topics of one style, published before they are cleared and the device is announced in the
    /// other style, so that Home Assistant keeps the entities' ids and history.
    package static let migration = Array(#"{"migrate_discovery":true}"#.utf8)

    private func deviceTopic(of node: String) -> String { "\(prefix)/device/\(node)/config" }

    private func componentTopic(of node: String, _ entity: Entity.Identity) -> String {
        "\(prefix)/\(entity.component.rawValue)/\(node)/\(entity.key)/config"
    }

    private func document(of device: Device, _ gone: [Entity.Identity]) -> JSONValue {
        let components = device.entities.map { entity in
            JSONValue.Member(
                entity.identity.key,
                .object(
                    [.init("p", .text(entity.identity.component.rawValue))] + name(of: entity)
                        + uniqueIdentifier(of: entity, device) + entity.settings
                )
            )
        }
        let removals = gone.map { JSONValue.Member($0.key, ["p": .text($0.component.rawValue)]) }
        return .object(
            [.init("dev", description(of: device)), .init("o", origin(of: device))] + availability(of: device)
                + [.init("cmps", .object(components + removals))]
        )
    }

    private func name(of entity: Entity) -> [JSONValue.Member] { entity.name.map { [.init("name", .text($0))] } ?? [] }

    private func uniqueIdentifier(of entity: Entity, _ device: Device) -> [JSONValue.Member] {
        [.init("uniq_id", .text("\(device.identifier)/\(entity.identity.key)"))]
    }

    private func description(of device: Device) -> JSONValue {
        let via = device.via.map { [JSONValue.Member("via_device", .text($0))] } ?? []
        return .object(
            [
                .init("ids", .array([.text(device.identifier)])), .init("name", .text(device.name)),
                .init("mf", "Kiatsu"), .init("mdl", .text(device.model)), .init("sw", .text(device.version)),
            ] + via
        )
    }

    private func origin(of device: Device) -> JSONValue { ["name": "Kiatsu", "sw": .text(device.version)] }

    private func availability(of device: Device) -> [JSONValue.Member] {
        device.availabilityTopic.map { [.init("avty_t", .text($0))] } ?? []
    }
}
