import Payloads
package import Widgets

/// Tells whether topics leave enough bytes for what is published on them.
package struct TopicCheck {
    private struct Way: Hashable {
        var widget: String
        var display: DisplaySettings
        var encoding: Encoding
    }

    private let catalogue: Catalogue
    private var known: [Way: EncodingBounds] = [:]

    /// For configurations of these widgets.
    package init(_ catalogue: Catalogue) { self.catalogue = catalogue }

    /// The reason why a form of a panel's widget does not fit its packets, one sentence of arithmetic; nil if it fits.
    ///
    /// Of the panel nothing is known but what is configured.
    package mutating func problem(
        baseTopic: String,
        panelID: String,
        widget settings: WidgetConfiguration,
        form: PublishedForm
    ) -> String? {
        switch form {
        case .encoding(let encoding): problem(baseTopic, panelID, settings, encoding)
        case .picture(let format):
            PictureRoom(settings, baseTopic: baseTopic, panelID: panelID, screen: nil, bufferBytes: nil).problem(
                of: format
            )
        }
    }

    private mutating func problem(
        _ baseTopic: String,
        _ panelID: String,
        _ settings: WidgetConfiguration,
        _ encoding: Encoding
    ) -> String? {
        let way = Way(widget: settings.widget, display: settings.display, encoding: encoding)
        guard let widget = catalogue.widget(settings.widget) else { return nil }
        let bounds = known[way] ?? EncodingBounds(of: widget, display: settings.display, encoding: encoding)
        known[way] = bounds
        do throws(TopicTooLong) {
            _ = try TopicRoom(bounds, baseTopic: baseTopic, panelID: panelID)
            return nil
        } catch {
            return error.description
        }
    }
}
