package import Weather
import Widgets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Names places and their time zones without a network, from GeoNames' 34,003 cities of 15,000 people or more.
///
/// The table is part of the program and is searched where it lies: nothing is loaded, a lookup takes microseconds.
/// Names are in Japanese, Chinese or Korean where GeoNames has one that is surely in that language; in all other
/// languages the place has its general name (`Setagaya`, `São Paulo`).
package struct GeoNames: Geocoder {
    /// What the licence of the data asks to be shown.
    package static let attribution = "GeoNames, CC BY 4.0"

    /// How far a place can be from what is named after it, in km.
    private static let farthestPlace = 100.0
    /// How far its people's time zone reaches out to sea, in km.
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

    /// The place within 100 km that people at the point would name; nil where there is none.
    ///
    /// It is the one with the highest min(population, 300,000) / (1 + d² + (d / 5)⁴), d the distance in km: within some
    /// 5 km the large ward wins over the small quarter; farther out the town nearby wins over the city far away.
    /// `language` is an ISO 639-1 code; what follows a hyphen is ignored.
    package func place(near coordinate: Coordinate, language: String) -> Place? {
        guard let table else { return nil }
        var best: PlaceTable.Row?
        var bestScore = 0.0
        forEachRow(within: Self.farthestPlace, of: coordinate) { row, squaredKilometres in
            let divisor = 1 + squaredKilometres + squaredKilometres * squaredKilometres / 625
            // Most rows fail for any population, and need no power.
            guard 300_000 > bestScore * divisor else { return }
            let score = min(1000 * exp2(Double(row.populationClass) / 15), 300_000) / divisor
            if score > bestScore { (best, bestScore) = (row, score) }
        }
        return best.map { row in
            Place(name: table.name(of: row, in: Self.language(language)), timeZone: table.timeZone(of: row))
        }
    }

    /// The IANA name of the time zone of the nearest city within 500 km, else of the nautical zone (`Etc/GMT-9`).
    ///
    /// At a border it can be the neighbour's: a provider that knows the zone goes first.
    package func timeZone(near coordinate: Coordinate) -> String {
        // Mostly something is near, and the small search has few of the cells.
        for radius in [60, Self.farthestTimeZone] {
            var nearest: PlaceTable.Row?
            var least = radius * radius
            forEachRow(within: radius, of: coordinate) { row, squaredKilometres in
                if squaredKilometres < least { (nearest, least) = (row, squaredKilometres) }
            }
            if let nearest, let table { return table.timeZone(of: nearest) }
        }
        let hours = Int((coordinate.longitude / 15).rounded())
        // POSIX counts hours west of Greenwich, and so do these names.
        return hours == 0 ? "Etc/GMT" : hours > 0 ? "Etc/GMT-\(hours)" : "Etc/GMT+\(-hours)"
    }

    private static func language(_ code: String) -> PlaceTable.Language? {
        switch code.prefix(while: { $0 != "-" }) {
        case "ja": .japanese
        case "zh": .chinese
        case "ko": .korean
        default: nil
        }
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
