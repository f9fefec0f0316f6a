import Commands
import Configuration
import Payloads
import Pictures
import Time
import Widgets

/// Answers to requests about what panels show.
extension Presenter {
    /// The current content of a panel, to be drawn by the requester.
    func panelPicture(_ request: BridgeRequest) throws(RequestError) -> [UInt8] {
        guard let id = request.panel else { throw RequestError("name a panel, such as {\"panel\":\"kitchen\"}") }
        guard let panel = panels[id] else { throw .unknownPanel(id) }
        let index = request.widget == nil ? 0 : try panel.widgetIndex(request)
        do throws(PictureError) {
            return Requests.json(PanelPicture(picture: try pictureRequest(of: panel, index)))
        } catch {
            throw RequestError("\(error)")
        }
    }

    /// A sample of a widget in each of its encodings: as a panel would have it, or with the defaults.
    func snapshot(_ request: BridgeRequest, at now: UTCInstant) throws(RequestError) -> [UInt8] {
        var settings: WidgetConfiguration
        if let id = request.panel {
            guard let panel = panels[id] else { throw .unknownPanel(id) }
            settings = panel.configuration.widgets[try panel.widgetIndex(request)]
        } else {
            let names = catalogue.widgets.map(\.name).joined(separator: ", ")
            guard let name = request.widget else { throw RequestError("name a widget: \(names)") }
            guard let widget = catalogue.widget(name) else { throw RequestError("no widget “\(name)”, but \(names)") }
            settings = catalogue.defaults(for: widget)
        }
        for (option, text) in request.options.sorted(by: { $0.key < $1.key }) {
            guard let text else { continue }
            try setup.set(option, to: text, in: &settings)
        }
        guard let widget = catalogue.widget(settings.widget) else { return [] }
        return Snapshot(of: widget, settings, at: now).json
    }
}
