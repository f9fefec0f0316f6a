import TestSupport
import Testing
import Weather

@Suite struct CoordinateDistanceTests {
    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    /// Kilometres as great-circle calculators give them.
    @Test(arguments: [
        (35.6465, 139.6297, 43.0621, 141.3544, 838.0), (52.52, 13.405, 48.8566, 2.3522, 877.5),
        (51.4706, -0.4619, 40.6413, -73.7781, 5540.0), (0, 0, 0, 1, 111.195), (0, 0, 1, 0, 111.195),
        (0, 179.5, 0, -179.5, 111.195), (90, 0, 90, 135, 0), (89, 0, 89, 180, 222.39),
        (0, 0, 0, 180, 20_015.1), (90, 0, -90, 77, 20_015.1), (60, 10, 60, 11, 55.597),
    ])
    func `it is that of the great circle`(
        latitude: Double,
        longitude: Double,
        otherLatitude: Double,
        otherLongitude: Double,
        kilometres: Double
    ) throws {
        let distance = try place(latitude, longitude).distanceMetres(to: place(otherLatitude, otherLongitude))
        #expect(abs(distance / 1000 - kilometres) <= max(0.01, kilometres * 0.002))
    }

    @Test(arguments: UInt64(0)..<200)
    func `it is a metric, to the millimetre and without an end in the poles`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func any() throws -> Coordinate {
            try place(.random(in: -90...90, using: &random), .random(in: -180...180, using: &random))
        }
        let (a, b, c) = (try any(), try any(), try any())
        #expect(a.distanceMetres(to: a) == 0)
        #expect(abs(a.distanceMetres(to: b) - b.distanceMetres(to: a)) < 0.001)
        #expect(a.distanceMetres(to: c) <= a.distanceMetres(to: b) + b.distanceMetres(to: c) + 0.001)
        #expect((0...20_015_200).contains(a.distanceMetres(to: b)))
        let antipode = try place(-a.latitude, a.longitude > 0 ? a.longitude - 180 : a.longitude + 180)
        #expect(abs(a.distanceMetres(to: antipode) - 20_015_114) < 2)
    }
}
