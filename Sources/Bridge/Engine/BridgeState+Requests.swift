import Commands
import Configuration
import FoundationEssentials
import Messaging
import Payloads
import Time
import Widgets

/// A choice for a widget that is being written to disk, and who waits for the answer.
struct OptionsRequest: Sendable, Equatable {
    let panel: String
    let widget: String
    let request: BridgeRequest
    let requester: Requester

    /// All that is chosen for the widget then, by option; `before` is what is chosen when it is written.
    func chosen(after before: [String: String]?) -> [String: String] {
        request.options.reduce(into: request.isReset ? [:] : before ?? [:]) { $0[$1.key] = $1.value }
    }
}

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
    /// How many choices may wait for the disk: requests come faster than it writes.
    static let mostChoicesUnderway = 64

    mutating func receiveRequest(_ verb: String, _ message: IncomingMessage, at now: UTCInstant) -> [Effect] {
        let address = requestAddress(of: message, verb: verb)
        let request: BridgeRequest
        do throws(RequestError) {
            request = try BridgeRequest(payload: message.payload)
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
        let baseTopic = configuration.mqtt.baseTopic
        let usual = "\(baseTopic)/bridge/response/\(verb)"
        let wished = address(of: message, otherwise: usual)
        let isPanelTopic = wished.topic.hasPrefix(baseTopic + "/") && !wished.topic.hasPrefix(baseTopic + "/bridge/")
        return isPanelTopic ? ReplyAddress(topic: usual, correlationData: nil) : wished
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
        case "panel/remove": return try removePanel(request, requester)
        case "panel/options": return try panelOptions(request, requester, at: now)
        case "panels":
            // Whoever has got the first page may have the others.
            if request.page ?? 1 == 1 { try admitReading(at: now) }
            return [answer(.ok(data: try panelList(request)), to: requester)]
        case "refresh":
            try admitReading(at: now)
            return try refresh(request, requester, at: now)
        case "snapshot":
            try admitReading(at: now)
            return [answer(.ok(data: try snapshot(request, at: now)), to: requester)]
        default:
            throw RequestError(
                "no request “\(verb)”; there are panels, panel/add, panel/remove, refresh, panel/options and snapshot"
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

    // MARK: Options

    /// Lists what can be chosen for a widget of a panel, and sets what the request chooses.
    private mutating func panelOptions(
        _ request: BridgeRequest,
        _ requester: Requester,
        at now: UTCInstant
    ) throws(RequestError) -> [Effect] {
        guard let id = request.panel else { throw RequestError("name a panel, as in {\"panel\":\"kitchen\"}") }
        guard let panel = panels[id] else { throw .unknownPanel(id) }
        let index = try widgetIndex(request, in: panel)
        let name = panel.configuration.widgets[index].widget
        guard request.isReset || !request.options.isEmpty else {
            return [answer(.ok(data: options(of: id, index)), to: requester)]
        }
        let choice = OptionsRequest(
            panel: id,
            widget: name,
            request: request,
            requester: requester
        )
        _ = try settings(of: id, widget: name, with: choice.chosen(after: chosen[id]?[name]))
        guard choicesUnderway < Self.mostChoicesUnderway else {
            throw RequestError(
                "\(Self.mostChoicesUnderway) choices wait for the disk already; send it again in a moment"
            )
        }
        choicesUnderway += 1
        return [.storeOptions(choice)]
    }

    /// What was chosen is on disk: it is in force from now on.
    mutating func optionsStored(_ request: OptionsRequest, at now: UTCInstant) -> [Effect] {
        choicesUnderway -= 1
        let all = request.chosen(after: chosen[request.panel]?[request.widget])
        chosen[request.panel, default: [:]][request.widget] = all.isEmpty ? nil : all
        guard let panel = panels[request.panel],
            let index = panel.configuration.widgets.firstIndex(where: { $0.widget == request.widget })
        else { return [answer(.error(RequestError.unknownPanel(request.panel).message), to: request.requester)] }
        do throws(RequestError) {
            let settings = try settings(of: request.panel, widget: request.widget, with: all)
            let effects = reconfigure(index, of: request.panel, to: settings, at: now)
            let data = options(of: request.panel, index)
            return effects + [answer(.ok(data: data), to: request.requester)]
        } catch {
            return [answer(.error(error.message), to: request.requester)]
        }
    }

    /// What was chosen could not be written: all stays as it is.
    mutating func storingOptionsFailed(_ request: OptionsRequest, reason: String) -> [Effect] {
        choicesUnderway -= 1
        let error = BridgeReply.error("not stored, so not in force: \(reason)")
        return [answer(error, to: request.requester)]
    }

    /// The panel of the configuration with what was chosen for its widgets at run time; what makes no sense any more
    /// is passed over and noticed.
    mutating func withChoices(_ panel: PanelConfiguration) -> PanelConfiguration {
        guard let choices = chosen[panel.id] else { return panel }
        var panel = panel
        for (index, widget) in panel.widgets.enumerated() {
            guard let choices = choices[widget.widget] else { continue }
            // Together first, as they were chosen: an encoding may have room in the family alone that came with it.
            if let together = try? settings(widget, with: choices, on: panel.id) {
                panel.widgets[index] = together
                continue
            }
            for (option, text) in choices.sorted(by: { $0.key < $1.key }) {
                do throws(RequestError) {
                    panel.widgets[index] = try settings(panel.widgets[index], with: [option: text], on: panel.id)
                } catch {
                    let name = "\(widget.widget).\(option)"
                    notices.append("panel \(panel.id): \(name) as chosen is passed over: \(error.message)")
                }
            }
        }
        return panel
    }

    /// The configured settings of a panel's widget with these choices on top.
    mutating func settings(
        of id: String,
        widget: String,
        with choices: [String: String]
    ) throws(RequestError) -> WidgetConfiguration {
        guard let configured = configuration.panels.first(where: { $0.id == id }),
            let settings = configured.widgets.first(where: { $0.widget == widget })
        else { throw RequestError("panel \(id) has no widget “\(widget)”") }
        return try self.settings(settings, with: choices, on: id)
    }

    /// Settings with these choices on top, for a widget of a panel.
    private mutating func settings(
        _ configured: WidgetConfiguration,
        with choices: [String: String],
        on id: String
    ) throws(RequestError) -> WidgetConfiguration {
        var settings = configured
        for (option, text) in choices.sorted(by: { $0.key < $1.key }) { try set(option, to: text, in: &settings) }
        if let problem = check(settings, of: id) { throw RequestError(problem) }
        return settings
    }

    private func set(
        _ option: String,
        to text: String,
        in settings: inout WidgetConfiguration
    ) throws(RequestError) {
        do throws(OptionError) {
            try catalogue.set(option, to: text, in: &settings, iconThemes: configuration.iconThemes)
        } catch {
            throw RequestError(error.description)
        }
    }

    /// What keeps a panel's widget from working with such settings, nil where nothing does.
    private mutating func check(_ settings: WidgetConfiguration, of id: String) -> String? {
        if let problem = configuration.problems(of: settings, catalogue: catalogue).first { return problem }
        do throws(TopicTooLong) {
            for bounds in bounds(of: settings) {
                _ = try TopicRoom(bounds, baseTopic: configuration.mqtt.baseTopic, panelID: id)
            }
            return nil
        } catch {
            return error.description
        }
    }
}
