import Commands
import Configuration
import Messaging
import Topics

/// Answers to commands that move panels.
extension Presenter {
    /// The answer as a message that fits the buffer of its requester's client.
    func message(to address: ReplyAddress, _ reply: PositionReply) -> OutgoingMessage {
        OutgoingMessage(
            topic: address.topic,
            payload: reply.payload(
                topicBytes: address.topic.utf8.count,
                privacyDecimals: configuration.privacy.decimals,
                packetBytes: answerPacketBytes(on: address.topic)
            ),
            isRetained: false,
            lifetime: Topic.Kind.locationResponse.lifetime,
            correlationData: address.correlationData
        )
    }
}
