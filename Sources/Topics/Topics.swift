import Text

/// The topics of one installation: all that it publishes and reads below its base topic.
///
/// This is the contract with panels, Home Assistant and the access rules of brokers; ``Topic/Kind`` has each row as a
/// value. `<base>` is `mqtt.base_topic`, `kiatsu` by default. All messages have QoS 1.
///
/// | Topic below `<base>/` | Direction | Retained | Expires | Answered on |
/// |---|---|---|---|---|
/// | `bridge/state` | published; last will | yes | never | |
/// | `bridge/health` | published | yes | 180 s | |
/// | `bridge/info` | published | yes | never | |
/// | `bridge/homeassistant/<panel>` | published; `<panel>` may be `bridge` | yes | never | |
/// | `bridge/request/<verb>` | read; `<verb>` may have levels | no | by its sender | `bridge/response/<verb>` |
/// | `bridge/response/…` | published | no | 60 s | |
/// | `bridge/doctor/…` | published and read by `kiatsu doctor` | both | by its sender | |
/// | `<panel>/status` | published | yes | with the next hour | |
/// | `<panel>/location` | published | yes | never | |
/// | `<panel>/location/set` | read | refused | by its sender | `<panel>/location/response` |
/// | `<panel>/location/response` | published | no | 60 s | |
/// | `<panel>/hello` | read | ignored | by its sender | `<panel>/hello/response` |
/// | `<panel>/hello/response` | published | no | 60 s | |
/// | `<panel>/refresh` | read | ignored | by its sender | |
/// | `<panel>/<widget>…` | published; the encodings have the rest | yes | with the entry | |
/// | `<panel>/<widget>/label` | published | yes | with the entry | |
/// | `image/<panel>/<widget>…` | published; the formats have the rest | yes | with the entry | |
///
/// An answer goes to the response topic that the sender asked for, if ``allowsResponse(on:toPanel:prefixes:)`` lets it.
/// A command to a panel that does not exist is answered on `bridge/response`.
///
/// Topics of others are not here: the topics of discovery have Home Assistant's grammar and a prefix of their own
/// (`Discovery` makes them), and what a panel follows is written in the configuration.
package struct Topics: Sendable, Hashable {
    /// The first levels of all topics, with no `/` at the ends.
    package let base: String

    /// `base` is a topic without wildcards.
    package init(base: String) {
        self.base = base
    }

    func topic(_ kind: Topic.Kind, _ path: String) -> Topic { Topic(kind: kind, name: "\(base)/\(path)") }
}

// MARK: The bridge

extension Topics {
    /// `online` or `offline`.
    package var state: Topic { topic(.state, "bridge/state") }
    /// The health document, every minute.
    package var health: Topic { topic(.health, "bridge/health") }
    /// The version and a summary of the configuration.
    package var information: Topic { topic(.information, "bridge/info") }

    /// A request to the bridge, such as `panel/add`.
    package func request(_ verb: String) -> Topic { topic(.request, "bridge/request/\(verb)") }
    /// Answers to commands for panels that do not exist.
    package var response: Topic { topic(.response, "bridge/response") }
    /// Answers to one kind of request, or to one client (`name` is its id).
    package func response(_ name: String) -> Topic { topic(.response, "bridge/response/\(name)") }
    /// Messages that try out what the broker does; `name` may have levels.
    package func examination(_ name: String) -> Topic { topic(.examination, "bridge/doctor/\(name)") }

    /// The state document of a panel's entities in Home Assistant.
    package func homeAssistantDocument(of panel: String) -> Topic {
        topic(.homeAssistantDocument, "bridge/homeassistant/\(panel)")
    }

    /// The state document of the bridge's own entities: no panel has this id.
    package var homeAssistantDocument: Topic { homeAssistantDocument(of: Self.bridgeLevel) }

    /// Tells whether a topic is of a document for Home Assistant, whatever the base topic.
    package static func isHomeAssistantDocument(_ topic: String) -> Bool {
        topic.contains(substring: "/bridge/homeassistant/")
    }

    /// The bridge's level, in the place of a panel's id.
    package static let bridgeLevel = "bridge"
}

// MARK: Panels

extension Topics {
    /// The freshness of what a panel shows.
    package func status(of panel: String) -> Topic { topic(.status, "\(panel)/status") }
    /// The position of a panel, rounded.
    package func location(of panel: String) -> Topic { topic(.location, "\(panel)/location") }
    /// The command that moves a panel.
    package func locationCommand(to panel: String) -> Topic { topic(.locationCommand, "\(panel)/location/set") }
    /// The answers to commands that move a panel.
    package func locationResponse(of panel: String) -> Topic { topic(.locationResponse, "\(panel)/location/response") }
    /// The limits of a panel's client, from the client.
    package func hello(of panel: String) -> Topic { topic(.hello, "\(panel)/hello") }
    /// The answers to ``hello(of:)``.
    package func helloResponse(of panel: String) -> Topic { topic(.helloResponse, "\(panel)/hello/response") }
    /// The command that publishes all of a panel again.
    package func refresh(of panel: String) -> Topic { topic(.refresh, "\(panel)/refresh") }

    /// A widget's entry; `suffix` is what the encoding puts behind the widget, with its `/`.
    package func entry(of widget: String, panel: String, suffix: String = "") -> Topic {
        topic(.entry, "\(panel)/\(widget)\(suffix)")
    }

    /// The UTF-8 bytes of ``entry(of:panel:suffix:)`` without a suffix.
    package static func entryTopicBytes(base: String, panel: String, widget: String) -> Int {
        base.utf8.count + panel.utf8.count + widget.utf8.count + 2
    }

    /// The strip of pixels with a widget's place name.
    package func label(of widget: String, panel: String) -> Topic {
        topic(.label, "\(panel)/\(widget)/\(Self.labelLevel)")
    }

    /// A widget's picture in one format, or (without a suffix) its description.
    package func picture(of widget: String, panel: String, suffix: String = "") -> Topic {
        topic(.picture, "\(Self.pictureLevel)/\(panel)/\(widget)\(suffix)")
    }

    /// One strip of a widget's picture; see ``stripSuffix(_:)``.
    package func strip(_ index: Int, of widget: String, panel: String) -> Topic {
        picture(of: widget, panel: panel, suffix: Self.stripSuffix(index))
    }

    /// The suffix of a strip, counted from 0: `/strips/000`, and `/strips/1000` where there are so many.
    package static func stripSuffix(_ index: Int) -> String {
        let digits = String(index)
        return "\(stripsSuffix)/" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }

    /// The level above all strips of a picture.
    package static let stripsSuffix = "/strips"
    /// The suffix of a label, below its widget.
    package static let labelSuffix = "/" + labelLevel

    static let labelLevel = "label"
    static let pictureLevel = "image"

    /// The first levels below the base topic that are no panels.
    static let reservedLevels = [bridgeLevel, pictureLevel]
}

// MARK: Filters

extension Topics {
    /// All topics of the installation.
    package var everything: String { "\(base)/#" }
    /// All topics of a panel but its pictures.
    package func everything(of panel: String) -> String { "\(base)/\(panel)/#" }
    /// All topics of the bridge itself.
    package var everythingOfBridge: String { "\(base)/\(Self.bridgeLevel)/#" }
    /// All topics of a kind.
    package func filter(_ kind: Topic.Kind) -> String { "\(base)/\(kind.filter)" }
}
