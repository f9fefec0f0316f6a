import Commands
import Configuration
import Messaging

/// Answers to commands that move panels.
extension Presenter {
    /// The answer as a message that its requester's client has room for.
    func message(to address: ReplyAddress, _ reply: PositionReply) -> OutgoingMessage {
        OutgoingMessage(
            topic: address.topic,
            payload: reply.payload(
                topicBytes: address.topic.utf8.count,
                privacyDecimals: configuration.privacy.decimals,
                packetBytes: answerPacketBytes(on: address.topic)
            ),
            isRetained: false,
            lifetime: .seconds(60),
            correlationData: address.correlationData
        )
    }
}
