import Commands
import Configuration
import Messaging
import Time
import Topics

/// The requests on `bridge/request/…`.
extension BridgeState {
    mutating func receiveRequest(_ verb: String, _ message: IncomingMessage, at now: UTCInstant) -> [Effect] {
        let address = requestAddress(of: message, verb: verb)
        let request: BridgeRequest
        do throws(RequestError) {
            request = try BridgeRequest(payload: message.payload, verb: verb)
        } catch {
            return [answer(.error(error.message), to: Requester(address: address, transaction: error.transaction))]
        }
        var requester = Requester(address: address, transaction: request.transaction)
        if Self.isToBeDoneOnce(verb, request) {
            let key = RequestReplays.Key(verb: verb, payload: message.payload)
            switch requests.admit(key, from: address, at: now) {
            case .new: requester.replay = key
            case .underway: return []
            case .answered(let payload): return [.publish([address.message(payload)])]
            }
        }
        do throws(RequestError) {
            return try carryOut(verb, request, message.payload, requester, at: now)
        } catch {
            return [answer(.error(error.message), to: requester)]
        }
    }

    /// The address for the answer: never below a panel, since a small client could lose the message or its connection.
    private func requestAddress(of message: IncomingMessage, verb: String) -> ReplyAddress {
        address(of: message, to: nil, otherwise: setup.topics.response(verb))
    }

    private mutating func carryOut(
        _ verb: String,
        _ request: BridgeRequest,
        _ payload: [UInt8],
        _ requester: Requester,
        at now: UTCInstant
    ) throws(RequestError) -> [Effect] {
        guard let verb = RequestVerb(rawValue: verb) else {
            let known = RequestVerb.allCases.map(\.rawValue)
            let others = known.dropLast().joined(separator: ", ")
            throw RequestError("no request “\(verb)”; there are \(others) and \(known.last ?? "")")
        }
        switch verb {
        case .addPanel: return try addPanel(payload, requester, at: now)
        case .removePanel: return try removePanel(request, requester, at: now)
        case .panelOptions: return try panelOptions(request, requester, at: now)
        case .panels:
            // A requester that has the first page may have the others.
            if request.page ?? 1 == 1 { try requests.admitReading(at: now) }
            return [answer(.ok(data: try presenter.panelList(request)), to: requester)]
        case .refresh:
            try requests.admitReading(at: now)
            return try refresh(request, requester, at: now)
        case .panelPicture:
            try requests.admitReading(at: now)
            return [answer(.ok(data: try presenter.panelPicture(request)), to: requester)]
        case .snapshot:
            try requests.admitReading(at: now)
            return [answer(.ok(data: try presenter.snapshot(request, at: now)), to: requester)]
        }
    }

    /// True if a request has a transaction and changes something.
    private static func isToBeDoneOnce(_ verb: String, _ request: BridgeRequest) -> Bool {
        guard request.transaction != nil else { return false }
        return switch verb {
        case "panel/add", "panel/remove", "refresh": true
        case "panel/options": request.isReset || !request.options.isEmpty
        default: false
        }
    }

    // MARK: Answers

    /// The answer, for the requester and for all who sent the same request again meanwhile.
    mutating func answer(_ reply: BridgeReply, to requester: Requester) -> Effect {
        let payload = reply.payload(transaction: requester.transaction)
        return .publish(requests.finish(reply, payload, for: requester).map { $0.message(payload) })
    }
}
