import Configuration
import Weather
import Widgets

/// What panels call their places.
struct PlaceNames: Sendable {
    let geocoder: any Geocoder
    let zones: any TimeZones

    /// The place at a point: by the name that came with the position, else by the configured name where the panel
    /// is at its configured place, else by the geocoder's, else by its degrees.
    func place(at coordinate: Coordinate, panel: PanelConfiguration?, override: String?) async -> Place {
        let isHome = panel.map { GridCell(containing: $0.location) == GridCell(containing: coordinate) } ?? false
        let given = override ?? (isHome ? panel?.name : nil)
        if let found = await geocoder.place(at: coordinate, language: panel?.language ?? "en") {
            return Place(name: given ?? found.name, timeZone: found.timeZone)
        }
        return Place(name: given ?? Self.degrees(coordinate), timeZone: zones.zone(at: coordinate))
    }

    /// Whole degrees, as no town is near.
    static func degrees(_ coordinate: Coordinate) -> String {
        func text(_ value: Double, _ positive: String, _ negative: String) -> String {
            "\(Int(abs(value).rounded()))°\(value < 0 ? negative : positive)"
        }
        return text(coordinate.latitude, "N", "S") + " " + text(coordinate.longitude, "E", "W")
    }
}
