/// What a client tells its owner, in the order in which it happened, on the client's own thread.
package enum ClientEvent: Sendable, Equatable {
    /// The broker has accepted us; subscriptions and the first messages are on their way.
    ///
    /// Without a session the broker may have lost everything, so the owner publishes its retained messages again.
    case connected(sessionPresent: Bool)

    /// There is no connection; told once for each change of the reason, not for each attempt.
    case disconnected(ConnectionFailure)
    case received(IncomingMessage)

    /// Everything handed over so far has been acknowledged, refused or has expired.
    case drained

    /// This message or subscription failed; told once a topic for as long as the reason lasts.
    ///
    /// A retained value that the broker itself refused is tried again, all else is given up.
    case refused(topic: String, reason: RefusalReason)

    /// The broker has taken the newest value of all that it refused before.
    case accepted

    /// The connection stands, but something will not work as configured: what, and what the user can do; told anew in each
    /// connection.
    case warning(String)
}

/// Why a single message or subscription failed.
package enum RefusalReason: Sendable, Equatable {
    /// Larger than the largest packet that the broker accepts, in bytes where the broker said so.
    case tooLarge(limit: UInt32?)

    /// A topic that no message can have: empty, with a wildcard, or too long.
    case invalidTopic

    /// The broker answered with this reason code of MQTT 5 (0x80 for a subscription refused by 3.1.1).
    case broker(code: UInt8)

    /// The bytes that may wait for the broker are used up; told once until there is room again.
    case outboxFull

    /// The MQTT library cannot send it, with its words.
    case library(String)

    /// Whether the broker may take the same message later.
    package var mayPass: Bool {
        guard case .broker(let code) = self else { return false }
        // The name or the payload itself is what is wrong.
        return code != 0x90 && code != 0x99
    }
}

extension RefusalReason: CustomStringConvertible {
    /// What happened and what the user can do.
    package var description: String {
        switch self {
        case .tooLarge(let limit):
            "larger than the broker accepts\(limit.map { " (\($0) bytes)" } ?? ""); raise the broker's "
                + "maximum packet size, or have less published there"
        case .invalidTopic: "not a topic that can be published to; correct the topic in the configuration"
        case .broker(let code):
            "refused by the broker (reason 0x\(String(code, radix: 16))); \(Self.advice(for: code))"
        case .outboxFull:
            "too much waits for the broker; it is published again when the broker is back: check that it keeps up"
        case .library(let words): "not possible: \(words); correct what is configured for it"
        }
    }

    private static func advice(for code: UInt8) -> String {
        switch code {
        case 0x97: "the broker is at a limit of its own, give it more room"
        case 0x90, 0x99: "correct the topic in the configuration, or the broker's rules"
        default: "check its access rules for this client"
        }
    }
}
