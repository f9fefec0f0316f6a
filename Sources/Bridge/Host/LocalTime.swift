import Configuration
import Time
import Upstreams
import Weather
import Widgets

/// Time zones by the host's rules, and by the offline table where an upstream names none.
struct LocalTime: TimeZones {
    private let database: TimeZoneDatabase
    private let table: GeoNames

    init(database: TimeZoneDatabase, table: GeoNames) {
        self.database = database
        self.table = table
    }

    func utcOffsetSeconds(in zone: String, at instant: UTCInstant) -> Int? {
        database.rules(for: zone)?.utcOffsetSeconds(at: instant)
    }

    /// The table's zone, else the host's, else UTC.
    func zone(at coordinate: Coordinate) -> String {
        let candidates = [table.timeZone(near: coordinate), TimeZoneDatabase.hostZoneName]
        return candidates.first { database.rules(for: $0) != nil } ?? "UTC"
    }
}

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
