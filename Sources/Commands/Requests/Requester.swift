/// The sender of a request, and what the answer is recognised by.
package struct Requester: Sendable, Equatable {
    /// The address of the answer.
    package let address: ReplyAddress
    /// The identifier that the request carries; nil for none.
    package let transaction: RequestIdentifier?
    /// Nil for a request that may be carried out any number of times.
    package var replay: RequestReplays.Key?

    package init(address: ReplyAddress, transaction: RequestIdentifier?, replay: RequestReplays.Key? = nil) {
        self.address = address
        self.transaction = transaction
        self.replay = replay
    }
}

extension RequestError {
    /// The error of a request that names a panel which does not exist.
    package static func unknownPanel(_ id: String) -> Self {
        RequestError("no panel “\(id)”; `kiatsu panel list`, or the request panels, lists those that there are")
    }
}
