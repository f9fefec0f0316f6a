import BridgeClient
import Commands
import Configuration
import HomeAssistant
import Messaging
import Pictures
import Places
import Support
import Time
import Timelines
import Topics
import Widgets

/// The announcements of devices to Home Assistant, and the contents of their entities.
extension Presenter {
    /// Nil where nothing is announced.
    var discovery: Discovery? { setup.discovery }

    // MARK: Announcements

    /// The name of a panel as a device in discovery topics.
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
            isTracked: panel.isTracked,
            baseTopic: configuration.mqtt.baseTopic,
            positionDecimals: configuration.privacy.decimals,
            version: Kiatsu.version
        )
    }

    var bridgeDevice: Device { .bridge(baseTopic: configuration.mqtt.baseTopic, version: Kiatsu.version) }

    /// The retained messages that announce a panel; none where nothing is announced.
    func announcement(of id: String) -> [OutgoingMessage] { device(of: id).map(announcement) ?? [] }

    /// The retained messages of the bridge's own device.
    var bridgeAnnouncement: [OutgoingMessage] {
        discovery == nil ? [] : announcement(of: bridgeDevice) + [bridgeStateDocument]
    }

    private func announcement(of device: Device) -> [OutgoingMessage] {
        guard let discovery else { return [] }
        return discovery.announcement(of: device, retired: homeAssistant.retired[device.node] ?? []).map { message in
            OutgoingMessage(topic: message.topic, payload: message.payload, isRetained: true)
        }
    }

    // MARK: States

    private struct WidgetReading {
        var widget: Int
        var description: ReadingDescription
    }

    /// The readings of the panel's widgets, observed ones first.
    private func readings(of panel: PanelState) -> [WidgetReading] {
        let all = panel.configuration.widgets.enumerated().flatMap { index, settings in
            setup.readingsByWidget[settings.widget]?.map { WidgetReading(widget: index, description: $0) } ?? []
        }
        return all.filter(\.description.isObserved) + all.filter { !$0.description.isObserved }
    }

    /// The state document of a panel's entities; nil if nothing is announced.
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
            setup.topics.homeAssistantDocument(of: panel.configuration.id),
            payload: PanelStateDocument.payload(
                place: place?.name ?? panel.place.name,
                position: panel.coordinate,
                decimals: configuration.privacy.decimals,
                readings: setup.allReadings,
                values: values,
                isProblem: freshness(of: panel) != .fresh
            )
        )
    }

    /// The document of what is gone.
    var unknownStateDocument: [UInt8] { PanelStateDocument.unknown(readings: setup.allReadings) }

    /// The widget whose place is told of: where widgets show different places, one that shows the panel's own.
    private func placeToTell(of panel: PanelState, _ said: [[String: [UInt8]]]) -> WidgetState? {
        let places = panel.widgets.indices.filter { timelines[panel.widgets[$0].timelineSet].subject == .place }
        let here = panel.wantedSubject(.place)
        let index = places.first { panel.widgets[$0].shown == here && !said[$0].isEmpty } ?? places.first
        return index.map { panel.widgets[$0] }
    }

    /// True if a widget's values are of another place than the given one.
    private func isElsewhere(_ widget: WidgetState, than place: WidgetState?) -> Bool {
        timelines[widget.timelineSet].subject == .place && widget.shown != place?.shown
    }

    /// The readings of a widget: none of a sample, and none after its last entry has ended.
    private func saidReadings(
        of panel: PanelState,
        _ index: Int,
        cache: inout EncodingCache
    ) -> [String: [UInt8]] {
        let widget = panel.widgets[index]
        guard let presentation = timelines.presentation(of: widget), presentation.freshness != .expired,
            presentation.freshness != .sample
        else { return [:] }
        let settings = panel.configuration.widgets[index]
        let context = DisplayContext(
            settings: settings.display,
            options: settings.options,
            placeName: widget.name,
            hour: timelines[widget.timelineSet].scheduler.hour,
            isStale: presentation.freshness == .stale
        )
        let obtained = timelines[widget.timelineSet].scheduler.timeline(of: widget.shown)?.obtained
        return cache.readings(of: presentation.entry, obtained: obtained, shown: widget, in: context)
    }

    // MARK: The bridge's own

    var bridgeStateDocument: OutgoingMessage {
        OutgoingMessage(
            setup.topics.homeAssistantDocument,
            payload: BridgeStateDocument.payload(
                version: Kiatsu.version,
                lastError: homeAssistant.lastError.map { ($0.text, $0.at) }
            )
        )
    }
}
