/// A point on the Earth in WGS 84 degrees: latitude −90…90, longitude −180…180, always finite.
package struct Coordinate: Sendable, Hashable, Codable {
    /// Degrees north, −90…90.
    package let latitude: Double
    /// Degrees east, −180…180.
    package let longitude: Double

    /// Nil where a value is not finite or out of range.
    package init?(latitude: Double, longitude: Double) {
        guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A square of 0.01° (1.1 km from south to north): panels in the same cell share one forecast.
package struct GridCell: Sendable, Hashable, Codable, Comparable {
    /// The centre's latitude in hundredths of a degree, −9000…9000.
    package let latitudeHundredths: Int32
    /// The centre's longitude in hundredths of a degree, −18000…17999; 180° east is −180°.
    package let longitudeHundredths: Int32

    /// The cell with the nearest centre.
    package init(containing coordinate: Coordinate) {
        latitudeHundredths = Int32((coordinate.latitude * 100).rounded())
        let longitude = Int32((coordinate.longitude * 100).rounded())
        longitudeHundredths = longitude == 18000 ? -18000 : longitude
    }

    /// The centre, of two decimals: the point that upstreams are asked for.
    package var center: Coordinate {
        // In range by construction of the stored hundredths.
        Coordinate(
            latitude: Double(latitudeHundredths) / 100,
            longitude: Double(longitudeHundredths) / 100
        )
            ?? Coordinate.origin
    }

    /// Sorted by latitude, then by longitude.
    package static func < (left: GridCell, right: GridCell) -> Bool {
        (left.latitudeHundredths, left.longitudeHundredths) < (right.latitudeHundredths, right.longitudeHundredths)
    }
}

extension Coordinate {
    /// 0° north, 0° east.
    package static let origin = Coordinate(unchecked: 0, 0)

    private init(unchecked latitude: Double, _ longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
