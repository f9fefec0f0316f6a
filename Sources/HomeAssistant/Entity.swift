import JSON
import Topics

/// One entity of a device, and how Home Assistant reads it.
package struct Entity: Sendable, Equatable {
    /// The platform of Home Assistant's MQTT integration that an entity belongs to.
    package enum Component: String, Sendable, CaseIterable {
        /// A value to read.
        case sensor
        /// A value that is on or off.
        case binarySensor = "binary_sensor"
        /// A command without a value.
        case button
        /// A text that the user may set.
        case text
        /// A position on the map.
        case deviceTracker = "device_tracker"
        /// A picture.
        case image
    }

    /// The part of an entity that distinguishes it within its device and never changes.
    package struct Identity: Sendable, Hashable {
        /// The platform of the entity.
        package var component: Component
        /// 1 to 24 of the letters a-z and `_`, unique within the device and component.
        package var key: String

        package init(_ component: Component, _ key: String) {
            self.component = component
            self.key = key
        }

        /// Parses ``text``; nil for any other text.
        package init?(text: String) {
            let parts = text.split(separator: "/")
            guard parts.count == 2, let component = Component(rawValue: String(parts[0])) else { return nil }
            self.init(component, String(parts[1]))
        }

        /// The identity as it is stored: `sensor/temperature`.
        package var text: String { "\(component.rawValue)/\(key)" }
    }

    /// The entity's identity within its device.
    package let identity: Identity
    /// The name in English, without the device's name; nil where Home Assistant names the device class in the user's
    /// language.
    package let name: String?
    /// The other members of its discovery document, without platform, name, unique id and device.
    let settings: [JSONValue.Member]

    init(_ component: Component, _ key: String, _ name: String?, _ settings: JSONValue) {
        identity = Identity(component, key)
        self.name = name
        self.settings = if case .object(let members) = settings { members } else { [] }
    }
}

/// A group of entities that Home Assistant shows as one device.
package struct Device: Sendable, Equatable {
    /// The device's level in discovery topics: `kiatsu_kitchen`.
    package let node: String
    /// The prefix of its entities' unique ids, such as `kiatsu/kitchen`.
    ///
    /// It must never change between releases: Home Assistant would take the entities for new ones.
    package let identifier: String
    /// The device's name as people read it.
    package let name: String
    let model: String
    let version: String
    /// The ``identifier`` of the device through which this one is reached; nil for none.
    let via: String?
    /// The topic with `online` or `offline`; nil for a device that is always available.
    let availabilityTopic: String?
    /// The entities, no identity twice.
    package let entities: [Entity]

    /// The ``node`` of a panel, or of `bridge`: unique for each base topic and panel.
    ///
    /// It has the letters A-Z a-z 0-9 _ and - only, as Home Assistant requires of levels in discovery topics.
    package static func node(of panel: String, baseTopic: String) -> String {
        // The first `_` then ends the base topic, since no panel's id begins with one.
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

    /// The ``node`` that earlier releases used; two bridges could share one.
    package static func formerNode(of panel: String, baseTopic: String) -> String {
        baseTopic.split(separator: "/").joined(separator: "_") + "_" + panel
    }

    /// The ``identifier`` of a panel, or of `bridge`.
    static func identifier(of level: String, baseTopic: String) -> String { baseTopic + "/" + level }

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
