/// An event of a client, reported in order on the client's own thread.
package enum ClientEvent: Sendable, Equatable {
    /// The broker has accepted the connection; subscriptions and the first messages are in flight.
    ///
    /// Without a session the broker may have lost everything, so the owner publishes its retained messages again.
    case connected(sessionPresent: Bool)

    /// The connection failed; reported once per change of the reason, not per attempt.
    case disconnected(ConnectionFailure)
    /// A message arrived.
    case received(IncomingMessage)

    /// Everything handed over so far has been acknowledged, refused or has expired.
    case drained

    /// A message or subscription failed; reported once per topic while the reason lasts.
    ///
    /// A retained value that the broker refused is tried again, everything else is dropped.
    case refused(topic: String, reason: RefusalReason)

    /// The broker has accepted the newest value of all topics that it refused before.
    case accepted

    /// Something will not work as configured though the connection stands: the effect with its remedy; reported anew on
    /// each connection.
    case warning(String)
}

/// The reason why a single message or subscription failed.
package enum RefusalReason: Sendable, Equatable {
    /// Larger than the largest packet that the broker accepts, in bytes where the broker said so.
    case tooLarge(limit: UInt32?)

    /// A topic that no message can have: empty, with a wildcard, or too long.
    case invalidTopic

    /// The broker answered with this reason code of MQTT 5 (0x80 for a subscription refused by 3.1.1).
    case broker(code: UInt8)

    /// The outbox is full; reported once until it has space again.
    case outboxFull

    /// libmosquitto cannot send it; the library's message.
    case library(String)

    /// True where the broker may accept the same message later.
    package var mayPass: Bool {
        guard case .broker(let code) = self else { return false }
        // The topic or the payload itself is wrong.
        return code != 0x90 && code != 0x99
    }
}

extension RefusalReason: CustomStringConvertible {
    /// The failure with its remedy.
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
