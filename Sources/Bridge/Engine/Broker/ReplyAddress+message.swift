import Commands
import Messaging
import Topics

extension ReplyAddress {
    /// An answer: not retained, and gone within a minute.
    func message(_ payload: [UInt8]) -> OutgoingMessage {
        OutgoingMessage(
            topic: topic,
            payload: payload,
            isRetained: false,
            lifetime: Topic.Kind.response.lifetime,
            correlationData: correlationData
        )
    }
}
