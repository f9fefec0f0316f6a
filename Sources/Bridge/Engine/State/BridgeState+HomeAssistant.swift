import Commands
import Configuration
import HomeAssistant
import Messaging
import Support
import Time
import Timelines
import Topics
import Widgets

/// What Home Assistant is told: that there are devices, and what their entities show.
extension BridgeState {
    /// How long after Home Assistant's birth everything is said again: not all that hears of it at once.
    private static let birthDelaySeconds = 1...10

    /// Nil where nothing is announced.
    var discovery: Discovery? {
        let prefix = configuration.homeAssistant.prefix
        return switch configuration.homeAssistant.discovery {
        case .device: Discovery(style: .device, prefix: prefix)
        case .component: Discovery(style: .component, prefix: prefix)
        case .off: nil
        }
    }

    /// Where Home Assistant says that it has started; nil where nothing is announced.
    var birthTopic: String? { discovery?.birthTopic }

    /// Whether a topic is among those of discovery, ours or others', where no answer may go.
    func announces(on topic: String) -> Bool {
        CommandTopic.isTopic(topic, atOrBelow: configuration.homeAssistant.prefix)
    }

    // MARK: Announcements

    /// What a panel is called as a device.
    func node(of id: String) -> String { Device.node(of: id, baseTopic: configuration.mqtt.baseTopic) }

    /// A panel as a device.
    func device(of id: String) -> Device? {
        guard let panel = panels[id] else { return nil }
        return .panel(
            id,
            name: panel.configuration.name,
            readings: readings(of: panel).map(\.description),
            pictures: panel.configuration.widgets.filter { $0.picture.formats.contains(.png) }.flatMap { settings in
                pictureRoom(of: id, settings).topics(of: .png).map { (settings.widget, $0) }
            },
            isTracked: isTracked(panel),
            baseTopic: configuration.mqtt.baseTopic,
            positionDecimals: configuration.privacy.decimals,
            version: Kiatsu.version
        )
    }

    /// Whether a panel goes places: it follows something, or somebody has moved it.
    func isTracked(_ panel: PanelState) -> Bool { !panel.configuration.follow.isEmpty || panel.position != nil }

    var bridgeDevice: Device { .bridge(baseTopic: configuration.mqtt.baseTopic, version: Kiatsu.version) }

    /// The retained messages that announce a panel; none where nothing is announced.
    func announcement(of id: String) -> [OutgoingMessage] { device(of: id).map(announcement) ?? [] }

    /// The retained messages of the bridge's own device.
    var bridgeAnnouncement: [OutgoingMessage] {
        discovery == nil ? [] : announcement(of: bridgeDevice) + [bridgeStateDocument]
    }

    private func announcement(of device: Device) -> [OutgoingMessage] {
        guard let discovery else { return [] }
        return discovery.announcement(of: device, retired: retired[device.node] ?? []).map { message in
            OutgoingMessage(topic: message.topic, payload: message.payload, isRetained: true)
        }
    }

    /// Home Assistant has come up and knows nothing of us: all is to be said again in a moment.
    mutating func receiveBirth(_ message: IncomingMessage, at now: UTCInstant) -> [Effect] {
        // A retained one comes with each connection of ours, at which everything is said anyway.
        guard !message.isRetained, message.payload == Array("online".utf8) else { return [] }
        // One that says so again and again neither puts it off nor fills the log.
        guard announceAt == nil else { return [] }
        let seed = "\(configuration.mqtt.clientID)/\(now.unixSeconds)".utf8.reduce(UInt64(5381)) {
            $0 &* 33 ^ UInt64($1)
        }
        let span = UInt64(Self.birthDelaySeconds.count)
        announceAt = now + .seconds(Self.birthDelaySeconds.lowerBound + Int(seed % span))
        return [commandLine("Home Assistant has started: everything is published again", at: now)]
    }

    /// Says everything again if it is time for that.
    mutating func announceAgain(at now: UTCInstant) -> [Effect] {
        // One that is further off than it may be was reckoned before the clock was set back.
        guard let due = announceAt, due <= now || due > now + .seconds(Self.birthDelaySeconds.upperBound) else {
            return []
        }
        announceAt = nil
        return [.publish(bridgeAnnouncement), .round(.panels(.announced))]
    }

    /// Home Assistant has been told of the entities that are gone: whoever subscribes later is not told again.
    mutating func retirementTold() -> [Effect] {
        guard !retired.isEmpty else { return [] }
        let devices = Set(retired.keys)
        retired = [:]
        return [.publish(bridgeAnnouncement), .round(.announcements(of: devices))]
    }

    // MARK: States

    private struct WidgetReading {
        var widget: Int
        var description: ReadingDescription
    }

    /// What the panel's widgets have, those that are observed first.
    private func readings(of panel: PanelState) -> [WidgetReading] {
        let all = panel.configuration.widgets.enumerated().flatMap { index, settings in
            setup.readingsByWidget[settings.widget]?.map { WidgetReading(widget: index, description: $0) } ?? []
        }
        return all.filter(\.description.isObserved) + all.filter { !$0.description.isObserved }
    }

    /// What a panel's entities show; nil where nothing is announced.
    func stateDocument(of panel: PanelState, cache: inout EncodingCache) -> OutgoingMessage? {
        guard discovery != nil else { return nil }
        let readings = readings(of: panel)
        let said = panel.configuration.widgets.indices.map { saidReadings(of: panel, $0, cache: &cache) }
        let place = placeToTell(of: panel, said)
        var values: [String: [UInt8]] = [:]
        for reading in readings where !isElsewhere(panel.widgets[reading.widget], than: place) {
            let name = reading.description.name
            values[name] = values[name] ?? said[reading.widget][name]
        }
        return OutgoingMessage(
            topic: PanelStateDocument.topic(of: panel.configuration.id, baseTopic: configuration.mqtt.baseTopic),
            payload: PanelStateDocument.payload(
                place: place?.name ?? panel.place.name,
                position: panel.coordinate,
                decimals: configuration.privacy.decimals,
                readings: setup.allReadings,
                values: values,
                isProblem: freshness(of: panel) != .fresh
            ),
            isRetained: true
        )
    }

    /// The document of what is gone.
    var unknownStateDocument: [UInt8] { PanelStateDocument.unknown(readings: setup.allReadings) }

    /// The widget whose place is told of: where widgets show different places, one that shows the panel's own.
    private func placeToTell(of panel: PanelState, _ said: [[String: [UInt8]]]) -> WidgetState? {
        let places = panel.widgets.indices.filter { self[panel.widgets[$0].service].subject == .place }
        let here = panel.wantedSubject(.place)
        let index = places.first { panel.widgets[$0].shown == here && !said[$0].isEmpty } ?? places.first
        return index.map { panel.widgets[$0] }
    }

    /// Whether a widget's values are of another place than the one that is told of.
    private func isElsewhere(_ widget: WidgetState, than place: WidgetState?) -> Bool {
        self[widget.service].subject == .place && widget.shown != place?.shown
    }

    /// What a widget says: nothing of a sample, and nothing once its last entry is over.
    private func saidReadings(
        of panel: PanelState,
        _ index: Int,
        cache: inout EncodingCache
    ) -> [String: [UInt8]] {
        let widget = panel.widgets[index]
        guard let presentation = presentation(of: widget), presentation.freshness != .expired,
            presentation.freshness != .sample
        else { return [:] }
        let settings = panel.configuration.widgets[index]
        let context = DisplayContext(
            settings: settings.display,
            options: settings.options,
            placeName: widget.name,
            hour: self[widget.service].scheduler.hour,
            isStale: presentation.freshness == .stale
        )
        let obtained = self[widget.service].scheduler.timeline(of: widget.shown)?.obtained
        return cache.readings(of: presentation.entry, obtained: obtained, shown: widget, in: context)
    }

    // MARK: The bridge's own

    private var bridgeStateDocument: OutgoingMessage {
        OutgoingMessage(
            topic: BridgeStateDocument.topic(baseTopic: configuration.mqtt.baseTopic),
            payload: BridgeStateDocument.payload(
                version: Kiatsu.version,
                lastError: lastError.map { ($0.text, $0.at) }
            ),
            isRetained: true
        )
    }

    /// Remembers a line of the log if it tells of a fault, and gives what says so to Home Assistant.
    mutating func noteLine(_ level: LogLevel, _ text: String, at now: UTCInstant) -> [OutgoingMessage] {
        guard level == .warning || level == .error, lastError?.text != text else { return [] }
        lastError = LoggedError(text: text, at: now)
        return discovery == nil ? [] : [bridgeStateDocument]
    }
}

/// The last fault that the log told of.
struct LoggedError: Sendable, Equatable {
    var text: String
    var at: UTCInstant
}
