import Bridge
import Configuration
import Messaging
import Topics
import Widgets

/// The findings about packets that are too large for the panels' clients or the broker.
enum ClientFindings {
    /// The further bytes of a PUBLISH in MQTT 5: the length of its properties, and the expiry.
    private static let modernBytes = 6
    private static let mostNamed = 4

    static func findings(
        _ configuration: Configuration,
        plan: Plan,
        broker: ConnectAcknowledgement?
    ) -> [Finding] {
        let topics = configuration.mqtt.topics
        let clients = zip(configuration.panels, plan.panels).map { client(of: $0.id, rows: $1, topics) }
        guard let limit = broker?.maximumPacketSize.map(Int.init) else { return clients }
        return clients + [packets(plan.panels.flatMap(\.self) + plan.further, limit: limit)]
    }

    /// The messages that a client with a default buffer loses if it subscribes to all of a panel.
    private static func client(of panel: String, rows: [Plan.Row], _ topics: Topics) -> Finding {
        let everything = topics.everything(of: panel)
        let prefix = everything.dropLast()
        let own = rows.filter { $0.topic.hasPrefix(prefix) }
        let largest = own.compactMap(\.largestPacketBytes).max() ?? 0
        func over(_ limit: Int) -> [String] {
            own.filter { $0.largestPacketBytes ?? .max > limit }.map { String($0.topic.dropFirst(prefix.count)) }
        }
        let all = "\(everything): up to \(largest) bytes"
        let tiny = over(128)
        let binary = own.map { String($0.topic.dropFirst(prefix.count)) }.filter(isBinary)
        let cut =
            (tiny.isEmpty
                ? ""
                : "; 256dpi/arduino-mqtt's 128 bytes would be disconnected by \(list(tiny)) unless it says hello")
            + (binary.isEmpty ? "" : "; \(list(binary)) is binary: no text mode, no String")
        let small = over(255)
        guard !small.isEmpty else { return Finding("clients", .ok, "\(all), within PubSubClient's 256\(cut)") }
        let most = over(1024)
        let lost = most.isEmpty ? "" : "; esp-mqtt's 1024 would lose \(list(most))"
        return Finding(
            "clients",
            .warning,
            "\(all); PubSubClient's 256 bytes would drop \(list(small)) without a word\(cut)\(lost)",
            remedy: "On the panel: client.setBufferSize(\(largest + 1)), or subscribe to smaller topics alone, or "
                + "leave out the full encoding."
        )
    }

    /// True for a topic below a panel whose payload is binary.
    private static func isBinary(_ topic: String) -> Bool {
        topic.hasSuffix("/\(Encoding.frame.rawValue)") || topic.hasSuffix(Topics.labelSuffix)
    }

    private static func packets(_ rows: [Plan.Row], limit: Int) -> Finding {
        let over = rows.filter { ($0.largestPacketBytes ?? 0) + modernBytes > limit }
        guard let largest = over.max(by: { ($0.largestPacketBytes ?? 0) < ($1.largestPacketBytes ?? 0) }) else {
            return Finding("packets", .ok, "all that has a bound is within the broker's \(limit) bytes")
        }
        let most = (largest.largestPacketBytes ?? 0) + modernBytes
        return Finding(
            "packets",
            .fault,
            "the broker takes \(limit) bytes; would never be sent at their largest: \(list(over.map(\.topic)))",
            remedy: "Raise it to \(most) or more (mosquitto: max_packet_size), or choose smaller encodings."
        )
    }

    private static func list(_ names: [String]) -> String {
        let more = names.count > mostNamed ? " and \(names.count - mostNamed) more" : ""
        return names.prefix(mostNamed).joined(separator: ", ") + more
    }
}
