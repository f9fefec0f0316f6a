import Commands
import Configuration
import Messaging
import Payloads
import Storage
import Time
import Widgets

/// What a panel said of itself, that is being written to disk, and what follows from it.
struct HelloChoice: Sendable, Equatable {
    let panel: String
    /// What changes of those of its widgets that change, by option; nil for what is configured.
    let options: [String: [String: String?]]
    let display: StoredDisplay
    let greeting: Greeting

    /// All that is chosen for a widget then, by option.
    func chosen(for widget: String, after before: [String: String]?) -> [String: String] {
        var all = before ?? [:]
        for (option, text) in options[widget] ?? [:] { all[option] = text }
        return all
    }
}

/// Who said hello.
struct Greeting: Sendable, Equatable {
    let address: ReplyAddress
    /// The largest packet that it takes.
    let bufferBytes: Int
    let id: RequestIdentifier?
}

/// Panels that say what they can take: each widget is published in what fits, and in nothing else.
extension BridgeState {
    /// What an answer must fit into where the buffer is not known.
    private static let cautiousBufferBytes = 128
    /// Each is written to disk, published and drawn.
    private static let mostChangesPerMinute = 10
    private static let mostIdleWindows = 64
    /// From what tells most to what tells least.
    private static let richestFirst: [Encoding] = [.full, .compact, .frame, .fields]

    mutating func receiveHello(_ message: IncomingMessage, panel id: String, at now: UTCInstant) -> [Effect] {
        // A retained one would count for whatever panel has the id later.
        guard !message.isRetained else { return [] }
        let base = configuration.mqtt.baseTopic
        let fallback = panels[id] == nil ? "\(base)/bridge/response" : topic(id, "hello/response")
        let address = address(of: message, to: id, otherwise: fallback)
        do throws(HelloError) {
            let request = try HelloRequest(payload: message.payload)
            let greeting = Greeting(address: address, bufferBytes: request.bufferBytes, id: request.id)
            do throws(HelloError) {
                return try receive(request, greeting, panel: id, at: now)
            } catch {
                return answer(.refused(error), to: greeting)
            }
        } catch {
            let greeting = Greeting(address: address, bufferBytes: Self.cautiousBufferBytes, id: error.id)
            return answer(.refused(error), to: greeting)
        }
    }

    private mutating func receive(
        _ request: HelloRequest,
        _ greeting: Greeting,
        panel id: String,
        at now: UTCInstant
    ) throws(HelloError) -> [Effect] {
        guard let panel = panels[id] else {
            throw HelloError(.unknownPanel, "no panel \(id) is configured", id: request.id)
        }
        let named = try encodings(of: request)
        let requested = try RequestedPictures(request)
        let display = StoredDisplay(
            bufferBytes: request.bufferBytes,
            width: request.screen?.width,
            height: request.screen?.height
        )
        var changes: [String: [String: String?]] = [:]
        for (settings, before) in zip(panel.configured.widgets, panel.configuration.widgets) {
            var own = try pictureChoices(before, configured: settings.picture, of: id, requested, display, request)
            let wanted = try fitting(before, configured: settings.encodings, of: id, named, request)
            if let wanted, wanted != before.encodings {
                let text = wanted.map(\.rawValue).joined(separator: ",")
                own.updateValue(wanted == settings.encodings ? nil : text, forKey: "encodings")
            }
            if !own.isEmpty { changes[settings.widget] = own }
        }
        let widgets = panel.configured.widgets.compactMap { catalogue.widget($0.widget) }
        guard named.isEmpty || widgets.contains(where: { !Set($0.encodings).isDisjoint(with: named) }) else {
            let names = request.encodings.joined(separator: ", ")
            throw HelloError(.doesNotFit, "none of the panel's widgets has \(names)", id: request.id)
        }
        let drawn = requested.formats ?? []
        guard drawn.isEmpty || widgets.contains(where: { !Set($0.pictureFormats).isDisjoint(with: drawn) }) else {
            let names = drawn.map(\.rawValue).joined(separator: ", ")
            throw HelloError(.doesNotFit, "none of the panel's widgets is drawn as \(names)", id: request.id)
        }
        guard !changes.isEmpty || displays[id] != display else { return accept(greeting, panel: id, at: now) }
        let choice = HelloChoice(panel: id, options: changes, display: display, greeting: greeting)
        if let problem = problem(with: choice) { throw HelloError(.doesNotFit, problem, id: request.id) }
        try admitChange(of: id, request, at: now)
        guard choicesUnderway < Self.mostChoicesUnderway else {
            throw HelloError(.storage, "too much waits for the disk; say it again in a moment", id: request.id)
        }
        choicesUnderway += 1
        return [.write(.hello(choice))]
    }

    /// What keeps a choice from being in force once it is on disk, nil where nothing does.
    mutating func problem(with choice: HelloChoice) -> String? {
        let id = choice.panel
        // The room for pictures is that of the display as it will be.
        let before = displays[id]
        displays[id] = choice.display
        defer { displays[id] = before }
        for widget in choice.options.keys.sorted() {
            let all = choice.chosen(for: widget, after: chosen[id]?[widget])
            do throws(RequestError) {
                _ = try settings(of: id, widget: widget, with: all)
            } catch {
                return "\(widget): \(error.message)"
            }
        }
        return nil
    }

    private mutating func admitChange(
        of id: String,
        _ request: HelloRequest,
        at now: UTCInstant
    ) throws(HelloError) {
        if helloChanges.count >= Self.mostIdleWindows {
            helloChanges = helloChanges.filter { !$0.value.isIdle(at: now) }
        }
        guard helloChanges[id, default: RateWindow(limit: Self.mostChangesPerMinute)].admit(at: now) else {
            let limit = "over \(Self.mostChangesPerMinute) changes a minute"
            throw HelloError(.rateLimited, "\(limit); say it again in a minute", id: request.id)
        }
    }

    private func encodings(of request: HelloRequest) throws(HelloError) -> [Encoding] {
        var encodings: [Encoding] = []
        for name in request.encodings {
            guard let encoding = Encoding(rawValue: name) else {
                let known = Encoding.allCases.map(\.rawValue).joined(separator: ", ")
                throw HelloError(.malformed, "no encoding \(name), but \(known)", id: request.id)
            }
            encodings.append(encoding)
        }
        return encodings
    }

    /// The encodings that the panel can take of a widget with the settings in force; nil for those that it has.
    ///
    /// Those that the panel names, all of which must fit; else of the configured ones those that do, or the one that tells
    /// most. A widget that has none of those named and no other that fits stays as it is.
    private mutating func fitting(
        _ settings: WidgetConfiguration,
        configured: [Encoding],
        of id: String,
        _ named: [Encoding],
        _ request: HelloRequest
    ) throws(HelloError) -> [Encoding]? {
        let supported = catalogue.widget(settings.widget)?.encodings ?? []
        let asked = named.filter(supported.contains)
        for encoding in asked {
            let bytes = largestPacketBytes(of: settings, as: encoding, of: id)
            if bytes > request.bufferBytes { throw tooLarge([(encoding, bytes)], settings.widget, request) }
        }
        guard asked.isEmpty else { return asked }
        let sizes = Self.richestFirst.filter(supported.contains).map {
            (encoding: $0, bytes: largestPacketBytes(of: settings, as: $0, of: id))
        }
        let fitting = sizes.filter { $0.bytes <= request.bufferBytes }.map(\.encoding)
        let wanted = configured.filter(fitting.contains)
        guard let richest = fitting.first else {
            if named.isEmpty { throw tooLarge(sizes, settings.widget, request) }
            return nil
        }
        return wanted.isEmpty ? [richest] : wanted
    }

    private mutating func largestPacketBytes(
        of settings: WidgetConfiguration,
        as encoding: Encoding,
        of id: String
    ) -> Int {
        var settings = settings
        settings.encodings = [encoding]
        let base = configuration.mqtt.baseTopic
        return bounds(of: settings).flatMap { $0.worstCasePacketSizes(baseTopic: base, panelID: id) }.map(\.bytes).max()
            ?? 0
    }

    private func tooLarge(_ sizes: [(Encoding, Int)], _ widget: String, _ request: HelloRequest) -> HelloError {
        let arithmetic = sizes.map { "\($0.rawValue) takes up to \($1)" }.joined(separator: ", ")
        let message = "\(widget): \(arithmetic) bytes a packet, the buffer has \(request.bufferBytes)"
        return HelloError(.doesNotFit, message, id: request.id)
    }

    // MARK: On disk

    /// What the panel said is on disk: it is in force from now on.
    mutating func helloStored(_ choice: HelloChoice, at now: UTCInstant) -> [Effect] {
        choicesUnderway -= 1
        let id = choice.panel
        guard panels[id] != nil else { return [] }
        let effects = change(id) { state in
            let hasOtherBuffer = state.displays[id]?.bufferBytes != choice.display.bufferBytes
            // With another size or buffer, pictures have other topics whatever is chosen.
            state.displays[id] = choice.display
            var effects: [Effect] =
                state.drawing(of: id) == nil ? [] : [.publish([state.informationMessage]), .draw(panel: id)]
            for widget in choice.options.keys.sorted() {
                let all = choice.chosen(for: widget, after: state.chosen[id]?[widget])
                state.chosen[id, default: [:]][widget] = all.isEmpty ? nil : all
                let index = state.panels[id]?.configuration.widgets.firstIndex { $0.widget == widget }
                // That it can be in force was known before it was written.
                guard let index, let settings = try? state.settings(of: id, widget: widget, with: all) else { continue }
                effects += state.take(settings, for: index, of: id, at: now)
                let words = choice.options[widget]?.sorted { $0.key < $1.key }
                    .map { "\($0.key) \($0.value ?? "as configured")" }.joined(separator: ", ")
                effects.append(state.commandLine("panel \(id): said hello, \(widget) has \(words ?? "")", at: now))
            }
            if hasOtherBuffer {
                var cache = EncodingCache()
                effects.append(.publish(state.messages(of: id, .everything, cache: &cache, at: now)))
            }
            return effects
        }
        return effects + accept(choice.greeting, panel: id, at: now)
    }

    /// Something was chosen meanwhile that leaves this choice no room: all stays as it is, and nothing is written.
    mutating func helloOvertaken(_ choice: HelloChoice, problem: String) -> [Effect] {
        choicesUnderway -= 1
        return answer(.refused(HelloError(.doesNotFit, problem, id: choice.greeting.id)), to: choice.greeting)
    }

    /// What the panel said could not be written: all stays as it is.
    mutating func storingHelloFailed(_ choice: HelloChoice, reason: String) -> [Effect] {
        choicesUnderway -= 1
        let error = HelloError(.storage, "not stored, so not in force: \(reason)", id: choice.greeting.id)
        return answer(.refused(error), to: choice.greeting)
    }

    // MARK: Answers

    private func accept(_ greeting: Greeting, panel id: String, at now: UTCInstant) -> [Effect] {
        let widgets = panels[id]?.configuration.widgets ?? []
        let told = widgets.map { HelloReply.Widget(name: $0.widget, encodings: $0.encodings.map(\.rawValue)) }
        return answer(.accepted(told, drawing(of: id), now: now, id: greeting.id), to: greeting)
    }

    private func answer(_ reply: HelloReply, to greeting: Greeting) -> [Effect] {
        let address = greeting.address
        // Nil where the buffer has no room for any answer.
        guard let payload = reply.payload(topicBytes: address.topic.utf8.count, bufferBytes: greeting.bufferBytes)
        else { return [] }
        return [.publish([Self.message(payload, to: address)])]
    }
}
