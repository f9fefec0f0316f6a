import Commands

/// The sender of a request, and what the answer is recognised by.
struct Requester: Sendable, Equatable {
    let address: ReplyAddress
    let transaction: RequestIdentifier?
    /// Nil for a request that may be carried out any number of times.
    var replay: RequestReplays.Key?
}

extension RequestError {
    /// The error of a request that names a panel which does not exist.
    static func unknownPanel(_ id: String) -> Self {
        RequestError("no panel “\(id)”; `kiatsu panel list`, or the request panels, lists those that there are")
    }
}
