import BridgeClient
import Configuration
import Messaging
import Support
import Widgets

/// A subscriber to live topics.
enum LiveTopics {
    /// A client that tells of each message, and prints what is wrong with the connection.
    ///
    /// `command` is what the messages are for.
    static func client(
        _ mqtt: Configuration.MQTT,
        topics: [String],
        command: String,
        received: @escaping @Sendable (IncomingMessage) -> Void
    ) throws(SystemError) -> Client {
        var configuration = ClientConfiguration(reaching: mqtt, clientID: mqtt.clientID(of: command))
        configuration.sessionExpirySeconds = 0
        configuration.subscriptions = topics.map { Subscription(filter: $0, retainAsPublished: true) }
        return try Client(configuration: configuration) { event in
            switch event {
            case .received(let message): received(message)
            case .disconnected(let failure): Terminal.say(failure.eventAndAdvice)
            case .refused(let topic, let reason): Terminal.say("\(topic): \(reason)")
            case .warning(let text): Terminal.say("\(text)")
            case .connected, .accepted, .drained: break
            }
        }
    }

    /// A message decoded.
    static func text(of message: IncomingMessage) -> String {
        let head = "\(Terminal.printable(message.topic))\(message.isRetained ? " (retained)" : "")"
        guard !message.payload.isEmpty else { return "\(head): cleared\n" }
        switch Decoded(payload: message.payload) {
        case .entry(let text): return "\(head), \(message.payload.count) bytes:\n\(indented(text))"
        case .value(let text): return "\(head): \(text)"
        case .broken(let reason): return "\(head): \(reason)\n"
        }
    }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined()
    }
}
