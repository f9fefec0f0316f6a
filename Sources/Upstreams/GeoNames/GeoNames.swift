package import Weather
import Widgets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Names places and their time zones without a network, from some 59,000 places of GeoNames.
///
/// The table is part of the program and is searched where it lies: nothing is loaded, a lookup takes microseconds.
/// Names are in Japanese, Chinese, Korean, German, French, Spanish or English where a source has one that is surely in
/// that language; in all other languages the place has its general name (`Setagaya`, `São Paulo`).
package struct GeoNames: Geocoder {
    /// The attribution that the licences of the data require.
    package static let attribution = """
        GeoNames, CC BY 4.0; Unicode CLDR, Unicode licence; Natural Earth; tz database
        """

    /// The greatest distance of a point from the place that names it, in km.
    private static let farthestPlace = 100.0
    /// The greatest distance of a point from the place that gives its time zone, in km.
    private static let farthestTimeZone = 500.0
    /// The length of a degree of a great circle on a sphere of 6,371.0088 km.
    private static let kilometresPerDegree = 111.195_08

    private let table: PlaceTable?

    package init() {
        table = PlaceTable(.places)
    }

    package func place(at coordinate: Coordinate, language: String) async -> Place? {
        place(near: coordinate, language: language)
    }

    /// The place that people at the point would name, within 100 km; nil where there is none.
    ///
    /// It is the place with the highest min(population, 300,000) / (1 + d² + (d / 5)⁴ + (d / 8)⁶), d the distance in
    /// km: within some 5 km the large ward wins over the small quarter; farther out the town nearby wins over the city
    /// far away. One in another country comes only where its own has none. Where the point is farther from the place
    /// than that is large, the name says so (`bei München`). `language` is ISO 639 with an optional region or script.
    package func place(near coordinate: Coordinate, language: String) -> Place? {
        guard let table else { return nil }
        let own = ownCountries(at: coordinate)
        guard let best = best(at: coordinate, in: own) ?? (own.isEmpty ? nil : best(at: coordinate, in: Countries()))
        else { return nil }
        let name = table.name(of: best.row, in: Self.language(language))
        let extent = 3 + 12 * (min(Self.people(best.row), 350_000) / 350_000).squareRoot()
        return Place(
            name: best.squaredKilometres > extent * extent ? Words.near(name, language: language) : name,
            timeZone: table.timeZone(best.row.zone)
        )
    }

    /// The IANA name of the time zone of the nearest place within 500 km in the point's country, else of the country's
    /// nearest known point, else of the nautical zone (`Etc/GMT-9`).
    ///
    /// At a border within a country it can be the neighbour's: a provider that knows the zone goes first.
    package func timeZone(near coordinate: Coordinate) -> String {
        guard let table else { return Self.nauticalZone(at: coordinate) }
        let own = table.countries(latitude: coordinate.latitude, longitude: coordinate.longitude)
        if let zone = nearestZone(to: coordinate, in: own, isInCountry: !own.isEmpty) { return table.timeZone(zone) }
        return Self.nauticalZone(at: coordinate)
    }

    private static func nauticalZone(at coordinate: Coordinate) -> String {
        let hours = Int((coordinate.longitude / 15).rounded())
        // POSIX counts hours west of Greenwich, and so do these names.
        return hours == 0 ? "Etc/GMT" : hours > 0 ? "Etc/GMT-\(hours)" : "Etc/GMT+\(-hours)"
    }

    static func language(_ code: String) -> PlaceTable.Language? {
        let parts = code.split(separator: "-")
        switch parts.first {
        case "ja": return .japanese
        case "zh":
            let isTraditional = parts.dropFirst().contains { ["Hant", "TW", "HK", "MO"].contains($0) }
            return isTraditional && !parts.contains("Hans") ? .traditionalChinese : .simplifiedChinese
        case "ko": return .korean
        case "de": return .german
        case "fr": return .french
        case "es": return .spanish
        case "en": return .english
        default: return nil
        }
    }

    private static func people(_ row: PlaceTable.Row) -> Double { 1000 * exp2(Double(row.populationClass) / 15) }

    // MARK: Searching

    private struct Found {
        var row: PlaceTable.Row
        var squaredKilometres: Double
    }

    /// The best place in some countries, in any where there are none.
    private func best(at coordinate: Coordinate, in countries: Countries) -> Found? {
        guard let table else { return nil }
        var best: Found?
        var bestScore = 0.0
        // Mostly a place is near, and the small search has few of the rows.
        for radius in [8, 25, Self.farthestPlace] {
            forEachRow(within: radius, of: coordinate) { row, squared in
                let divisor = Self.divisor(squared)
                // Most rows fail for any population, and need no power.
                guard 300_000 > bestScore * divisor else { return }
                let score = min(Self.people(row), 300_000) / divisor
                guard score > bestScore,
                    countries.isEmpty || countries.contains(table.country(ofZone: row.zone))
                else { return }
                (best, bestScore) = (Found(row: row, squaredKilometres: squared), score)
            }
            if bestScore * Self.divisor(radius * radius) >= 300_000 { break }
        }
        return best
    }

    /// The countries that the point can be in: at a border, the one of the nearest place.
    private func ownCountries(at coordinate: Coordinate) -> Countries {
        guard let table else { return Countries() }
        let all = table.countries(latitude: coordinate.latitude, longitude: coordinate.longitude)
        guard all.areSeveral else { return all }
        var nearest: UInt8?
        var least = Double.infinity
        forEachRow(within: 25, of: coordinate) { row, squared in
            let country = table.country(ofZone: row.zone)
            if squared < least, all.contains(country) { (nearest, least) = (country, squared) }
        }
        return nearest.map { Countries($0) } ?? all
    }

    private static func divisor(_ squared: Double) -> Double {
        1 + squared + squared * squared / 625 + squared * squared * squared / 262_144
    }

    private func nearestZone(to coordinate: Coordinate, in countries: Countries, isInCountry: Bool) -> Int? {
        guard let table else { return nil }
        var zone: Int?
        var least = Double.infinity
        for radius in [20, 60, 160, Self.farthestTimeZone] where zone == nil {
            least = radius * radius
            forEachRow(within: radius, of: coordinate) { row, squared in
                guard squared < least, !isInCountry || countries.contains(table.country(ofZone: row.zone)) else {
                    return
                }
                (zone, least) = (row.zone, squared)
            }
        }
        // On land, however far from anybody, it is one of the country's zones.
        if zone == nil, isInCountry { least = .infinity }
        let reach = least.squareRoot() / Self.kilometresPerDegree
        table.forEachPoint(latitudes: (coordinate.latitude - reach)...(coordinate.latitude + reach)) { point in
            guard !isInCountry || countries.contains(table.country(ofZone: point.zone)) else { return }
            let squared = Self.squaredKilometres(from: coordinate, latitude: point.latitude, longitude: point.longitude)
            if squared < least { (zone, least) = (point.zone, squared) }
        }
        return zone
    }

    /// The square of the length of the great circle in km².
    private static func squaredKilometres(from point: Coordinate, latitude: Double, longitude: Double) -> Double {
        let radians = Double.pi / 180
        let north = sin((latitude - point.latitude) * radians / 2)
        let east = sin((longitude - point.longitude) * radians / 2)
        let half = north * north + cos(latitude * radians) * cos(point.latitude * radians) * east * east
        let degrees = 2 * asin(min(1, half.squareRoot())) / radians
        return degrees * degrees * kilometresPerDegree * kilometresPerDegree
    }

    /// Calls `body` with each row within `radius` km, and the square of its distance in km².
    private func forEachRow(within radius: Double, of point: Coordinate, _ body: (PlaceTable.Row, Double) -> Void) {
        guard let table else { return }
        let radians = Double.pi / 180
        let cosine = cos(point.latitude * radians)
        let slope = sin(point.latitude * radians) * radians / 2
        let (bands, columns) = Self.cells(within: radius, of: point)
        for columns in columns {
            table.forEachRow(bands: bands, columns: columns) { row in
                let north = row.latitude - point.latitude
                var east = row.longitude - point.longitude
                if east > 180 { east -= 360 } else if east < -180 { east += 360 }
                // The cosine of the middle latitude to first order: no city is so near a pole that it would matter.
                east *= cosine - slope * north
                let squared = (north * north + east * east) * Self.kilometresPerDegree * Self.kilometresPerDegree
                if squared <= radius * radius { body(row, squared) }
            }
        }
    }

    /// The cells, as bands from the south pole and columns from 180° west, that hold all points within `radius` km.
    ///
    /// There are two ranges of columns where the date line cuts them, and one of all at a pole.
    private static func cells(
        within radius: Double,
        of point: Coordinate
    ) -> (bands: ClosedRange<Int>, columns: [ClosedRange<Int>]) {
        let height = radius / kilometresPerDegree
        let south = max(0, Int((point.latitude + 90 - height).rounded(.down)))
        let north = min(179, Int((point.latitude + 90 + height).rounded(.down)))
        let bands = min(south, 179)...north
        let farthest = abs(point.latitude) + height
        guard farthest < 89 else { return (bands, [0...359]) }
        let width = height / cos(farthest * .pi / 180)
        guard width < 179 else { return (bands, [0...359]) }
        let west = Int((point.longitude + 180 - width).rounded(.down))
        let east = Int((point.longitude + 180 + width).rounded(.down))
        if west < 0 { return (bands, [(west + 360)...359, 0...east]) }
        if east > 359 { return (bands, [west...359, 0...(east - 360)]) }
        return (bands, [west...east])
    }
}
