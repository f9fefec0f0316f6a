import Messaging

/// The topic that an answer goes to, and what its requester recognises it by.
struct ReplyAddress: Sendable, Equatable {
    let topic: String
    let correlationData: [UInt8]?

    /// An answer: not retained, and gone within a minute.
    func message(_ payload: [UInt8]) -> OutgoingMessage {
        OutgoingMessage(
            topic: topic,
            payload: payload,
            isRetained: false,
            lifetime: .seconds(60),
            correlationData: correlationData
        )
    }
}
