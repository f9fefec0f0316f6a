/// A topic of ``Topics``.
package struct Topic: Sendable, Hashable {
    /// The topic's kind, from which its use follows.
    package let kind: Kind
    /// The whole topic, with the base topic.
    package let name: String

    /// A row of the table of ``Topics``.
    package enum Kind: Sendable, Hashable, CaseIterable {
        /// `bridge/state`: `online` or `offline`.
        case state
        /// `bridge/health`: what works and what does not.
        case health
        /// `bridge/info`: the version and the settings of the bridge.
        case information
        /// The document that a device's entities in Home Assistant read.
        case homeAssistantDocument
        /// `bridge/request/<verb>`: a question to the bridge.
        case request
        /// `bridge/response/<verb>`: the answer to a question.
        case response
        /// A topic that the doctor uses to examine the broker, `bridge/doctor/…`.
        case examination
        /// A panel's freshness.
        case status
        /// A panel's position and name.
        case location
        /// A command that moves a panel.
        case locationCommand
        /// The answer to a command that moves a panel.
        case locationResponse
        /// A panel's message about its display and buffer.
        case hello
        /// The answer to a hello.
        case helloResponse
        /// A command that asks the upstreams for a panel's data again.
        case refresh
        /// A widget's entry in one encoding.
        case entry
        /// The bitmap of a place's name.
        case label
        /// A picture of a widget, or its description.
        case picture
    }
}

extension Topic.Kind {
    /// The levels below the base topic: `<panel>`, `<verb>` and `<widget>` stand for what is filled in, `…` for any
    /// rest.
    package var path: String {
        switch self {
        case .state: "bridge/state"
        case .health: "bridge/health"
        case .information: "bridge/info"
        case .homeAssistantDocument: "bridge/homeassistant/<panel>"
        case .request: "bridge/request/…"
        case .response: "bridge/response/…"
        case .examination: "bridge/doctor/…"
        case .status: "<panel>/status"
        case .location: "<panel>/location"
        case .locationCommand: "<panel>/location/set"
        case .locationResponse: "<panel>/location/response/…"
        case .hello: "<panel>/hello"
        case .helloResponse: "<panel>/hello/response/…"
        case .refresh: "<panel>/refresh"
        case .entry: "<panel>/<widget>/…"
        case .label: "<panel>/<widget>/label"
        case .picture: "image/<panel>/…"
        }
    }

    /// ``path`` below the panel; the same for a topic that is not below one.
    package var pathBelowPanel: String { area == .panels ? String(path.drop { $0 != "/" }.dropFirst()) : path }

    /// The part of the topics to which a kind belongs.
    package var area: Topics.Area {
        switch self {
        case .state, .health, .information, .homeAssistantDocument, .request, .examination: .bridge
        case .response: .responses
        case .status, .location, .locationCommand, .locationResponse, .hello, .helloResponse, .refresh, .entry, .label:
            .panels
        case .picture: .pictures
        }
    }

    /// The direction of messages, seen from the bridge.
    package enum Direction: Sendable {
        /// The bridge publishes on it.
        case published
        /// The bridge subscribes to it.
        case read
        /// By the doctor, which is the same user.
        case both
    }

    /// The direction of messages, seen from the bridge.
    package var direction: Direction {
        switch self {
        case .request, .locationCommand, .hello, .refresh: .read
        case .examination: .both
        default: .published
        }
    }

    /// Published messages are retained; ``examination`` tries both.
    package var isRetained: Bool {
        switch self {
        case .state, .health, .information, .homeAssistantDocument, .status, .location, .entry, .label, .picture: true
        case .request, .response, .examination, .locationCommand, .locationResponse, .hello, .helloResponse, .refresh:
            false
        }
    }

    /// The time after which a message expires, where it is always the same; nil where it never does, or its content or
    /// its sender has the time.
    package var lifetime: Duration? {
        switch self {
        // Three are published in that time.
        case .health: .seconds(180)
        case .response, .locationResponse, .helloResponse: .seconds(60)
        default: nil
        }
    }

    /// The subscription of the bridge, for topics that it reads.
    package var retainedMessages: RetainedMessages? {
        switch self {
        // A retained command must be seen to be refused.
        case .locationCommand: .sentAndMarked
        case .refresh, .hello, .request: .withheld
        default: nil
        }
    }

    /// The kind of topic on which a command is answered that asks for no other; nil for no answer.
    package var answer: Topic.Kind? {
        switch self {
        case .request: .response
        case .locationCommand: .locationResponse
        case .hello: .helloResponse
        default: nil
        }
    }

    /// The filter of all topics of the kind, below the base topic.
    package var filter: String {
        path.split(separator: "/").map { level in
            level == "…" ? "#" : level.first == "<" ? "+" : String(level)
        }.joined(separator: "/")
    }
}

/// The retained messages that a subscription brings (MQTT 5; with 3.1.1 they always come).
package enum RetainedMessages: Sendable, Hashable {
    /// They come with each connection, and all messages keep the flag that their sender gave them.
    case sentAndMarked
    /// None comes.
    case withheld
}

extension Topics {
    /// Topics that access rules treat as one.
    package enum Area: String, Sendable, CaseIterable {
        case panels = "<panel>/…"
        case pictures = "image/…"
        case bridge = "bridge/…"
        case responses = "bridge/response/…"
    }

    /// An area as a person reads it: `kiatsu/<panel>/…`.
    package func description(of area: Area) -> String { "\(base)/\(area.rawValue)" }

    /// A subscription of the bridge.
    package struct Subscription: Sendable, Hashable {
        /// The topic filter, possibly with wildcards.
        package let filter: String
        /// The handling of messages that are retained when the subscription begins.
        package let retained: RetainedMessages
    }

    /// The subscriptions of the bridge: all commands to panels and to itself.
    package var subscriptions: [Subscription] {
        Topic.Kind.commands.compactMap { kind in
            kind.retainedMessages.map { Subscription(filter: filter(kind), retained: $0) }
        }
    }
}

extension Topic.Kind {
    /// The kinds that the bridge reads, in the order of its subscriptions.
    package static let commands: [Self] = [.locationCommand, .refresh, .hello, .request]
}
