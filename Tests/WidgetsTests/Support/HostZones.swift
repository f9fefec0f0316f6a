import Time
import Weather
import Widgets

/// The host's time zones; every point is in one of them.
struct HostZones: TimeZones {
    private static let database = TimeZoneDatabase()

    var everywhere = "UTC"

    func utcOffsetSeconds(in zone: String, at instant: UTCInstant) -> Int? {
        Self.database.rules(for: zone)?.utcOffsetSeconds(at: instant)
    }

    func zone(at coordinate: Coordinate) -> String { everywhere }

    /// The date that clocks in the zone show.
    func date(_ instant: UTCInstant, in zone: String) -> CivilDate {
        CivilDate(at: instant, utcOffsetSeconds: utcOffsetSeconds(in: zone, at: instant) ?? 0)
    }
}
