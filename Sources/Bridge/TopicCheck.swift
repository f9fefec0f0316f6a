import Payloads
package import Widgets

/// Tells whether topics leave room for what is published on them.
package struct TopicCheck {
    private struct Way: Hashable {
        var widget: String
        var display: DisplaySettings
        var encoding: Encoding
    }

    private var known: [Way: EncodingBounds] = [:]

    package init() {}

    /// Why an encoding of a panel's widget does not fit its packets, one sentence of arithmetic; nil where it fits.
    package mutating func problem(
        baseTopic: String,
        panelID: String,
        widget settings: WidgetConfiguration,
        encoding: Encoding
    ) -> String? {
        let way = Way(widget: settings.widget, display: settings.display, encoding: encoding)
        guard let widget = Catalogue.kiatsu.widget(settings.widget) else { return nil }
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
