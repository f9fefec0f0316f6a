package import Time
package import Upstreams
package import Weather
import Widgets

/// Time zones by the host's rules: a place has the one that an upstream named, else the offline table's.
package struct LocalTimeZones: TimeZones {
    private let database: TimeZoneDatabase
    private let table: GeoNames
    private let named: NamedZones

    /// Zones by the table of places alone, with the host's rules.
    package init(database: TimeZoneDatabase, table: GeoNames) {
        self.init(database: database, table: table, named: NamedZones())
    }

    package init(database: TimeZoneDatabase, table: GeoNames, named: NamedZones) {
        self.database = database
        self.table = table
        self.named = named
    }

    package func utcOffsetSeconds(in zone: String, at instant: UTCInstant) -> Int? {
        database.rules(for: zone)?.utcOffsetSeconds(at: instant)
    }

    /// The zone that an upstream named for the place, else the table's, else the host's, else UTC.
    ///
    /// It is that of the cell, as upstreams are asked for cells.
    package func zone(at coordinate: Coordinate) -> String {
        let cell = GridCell(containing: coordinate)
        if let zone = named.zone(of: cell), database.rules(for: zone) != nil { return zone }
        let candidates = [table.timeZone(near: cell.center), TimeZoneDatabase.hostZoneName]
        return candidates.first { database.rules(for: $0) != nil } ?? "UTC"
    }

    /// The zone named, unless another upstream goes before this one.
    package func zone(named name: String?, by source: String, at coordinate: Coordinate, _ instant: UTCInstant)
        -> String
    {
        guard let name, database.rules(for: name) != nil else { return zone(at: coordinate) }
        return named.take(name, from: source, for: GridCell(containing: coordinate), at: instant)
    }
}
