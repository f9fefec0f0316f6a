import Commands
import Configuration
import Widgets

/// The answers of requests about options.
extension Presenter {
    fileprivate struct Options: Encodable {
        var panel: String
        var widget: String
        /// The widget's title and content, in its language.
        var title: String
        var about: String
        var options: [String: Option]

        struct Option: Encodable {
            var value: String
            var about: String
            var allowed: Allowed
            /// True if it was chosen at run time.
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

    /// The options of a panel's widget, and their values.
    func options(of id: String, _ index: Int) -> [UInt8] {
        guard let settings = panels[id]?.configuration.widgets[index], let widget = catalogue.widget(settings.widget)
        else { return Array("{}".utf8) }
        var options: [String: Options.Option] = [:]
        for description in catalogue.options(of: widget, iconThemes: configuration.iconThemes) {
            options[description.name] = Options.Option(
                value: catalogue.value(of: description.name, in: settings) ?? "",
                about: description.summary,
                allowed: Options.Allowed(description.format),
                chosen: choices.chosen[id]?[settings.widget]?[description.name] != nil
            )
        }
        let language = settings.display.language
        return Requests.json(
            Options(
                panel: id,
                widget: settings.widget,
                title: widget.words.title(in: language),
                about: widget.words.summary(in: language),
                options: options
            )
        )
    }
}

extension Presenter.Options.Allowed {
    fileprivate init(_ format: OptionDescription.Format) {
        self =
            switch format {
            case .choice(let words): .words(words)
            default: .text(format.expected)
            }
    }
}
