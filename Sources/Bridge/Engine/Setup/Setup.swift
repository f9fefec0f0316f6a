import Configuration
import Time
import Widgets

/// The parts of a bridge that do not change while it runs.
///
/// One object, so that all values of the bridge's state read the same one without copying it.
final class Setup: Sendable {
    /// Without panels: they come and go, and the registry of panels has them.
    let configuration: Configuration
    let catalogue: Catalogue
    let zones: any TimeZones
    /// The readings for home automation, by the name of their widget.
    let readingsByWidget: [String: [ReadingDescription]]
    /// The readings of all widgets, in the catalogue's order.
    let allReadings: [ReadingDescription]

    init(_ configuration: Configuration, catalogue: Catalogue, zones: any TimeZones) {
        var configuration = configuration
        configuration.panels = []
        self.configuration = configuration
        self.catalogue = catalogue
        self.zones = zones
        readingsByWidget = Dictionary(catalogue.widgets.map { ($0.name, $0.readings) }) { first, _ in first }
        allReadings = catalogue.widgets.flatMap(\.readings)
    }
}
