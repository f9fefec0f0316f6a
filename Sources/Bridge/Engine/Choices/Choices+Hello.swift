import Commands
import Configuration
import Messaging
import Payloads
import Storage
import Time
import Widgets

/// The choices that follow from a hello: for each widget the encodings and pictures that fit, and no others.
extension Choices {
    /// From what tells most to what tells least.
    private static let richestFirst: [Encoding] = [.full, .compact, .frame, .fields]

    /// The choice that a hello makes, which counts as on its way to the disk; nil where nothing changes by it.
    ///
    /// `configured` is the panel without choices, `inForce` the panel as it is.
    mutating func begin(
        _ request: HelloRequest,
        _ greeting: Greeting,
        configured: PanelConfiguration,
        inForce: PanelConfiguration,
        at now: UTCInstant
    ) throws(HelloError) -> HelloChoice? {
        let id = configured.id
        let named = try Self.encodings(of: request)
        let requested = try RequestedPictures(request)
        let display = StoredDisplay(
            bufferBytes: request.bufferBytes,
            width: request.screen?.width,
            height: request.screen?.height
        )
        var changes: [String: [String: String?]] = [:]
        for (settings, before) in zip(configured.widgets, inForce.widgets) {
            var own = try pictureChoices(before, configured: settings.picture, of: id, requested, display, request)
            let wanted = try fitting(before, configured: settings.encodings, of: id, named, request)
            if let wanted, wanted != before.encodings {
                let text = wanted.map(\.rawValue).joined(separator: ",")
                own.updateValue(wanted == settings.encodings ? nil : text, forKey: "encodings")
            }
            if !own.isEmpty { changes[settings.widget] = own }
        }
        try check(request, named, requested, on: configured)
        guard !changes.isEmpty || displays[id] != display else { return nil }
        let choice = HelloChoice(panel: id, options: changes, display: display, greeting: greeting)
        if let problem = problem(with: choice, on: configured) {
            throw HelloError(.doesNotFit, problem, id: request.id)
        }
        try admitHello(of: id, request, at: now)
        guard begin() else {
            throw HelloError(.storage, "too much waits for the disk; say it again in a moment", id: request.id)
        }
        return choice
    }

    /// Throws where none of the panel's widgets has what the hello names.
    private func check(
        _ request: HelloRequest,
        _ named: [Encoding],
        _ requested: RequestedPictures,
        on panel: PanelConfiguration
    ) throws(HelloError) {
        let widgets = panel.widgets.compactMap { setup.catalogue.widget($0.widget) }
        guard named.isEmpty || widgets.contains(where: { !Set($0.encodings).isDisjoint(with: named) }) else {
            let names = request.encodings.joined(separator: ", ")
            throw HelloError(.doesNotFit, "none of the panel's widgets has \(names)", id: request.id)
        }
        let drawn = requested.formats ?? []
        guard drawn.isEmpty || widgets.contains(where: { !Set($0.pictureFormats).isDisjoint(with: drawn) }) else {
            let names = drawn.map(\.rawValue).joined(separator: ", ")
            throw HelloError(.doesNotFit, "none of the panel's widgets is drawn as \(names)", id: request.id)
        }
    }

    private static func encodings(of request: HelloRequest) throws(HelloError) -> [Encoding] {
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
    /// Those that the panel names, all of which must fit; else of the configured ones those that do, or the one that
    /// tells most. A widget that has none of those named and no other that fits stays as it is.
    private mutating func fitting(
        _ settings: WidgetConfiguration,
        configured: [Encoding],
        of id: String,
        _ named: [Encoding],
        _ request: HelloRequest
    ) throws(HelloError) -> [Encoding]? {
        let supported = setup.catalogue.widget(settings.widget)?.encodings ?? []
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
        let base = setup.configuration.mqtt.baseTopic
        return bounds(of: settings).flatMap { $0.worstCasePacketSizes(baseTopic: base, panelID: id) }.map(\.bytes).max()
            ?? 0
    }

    private func tooLarge(_ sizes: [(Encoding, Int)], _ widget: String, _ request: HelloRequest) -> HelloError {
        let arithmetic = sizes.map { "\($0.rawValue) takes up to \($1)" }.joined(separator: ", ")
        let message = "\(widget): \(arithmetic) bytes a packet, the buffer has \(request.bufferBytes)"
        return HelloError(.doesNotFit, message, id: request.id)
    }
}
