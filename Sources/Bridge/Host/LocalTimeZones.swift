import Time
import Upstreams
import Weather
import Widgets

/// Time zones by the host's rules, and by the offline table where an upstream names none.
struct LocalTimeZones: TimeZones {
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
