/// One entity of a device, and how Home Assistant reads it.
package struct Entity: Sendable, Equatable {
    /// What kind of entity it is: a platform of Home Assistant's MQTT integration.
    package enum Component: String, Sendable, CaseIterable {
        case sensor
        case binarySensor = "binary_sensor"
        case button
        case text
        case deviceTracker = "device_tracker"
        case image
    }

    /// What tells an entity from the others of its device, for as long as it lives.
    package struct Identity: Sendable, Hashable {
        package var component: Component
        /// 1 to 24 of the letters a-z and `_`.
        package var key: String

        package init(_ component: Component, _ key: String) {
            self.component = component
            self.key = key
        }

        /// Reads ``text``.
        package init?(text: String) {
            let parts = text.split(separator: "/")
            guard parts.count == 2, let component = Component(rawValue: String(parts[0])) else { return nil }
            self.init(component, String(parts[1]))
        }

        /// `sensor/temperature`.
        package var text: String { "\(component.rawValue)/\(key)" }
    }

    package let identity: Identity
    /// In English, without the device's name.
    package let name: String
    /// What else its document says, without platform, name, unique id and device.
    let settings: [JSON.Member]

    init(_ component: Component, _ key: String, _ name: String, _ settings: JSON) {
        identity = Identity(component, key)
        self.name = name
        self.settings = if case .object(let members) = settings { members } else { [] }
    }
}

/// What Home Assistant shows as one device.
package struct Device: Sendable, Equatable {
    /// Its level in discovery topics, and its identifier there: `kiatsu_kitchen`.
    package let node: String
    /// What the unique ids of its entities begin with, such as `kiatsu/kitchen`.
    ///
    /// Never to change between releases.
    package let identifier: String
    package let name: String
    let model: String
    let version: String
    /// Carries `online` and `offline`; nil for a device that is always there.
    let availabilityTopic: String?
    package let entities: [Entity]

    /// The ``node`` of a panel, or of `bridge`.
    package static func node(of panel: String, baseTopic: String) -> String {
        // Levels of discovery topics are of the letters that a base topic and a panel's id have, but for the slash.
        baseTopic.split(separator: "/").joined(separator: "_") + "_" + panel
    }

    init(
        baseTopic: String,
        level: String,
        name: String,
        model: String,
        version: String,
        isAlwaysAvailable: Bool,
        entities: [Entity]
    ) {
        node = Self.node(of: level, baseTopic: baseTopic)
        identifier = "\(baseTopic)/\(level)"
        self.name = name
        self.model = model
        self.version = version
        availabilityTopic = isAlwaysAvailable ? nil : "\(baseTopic)/bridge/state"
        self.entities = entities
    }
}
