import Topics

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
    /// In English, without the device's name; nil where Home Assistant has a name for the device class in the user's
    /// language.
    package let name: String?
    /// What else its document says, without platform, name, unique id and device.
    let settings: [JSON.Member]

    init(_ component: Component, _ key: String, _ name: String?, _ settings: JSON) {
        identity = Identity(component, key)
        self.name = name
        self.settings = if case .object(let members) = settings { members } else { [] }
    }
}

/// What Home Assistant shows as one device.
package struct Device: Sendable, Equatable {
    /// Its level in discovery topics: `kiatsu_kitchen`.
    package let node: String
    /// What the unique ids of its entities begin with, such as `kiatsu/kitchen`.
    ///
    /// Never to change between releases.
    package let identifier: String
    package let name: String
    let model: String
    let version: String
    /// The ``identifier`` of the device that it is reached through; nil for none.
    let via: String?
    /// Carries `online` and `offline`; nil for a device that is always there.
    let availabilityTopic: String?
    package let entities: [Entity]

    /// The ``node`` of a panel, or of `bridge`: another one for each base topic and panel.
    ///
    /// Of the letters A-Z a-z 0-9 _ and -, as Home Assistant has it for levels of discovery topics.
    package static func node(of panel: String, baseTopic: String) -> String {
        // The first `_` ends the base topic then, as a panel's id begins with none.
        if !baseTopic.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "_") }) {
            return baseTopic + "_" + panel
        }
        let written = baseTopic.reduce(into: "") { text, character in
            switch character {
            case "/": text += "-s"
            case "_": text += "-u"
            case "-": text += "-h"
            default: text.append(character)
            }
        }
        return written + "__" + panel
    }

    /// The ``node`` that earlier releases used, which two bridges could have in common.
    package static func formerNode(of panel: String, baseTopic: String) -> String {
        baseTopic.split(separator: "/").joined(separator: "_") + "_" + panel
    }

    /// The ``identifier`` of a panel, or of `bridge`.
    static func identifier(of level: String, baseTopic: String) -> String { "\(baseTopic)/\(level)" }

    init(
        baseTopic: String,
        level: String,
        name: String,
        model: String,
        version: String,
        via: String?,
        isAlwaysAvailable: Bool,
        entities: [Entity]
    ) {
        node = Self.node(of: level, baseTopic: baseTopic)
        identifier = Self.identifier(of: level, baseTopic: baseTopic)
        self.name = name
        self.model = model
        self.version = version
        self.via = via
        availabilityTopic = isAlwaysAvailable ? nil : Topics(base: baseTopic).state.name
        self.entities = entities
    }
}
