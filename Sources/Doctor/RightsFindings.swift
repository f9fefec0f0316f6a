import BridgeClient
import Commands
import Configuration
import Messaging
import Topics

extension RightsExamination {
    private var user: String { mqtt.username.map { "user \($0)" } ?? "clients without a user name" }

    func findings(_ session: BrokerSession) -> [Finding] {
        publishing(session) + commands(session) + birth(session) + followed.map { following($0, session) }
    }

    // MARK: Publishing

    private func publishing(_ session: BrokerSession) -> [Finding] {
        let topics = Set(session.received.map(\.topic))
        var allowed: [String] = []
        var doubtful: [String] = []
        var findings: [Finding] = []
        for publication in publications {
            if let reason = session.refusals[publication.probe] {
                findings.append(
                    Finding(
                        "publish",
                        .fault,
                        "\(publication.topics): tried with \(publication.probe), \(words(reason))",
                        remedy: "Let \(user) publish there; in mosquitto's acl_file: topic write "
                            + Self.filter(publication.topics)
                    )
                )
            } else if mqtt.protocol == .mqtt5 || topics.contains(publication.probe) {
                allowed.append(publication.topics)
            } else {
                doubtful.append(publication.topics)
            }
        }
        if !doubtful.isEmpty {
            findings.append(
                Finding(
                    "publish",
                    .unknown,
                    doubtful.joined(separator: ", ") + ": nothing came back, and MQTT 3.1.1 does not say why",
                    remedy: "Look into the broker's log for what it denies, or set mqtt.protocol: 5 where it has that."
                )
            )
        }
        guard !allowed.isEmpty else { return findings }
        return [Finding("publish", .ok, "allowed: " + allowed.joined(separator: ", "))] + findings
    }

    // MARK: Reading

    private func commands(_ session: BrokerSession) -> [Finding] {
        let topics = Set(session.received.map(\.topic))
        var heard: [String] = []
        var findings: [Finding] = []
        for hearing in hearings {
            if let reason = session.refusals[hearing.filter] {
                findings.append(denied(hearing.filter, "the subscription is \(words(reason))"))
            } else if topics.contains(hearing.probe) {
                heard.append(hearing.filter)
            } else if session.refusals[hearing.probe] != nil || mqtt.protocol == .mqtt311 {
                let why =
                    mqtt.protocol == .mqtt5
                    ? "we may not publish there ourselves" : "nothing came back of what we published there"
                findings.append(
                    Finding(
                        "read",
                        .unknown,
                        "\(hearing.filter): cannot be told, as \(why)",
                        remedy: "Send a command as a panel or a phone does, and see whether the bridge answers."
                    )
                )
            } else {
                findings.append(denied(hearing.filter, "subscribed, but what is published there does not come"))
            }
        }
        if !heard.isEmpty { findings.insert(Finding("read", .ok, "heard: " + heard.joined(separator: ", ")), at: 0) }
        return findings + keptCommands(session)
    }

    private func denied(_ filter: String, _ what: String) -> Finding {
        Finding(
            "read",
            .fault,
            "\(filter): \(what)",
            remedy: "Let \(user) read there; in mosquitto's acl_file: topic read \(filter)"
        )
    }

    /// Commands that were published to be kept are refused at each connection.
    private func keptCommands(_ session: BrokerSession) -> [Finding] {
        let kept = session.received.filter { message in
            message.isRetained && !message.payload.isEmpty
                && mqtt.topics.command(at: message.topic) != nil
        }
        return Set(kept.map(\.topic)).sorted().prefix(5).map { topic in
            Finding(
                "read",
                .warning,
                "\(topic) holds a retained command, which the bridge refuses each time it connects",
                remedy: "Clear it: mosquitto_pub -r -n -t '\(topic)'. Whoever sends it must not set the retain flag."
            )
        }
    }

    private func birth(_ session: BrokerSession) -> [Finding] {
        guard let topic = birthTopic else { return [] }
        if let reason = session.refusals[topic] { return [denied(topic, "the subscription is \(words(reason))")] }
        guard !session.received.contains(where: { $0.topic == topic }) else {
            return [Finding("read", .ok, "\(topic), where Home Assistant says that it has started, holds a message")]
        }
        return [
            Finding(
                "read",
                .unknown,
                "\(topic): subscribed; nothing is there now, so that it cannot be told whether it would come",
                remedy: "Restart Home Assistant and see whether the bridge logs it."
            )
        ]
    }

    private func following(_ filter: String, _ session: BrokerSession) -> Finding {
        if let reason = session.refusals[filter] { return denied(filter, "the subscription is \(words(reason))") }
        let messages = heard(on: filter, session)
        guard !messages.isEmpty else {
            return Finding(
                "follow",
                .unknown,
                "\(filter): subscribed; nothing is retained there, so that it cannot be told whether it may be read",
                remedy: "Have the device publish its position, retained at best, and look again."
            )
        }
        let hasPosition = messages.contains { message in
            if case .change(.set) = try? PositionCommand.parse(payload: message.payload) { true } else { false }
        }
        let what = "\(filter): \(messages.count) message(s) came"
        return Finding("follow", .ok, what + (hasPosition ? ", a position among them" : ", none a whole position"))
    }

    private func words(_ reason: RefusalReason) -> String {
        guard case .broker(let code) = reason else { return "\(reason)" }
        let name = code == 0x87 ? "not authorized" : code == 0x80 ? "refused" : "refused by the broker"
        return "\(name) (0x\(String(code, radix: 16)))"
    }

    /// `kiatsu/<panel>/…` as a rule of mosquitto has it.
    private static func filter(_ topics: String) -> String {
        topics.split(separator: "/").map { level in
            if level == "…" { return topics.hasSuffix("…") ? "#" : "+" }
            return level.hasPrefix("<") ? "+" : String(level)
        }.joined(separator: "/")
    }
}
