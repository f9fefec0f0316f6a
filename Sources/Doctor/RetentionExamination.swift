import BridgeClient
import Configuration
import Messaging
import Time
import Topics

/// The examination of the broker's retained messages and their expiry.
struct RetentionExamination {
    private static let lifetimeSeconds: UInt32 = 2
    private static let patience = Duration.seconds(2)

    let topic: String
    let mqtt: Configuration.MQTT
    let acknowledgement: ConnectAcknowledgement

    /// Leaves nothing of what was kept.
    var clearing: OutgoingMessage { message("", isRetained: true) }

    /// Checks that a retained message reaches a later subscriber, and returns as well how certain that is.
    func retain(through session: BrokerSession) async -> (finding: Finding, isKept: Bool) {
        guard acknowledgement.retainAvailable else { return (Self.fault("as it says itself"), false) }
        guard await session.publish([message("kept", isRetained: true, lifetime: .seconds(60))]) else {
            return (Self.silent("retain"), false)
        }
        if let reason = session.refusals[topic] {
            let remedy = "See the findings on rights below."
            return (Finding("retain", .unknown, "\(topic) is \(reason)", remedy: remedy), false)
        }
        session.subscribe(also: topic)
        let isKept = await session.wait(atMost: Self.patience) { has("kept", $0) }
        guard !isKept else {
            _ = await session.publish([clearing])
            session.subscribe(also: nil)
            return (Finding("retain", .ok, "a retained message is there for one who subscribes later"), true)
        }
        // Was it not kept, or may we not read there?
        _ = await session.publish([message("live", isRetained: false)])
        let isReadable = await session.wait(atMost: Self.patience) { has("live", $0) }
        _ = await session.publish([clearing])
        session.subscribe(also: nil)
        guard !isReadable else { return (Self.fault("what was published is gone at once"), false) }
        return (
            Finding(
                "retain",
                .unknown,
                "cannot be told: nothing of what is published on \(topic) comes back",
                remedy: "Let this user publish and read \(mqtt.topics.everythingOfBridge) to have it examined."
            ), false
        )
    }

    private static func fault(_ how: String) -> Finding {
        Finding(
            "retain",
            .fault,
            "the broker keeps no retained messages, \(how): a panel that wakes up sees nothing until the next hour",
            remedy: "Allow them in the broker's configuration (mosquitto: retain_available true)."
        )
    }

    private static func silent(_ check: String) -> Finding {
        Finding(check, .unknown, "the broker stopped answering", remedy: "Look into the broker's log.")
    }

    /// Checks that expired messages are gone and the remaining lifetime is reported; nil if nothing is retained.
    func expiry(through session: BrokerSession, isKept: Bool) async -> Finding? {
        guard mqtt.protocol == .mqtt5 else {
            return Finding(
                "expiry",
                .warning,
                "MQTT 3.1.1 has none: should the bridge be away, panels go on seeing the last hour",
                remedy: "Set mqtt.protocol: 5 where the broker has it; a panel with a clock can look at ts."
            )
        }
        guard isKept else { return nil }
        let lifetime = Duration.seconds(Int(Self.lifetimeSeconds))
        guard await session.publish([message("brief", isRetained: true, lifetime: lifetime)]) else {
            return Self.silent("expiry")
        }
        // A second, and what mosquitto's own idea of the time may be behind.
        await session.wait(atMost: .milliseconds(1_500)) { _ in false }
        session.subscribe(also: topic)
        await session.wait(atMost: .milliseconds(500)) { has("brief", $0) }
        let left = session.received.last { $0.topic == topic && isText("brief", $0) }?.expirySeconds
        session.subscribe(also: nil)
        await session.wait(atMost: lifetime) { _ in false }
        let seen = session.received.count
        session.subscribe(also: topic)
        // Retained messages come before those published after the subscription.
        _ = await session.publish([message("live", isRetained: false)])
        let hasLooked = await session.wait(atMost: .seconds(1)) { session in
            session.received.dropFirst(seen).contains { $0.topic == topic && isText("live", $0) }
        }
        let isThere = session.received.dropFirst(seen).contains { $0.topic == topic && isText("brief", $0) }
        _ = await session.publish([clearing])
        session.subscribe(also: nil)
        guard hasLooked || isThere else { return Self.silent("expiry") }
        return finding(isThere: isThere, secondsLeft: left)
    }

    private func finding(isThere: Bool, secondsLeft: UInt32?) -> Finding {
        let given = "a message of \(Self.lifetimeSeconds) s"
        if isThere {
            return Finding(
                "expiry",
                .fault,
                "\(given) is there still after it has expired: should the bridge be away, panels see old hours",
                remedy: "Use a broker that honours MQTT 5's message expiry, such as mosquitto 2."
            )
        }
        switch secondsLeft {
        case let left? where left >= Self.lifetimeSeconds:
            return Finding(
                "expiry",
                .warning,
                "\(given) is gone in time, but one who came a second later was told it had \(left) s left",
                remedy: "Bridges to other brokers and programs that go by it may keep it too long; panels look at ts."
            )
        case let left?:
            return Finding("expiry", .ok, "\(given) had \(left) s left a second later, and was gone in time")
        case nil: return Finding("expiry", .ok, "\(given) was gone in time")
        }
    }

    private func has(_ text: String, _ session: BrokerSession) -> Bool {
        session.received.contains { $0.topic == topic && isText(text, $0) }
    }

    private func isText(_ text: String, _ message: IncomingMessage) -> Bool { message.payload == Array(text.utf8) }

    private func message(_ text: String, isRetained: Bool, lifetime: Duration? = nil) -> OutgoingMessage {
        OutgoingMessage(topic: topic, payload: Array(text.utf8), isRetained: isRetained, lifetime: lifetime)
    }
}
