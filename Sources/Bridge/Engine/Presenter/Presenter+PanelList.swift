import Commands
import Configuration
import Payloads
import Pictures
import Places
import Storage
import Timelines
import Weather
import Widgets

/// The answers of requests about panels.
extension Presenter {
    /// So that an answer is some tens of kilobytes at the most.
    private static let panelsPerPage = 100

    /// A page of the panels, or the one that is named.
    func panelList(_ request: BridgeRequest) throws(RequestError) -> [UInt8] {
        if let id = request.panel {
            guard let panel = panels[id] else { throw .unknownPanel(id) }
            return Requests.json(PanelListing(count: 1, page: 1, pages: 1, panels: [listed(panel)]))
        }
        let pages = max(1, (panelIDs.count + Self.panelsPerPage - 1) / Self.panelsPerPage)
        let page = request.page ?? 1
        guard (1...pages).contains(page) else { throw RequestError("no page \(page); there are 1 to \(pages)") }
        let ids = panelIDs.dropFirst((page - 1) * Self.panelsPerPage).prefix(Self.panelsPerPage)
        let onPage = ids.compactMap { panels[$0].map(listed) }
        return Requests.json(PanelListing(count: panelIDs.count, page: page, pages: pages, panels: onPage))
    }

    /// The answer to who added a panel.
    func added(_ id: String) -> [UInt8] {
        panels[id].map { Requests.json(PanelListing.Added(panel: listed($0))) } ?? Array("{}".utf8)
    }

    private func listed(_ panel: PanelState) -> PanelListing.Panel {
        let id = panel.configuration.id
        return PanelListing.Panel(
            id: id,
            from: panels.added.contains(id) ? "request" : "file",
            place: panel.place.name,
            lat: rounded(panel.coordinate.latitude),
            lng: rounded(panel.coordinate.longitude),
            status: freshness(of: panel).rawValue,
            language: panel.configuration.language,
            follow: panel.configuration.follow,
            display: choices.displays[id].map { PanelListing.Display(buf: $0.bufferBytes, w: $0.width, h: $0.height) },
            widgets: zip(panel.configuration.widgets, panel.widgets).map { settings, widget in
                PanelListing.Widget(
                    widget: settings.widget,
                    title: catalogue.title(of: settings.widget, language: settings.display.language),
                    family: settings.display.family.rawValue,
                    sources: catalogue.widget(settings.widget)?.askedSources(of: settings) ?? [],
                    encodings: largestPackets(of: widget, panel: id),
                    pictures: pictures(of: settings, panel: id)
                )
            }
        )
    }

    private func largestPackets(of widget: WidgetState, panel id: String) -> [String: Int] {
        let sizes = widget.bounds.map { bounds in
            let topics = bounds.worstCasePacketSizes(baseTopic: configuration.mqtt.baseTopic, panelID: id)
            return (bounds.encoding.rawValue, topics.map(\.bytes).max() ?? 0)
        }
        return Dictionary(sizes, uniquingKeysWith: max)
    }

    private func pictures(of settings: WidgetConfiguration, panel id: String) -> PanelListing.Pictures? {
        guard !settings.picture.formats.isEmpty else { return nil }
        let room = pictureRoom(of: id, settings)
        let sizes = settings.picture.formats.map { ($0.rawValue, room.largestPacketBytes(of: $0)) }
        return PanelListing.Pictures(
            size: room.size.text,
            colors: settings.picture.colors.rawValue,
            forms: Dictionary(sizes) { first, _ in first }
        )
    }

    /// Degrees as others may read them.
    private func rounded(_ degrees: Double) -> Double {
        let scale = (0..<configuration.privacy.decimals).reduce(1.0) { power, _ in power * 10 }
        let value = (degrees * scale).rounded() / scale
        return value == 0 ? 0 : value
    }
}
