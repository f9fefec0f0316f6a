/// The answer to a ``BridgeRequest``, on `bridge/response/<verb>` or where the requester asked for it.
package enum BridgeReply: Sendable, Equatable {
    /// `data` is JSON.
    case ok(data: [UInt8])
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
