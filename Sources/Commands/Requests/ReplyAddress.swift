/// The topic that an answer goes to, and what its requester recognises it by.
package struct ReplyAddress: Sendable, Equatable {
    /// The response topic of the request.
    package let topic: String
    /// The request's correlation data; nil where it had none.
    package let correlationData: [UInt8]?

    package init(topic: String, correlationData: [UInt8]?) {
        self.topic = topic
        self.correlationData = correlationData
    }
}
