/// A topic of ``Topics``.
package struct Topic: Sendable, Hashable {
    package let kind: Kind
    /// The whole topic, with the base topic.
    package let name: String

    /// A row of the table of ``Topics``.
    package enum Kind: Sendable, Hashable, CaseIterable {
        case state
        case health
        case information
        case homeAssistantDocument
        case request
        case response
        case examination
        case status
        case location
        case locationCommand
        case locationResponse
        case hello
        case helloResponse
        case refresh
        case entry
        case label
        case picture
    }
}

extension Topic.Kind {
    /// The levels below the base topic: `<panel>`, `<verb>` and `<widget>` stand for what is filled in, `…` for any rest.
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

    /// The direction of messages, seen from the bridge.
    package enum Direction: Sendable {
        case published
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

    /// The time after which a message expires, where it is always the same; nil where it never does, or its content or its
    /// sender has the time.
    package var lifetime: Duration? {
        switch self {
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
    /// A subscription of the bridge.
    package struct Subscription: Sendable, Hashable {
        package let filter: String
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
