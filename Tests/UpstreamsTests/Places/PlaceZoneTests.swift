import Testing
import Weather

@testable import Upstreams

/// Points where the nearest large city is in another zone, or far away.
private let zones: [(Double, Double, String)] = [
    (1.9884, -157.4750, "Pacific/Kiritimati"), (-43.95, -176.56, "Pacific/Chatham"),
    (-31.55, 159.08, "Australia/Lord_Howe"), (-27.15, -109.43, "Pacific/Easter"),
    (-8.91, -140.10, "Pacific/Marquesas"), (70.485, -21.97, "America/Scoresbysund"),
    (76.77, -18.67, "America/Danmarkshavn"), (-77.846, 166.668, "Antarctica/McMurdo"),
    (-90, 0, "Antarctica/McMurdo"), (-90, -7.6, "Antarctica/McMurdo"), (-37.067, -12.311, "Atlantic/St_Helena"),
    (-7.313, 72.411, "Indian/Chagos"), (28.21, -177.38, "Pacific/Midway"), (19.28, 166.65, "Pacific/Wake"),
    (-31.677, 128.883, "Australia/Eucla"), (-3.85, -32.42, "America/Noronha"),
    (53.30, -60.33, "America/Goose_Bay"), (51.42, -57.13, "America/Blanc-Sablon"),
    (46.92, -55.39, "America/St_Johns"), (54.91, 8.31, "Europe/Berlin"), (52.35, 14.56, "Europe/Warsaw"),
    (47.558, 7.588, "Europe/Zurich"), (48.572, 7.81, "Europe/Berlin"), (48.573, 7.752, "Europe/Paris"),
]

/// Points whose nearest large place is far away or in another country.
private let places: [(Double, Double, String, String)] = [
    (54.91, 8.31, "de", "Westerland"), (55.017, 8.43, "de", "bei Westerland"), (55.13, 8.5, "en", "near Esbjerg"),
    (46.92, -55.39, "en", "St. Lawrence"), (26.34, 126.80, "ja", "久米島"), (40.27, 141.30, "ja", "二戸"),
    (40.06, 141.35, "ja", "葛巻町付近"), (52.35, 14.56, "en", "Słubice"), (52.342, 14.553, "de", "Frankfurt (Oder)"),
    (48.572, 7.81, "de", "Kehl"), (48.573, 7.752, "de", "Straßburg"), (-31.55, 159.08, "en", "Lord Howe Island"),
    (76.77, -18.67, "en", "Danmarkshavn"), (48.40, 11.40, "fr", "près de Petershausen"),
]

@Suite struct PlaceZoneTests {
    private let geoNames = GeoNames()

    @Test(arguments: zones)
    func `without a network the zone is the one of the country there`(
        latitude: Double,
        longitude: Double,
        zone: String
    ) throws {
        let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(geoNames.timeZone(near: point) == zone)
    }

    @Test(arguments: places)
    func `the place is in the country there, and what is out of it is near it`(
        latitude: Double,
        longitude: Double,
        language: String,
        name: String
    ) throws {
        let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(geoNames.place(near: point, language: language)?.name == name)
    }
}
