import Configuration
import Widgets

/// What requests are told of options.
extension BridgeState {
    fileprivate struct Options: Encodable {
        var panel: String
        var widget: String
        /// What the widget is called and what it shows, in its language.
        var title: String
        var about: String
        var options: [String: Option]

        struct Option: Encodable {
            var value: String
            var about: String
            var allowed: Allowed
            /// Whether somebody chose it at run time.
            var chosen: Bool
        }

        enum Allowed: Encodable {
            case words([String])
            case text(String)

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .words(let words): try container.encode(words)
                case .text(let text): try container.encode(text)
                }
            }
        }
    }

    /// What can be chosen for a widget of a panel, and what is.
    func options(of id: String, _ index: Int) -> [UInt8] {
        guard let settings = panels[id]?.configuration.widgets[index], let widget = catalogue.widget(settings.widget)
        else { return Array("{}".utf8) }
        var options: [String: Options.Option] = [:]
        for description in catalogue.options(of: widget, iconThemes: configuration.iconThemes) {
            options[description.name] = Options.Option(
                value: catalogue.value(of: description.name, in: settings) ?? "",
                about: description.summary,
                allowed: Options.Allowed(description.format),
                chosen: chosen[id]?[settings.widget]?[description.name] != nil
            )
        }
        let language = settings.display.language
        return json(
            Options(
                panel: id,
                widget: settings.widget,
                title: Words.widgetTitle(settings.widget, language: language),
                about: Words.widgetSummary(settings.widget, language: language),
                options: options
            )
        )
    }
}

extension BridgeState.Options.Allowed {
    fileprivate init(_ format: OptionDescription.Format) {
        self =
            switch format {
            case .choice(let words): .words(words)
            default: .text(format.expected)
            }
    }
}
