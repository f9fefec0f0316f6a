/// The response to a ``BridgeRequest``, on `bridge/response/<verb>` or on the requester's response topic.
package enum BridgeReply: Sendable, Equatable {
    /// The request succeeded; `data` is JSON.
    case ok(data: [UInt8])
    /// The request failed; the reason with its remedy.
    case error(String)

    /// `{"status":"ok","data":…,"transaction":…}` or `{"status":"error","error":"…","transaction":…}`.
    package func payload(transaction: RequestIdentifier?) -> [UInt8] {
        let end = transaction.map { ",\"transaction\":" + JSONText.identifier($0) + "}" } ?? "}"
        return switch self {
        case .ok(let data): Array("{\"status\":\"ok\",\"data\":".utf8) + data + Array(end.utf8)
        case .error(let message): Array(("{\"status\":\"error\",\"error\":" + JSONText.string(message) + end).utf8)
        }
    }
}
