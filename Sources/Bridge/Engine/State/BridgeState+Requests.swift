import Commands
import Configuration
import FoundationEssentials
import Messaging
import Pictures
import Time
import Widgets

/// Who asked for something, and what the answer is recognised by.
struct Requester: Sendable, Equatable {
    let address: ReplyAddress
    let transaction: RequestIdentifier?
    /// Nil for a request that may be carried out any number of times.
    var replay: RequestReplays.Key?
}

extension RequestError {
    static func unknownPanel(_ id: String) -> Self {
        RequestError("no panel “\(id)”; `kiatsu panel list`, or the request panels, lists those that there are")
    }
}

/// What the bridge is asked on `bridge/request/…`.
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
            switch replays.admit(key, from: address, at: now) {
            case .new: requester.replay = key
            case .underway: return []
            case .answered(let payload): return [.publish([Self.message(payload, to: address)])]
            }
        }
        do throws(RequestError) {
            return try carryOut(verb, request, message.payload, requester, at: now)
        } catch {
            return [answer(.error(error.message), to: requester)]
        }
    }

    /// Where the answer goes: never below a panel, where small clients would lose it, or their connection over it.
    private func requestAddress(of message: IncomingMessage, verb: String) -> ReplyAddress {
        address(of: message, to: nil, otherwise: "\(configuration.mqtt.baseTopic)/bridge/response/\(verb)")
    }

    private mutating func carryOut(
        _ verb: String,
        _ request: BridgeRequest,
        _ payload: [UInt8],
        _ requester: Requester,
        at now: UTCInstant
    ) throws(RequestError) -> [Effect] {
        switch verb {
        case "panel/add": return try addPanel(payload, requester, at: now)
        case "panel/remove": return try removePanel(request, requester, at: now)
        case "panel/options": return try panelOptions(request, requester, at: now)
        case "panels":
            // Whoever has got the first page may have the others.
            if request.page ?? 1 == 1 { try admitReading(at: now) }
            return [answer(.ok(data: try panelList(request)), to: requester)]
        case "refresh":
            try admitReading(at: now)
            return try refresh(request, requester, at: now)
        case "panel/picture":
            try admitReading(at: now)
            return [answer(.ok(data: try panelPicture(request)), to: requester)]
        case "snapshot":
            try admitReading(at: now)
            return [answer(.ok(data: try snapshot(request, at: now)), to: requester)]
        default:
            throw RequestError(
                "no request “\(verb)”; there are panels, panel/add, panel/remove, panel/options, panel/picture, refresh and "
                    + "snapshot"
            )
        }
    }

    /// Whether a request says by a transaction that it is one, and does something.
    private static func isToBeDoneOnce(_ verb: String, _ request: BridgeRequest) -> Bool {
        guard request.transaction != nil else { return false }
        return switch verb {
        case "panel/add", "panel/remove", "refresh": true
        case "panel/options": request.isReset || !request.options.isEmpty
        default: false
        }
    }

    private mutating func admitReading(at now: UTCInstant) throws(RequestError) {
        guard !readings.admit(at: now) else { return }
        let opening = readings.nextOpening.map { " at \($0.iso8601)" } ?? " in a minute"
        throw RequestError("\(Self.mostReadings) such requests within a minute; send it again\(opening)")
    }

    // MARK: Answers

    /// The answer, for the requester and for all who sent the same request again meanwhile.
    mutating func answer(_ reply: BridgeReply, to requester: Requester) -> Effect {
        let payload = reply.payload(transaction: requester.transaction)
        var addresses = [requester.address]
        if let key = requester.replay {
            var isRefusal = false
            if case .error = reply { isRefusal = true }
            addresses += replays.finish(key, with: payload, isRefusal: isRefusal)
        }
        return .publish(addresses.map { Self.message(payload, to: $0) })
    }

    static func message(_ payload: [UInt8], to address: ReplyAddress) -> OutgoingMessage {
        OutgoingMessage(
            topic: address.topic,
            payload: payload,
            isRetained: false,
            lifetime: .seconds(60),
            correlationData: address.correlationData
        )
    }

    /// An answer's data.
    func json(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map(Array.init) ?? Array("{}".utf8)
    }

    /// The widget that a request is about: by its name, or the only one of the panel.
    func widgetIndex(_ request: BridgeRequest, in panel: PanelState) throws(RequestError) -> Int {
        let names = panel.configuration.widgets.map(\.widget)
        guard let name = request.widget ?? (names.count == 1 ? names.first : nil) else {
            throw RequestError("name a widget: \(names.joined(separator: ", "))")
        }
        guard let index = names.firstIndex(of: name) else {
            throw RequestError(
                "panel \(panel.configuration.id) has no widget “\(name)”, but \(names.joined(separator: ", "))"
            )
        }
        return index
    }

    // MARK: Pictures

    /// What a panel shows now, to be drawn by who asks.
    private func panelPicture(_ request: BridgeRequest) throws(RequestError) -> [UInt8] {
        guard let id = request.panel else { throw RequestError("name a panel, such as {\"panel\":\"kitchen\"}") }
        guard let panel = panels[id] else { throw .unknownPanel(id) }
        let index = request.widget == nil ? 0 : try widgetIndex(request, in: panel)
        do throws(PictureError) {
            return json(PanelPicture(picture: try pictureRequest(of: panel, index)))
        } catch {
            throw RequestError("\(error)")
        }
    }

    // MARK: Snapshots

    /// A sample of a widget in each of its encodings: as a panel would have it, or with the defaults.
    private mutating func snapshot(_ request: BridgeRequest, at now: UTCInstant) throws(RequestError) -> [UInt8] {
        var settings: WidgetConfiguration
        if let id = request.panel {
            guard let panel = panels[id] else { throw .unknownPanel(id) }
            settings = panel.configuration.widgets[try widgetIndex(request, in: panel)]
        } else {
            let names = catalogue.widgets.map(\.name).joined(separator: ", ")
            guard let name = request.widget else { throw RequestError("name a widget: \(names)") }
            guard let widget = catalogue.widget(name) else { throw RequestError("no widget “\(name)”, but \(names)") }
            settings = catalogue.defaults(for: widget)
        }
        for (option, text) in request.options.sorted(by: { $0.key < $1.key }) {
            guard let text else { continue }
            try set(option, to: text, in: &settings)
        }
        guard let widget = catalogue.widget(settings.widget) else { return [] }
        return Snapshot(of: widget, settings, at: now).json
    }
}
