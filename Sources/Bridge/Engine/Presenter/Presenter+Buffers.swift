import Commands
import Configuration
import Messaging
import Payloads
import Storage
import Topics

/// Keeping everything below a panel within the buffer that its client announced, so that it may subscribe to all of it:
/// some clients end the connection at a message that is too large, and a retained one comes again with each connection.
extension Presenter {
    /// The message, or one that clears its topic where it does not fit the buffer of the panel's client.
    func withinBuffer(of panel: String, _ message: OutgoingMessage) -> OutgoingMessage {
        guard let buffer = choices.displays[panel]?.bufferBytes else { return message }
        let size = PacketBudget.packetSize(
            topicBytes: message.topic.utf8.count,
            payloadBytes: message.payload.count
        )
        guard size > buffer else { return message }
        return OutgoingMessage(topic: message.topic, payload: [], isRetained: true, lifetime: nil)
    }

    /// The largest packet, in bytes, of what is made to fit its topic.
    func answerPacketBytes(on topic: String) -> Int {
        guard let panel = setup.topics.panelLevel(of: topic) else { return maximumPacketBytes }
        return min(choices.displays[panel]?.bufferBytes ?? maximumPacketBytes, maximumPacketBytes)
    }
}
