import BridgeClient
import Configuration
import JSON
import Messaging
import Support
import Topics
import Widgets

extension Presenter {
    /// The contents of `bridge/info`: the version and a summary of the configuration, without secrets and positions.
    private struct Information: Encodable {
        var version: String
        var `protocol`: String
        var geocoder: String
        var panels: [Panel]
        var panelCount: Int

        private enum CodingKeys: String, CodingKey {
            case version, `protocol`, geocoder, panels
            case panelCount = "panel_count"
        }

        struct Panel: Encodable {
            var id: String
            var language: String
            var widgets: [Widget]
        }

        struct Widget: Encodable {
            var widget: String
            var family: String
            var sources: [String]
            var encodings: [String]
            /// Left out for a widget that is not drawn.
            var pictures: Pictures?
        }

        struct Pictures: Encodable {
            var forms: [String]
            var size: String
            var colors: String
        }
    }

    /// The most panels listed; the count covers the rest.
    private static let mostListedPanels = 1000

    /// The retained description of the bridge.
    var informationMessage: OutgoingMessage {
        let information = Information(
            version: Kiatsu.version,
            protocol: configuration.mqtt.protocol.rawValue,
            geocoder: configuration.geocoder,
            panels: panelIDs.prefix(Self.mostListedPanels).compactMap { id in
                panels[id].map { self.information(on: $0.configuration) }
            },
            panelCount: panelIDs.count
        )
        return OutgoingMessage(setup.topics.information, payload: (try? information.encoded()) ?? [])
    }

    private func information(on panel: PanelConfiguration) -> Information.Panel {
        Information.Panel(
            id: panel.id,
            language: panel.language,
            widgets: panel.widgets.map { widget in
                Information.Widget(
                    widget: widget.widget,
                    family: widget.display.family.rawValue,
                    sources: catalogue.widget(widget.widget)?.askedSources(of: widget) ?? [],
                    encodings: widget.encodings.map(\.rawValue),
                    pictures: pictures(of: widget, panel: panel.id)
                )
            }
        )
    }

    private func pictures(of settings: WidgetConfiguration, panel id: String) -> Information.Pictures? {
        guard !settings.picture.formats.isEmpty else { return nil }
        return Information.Pictures(
            forms: settings.picture.formats.map(\.rawValue),
            size: pictureSize(of: id, settings).text,
            colors: settings.picture.colors.rawValue
        )
    }
}
