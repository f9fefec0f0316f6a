import Commands
import Configuration
import Messaging
import Payloads
import Storage

/// What goes below a panel fits into the buffer that its client told of, so that it may subscribe to all of it: some
/// clients end the connection at a message that is too large, and a retained one comes again with each connection.
extension BridgeState {
    /// The message, or one that clears its topic where the panel's client has no room for it.
    func withinBuffer(of panel: String, _ message: OutgoingMessage) -> OutgoingMessage {
        guard let buffer = displays[panel]?.bufferBytes else { return message }
        let size = PacketBudget.packetSize(
            topicBytes: message.topic.utf8.count,
            payloadBytes: message.payload.count
        )
        guard size > buffer else { return message }
        return OutgoingMessage(topic: message.topic, payload: [], isRetained: true, lifetime: nil)
    }

    /// The largest packet, in bytes, of what is made to fit its topic.
    func answerPacketBytes(on topic: String) -> Int {
        let base = configuration.mqtt.baseTopic + "/"
        guard topic.hasPrefix(base) else { return maximumPacketBytes }
        let panel = topic.dropFirst(base.count).prefix { $0 != "/" }
        return min(displays[String(panel)]?.bufferBytes ?? maximumPacketBytes, maximumPacketBytes)
    }
}
