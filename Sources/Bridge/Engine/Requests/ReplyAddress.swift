/// The topic that an answer goes to, and what its requester recognises it by.
struct ReplyAddress: Sendable, Equatable {
    let topic: String
    let correlationData: [UInt8]?
}
