import Testing
import Weather

@Suite struct CoordinateTests {
    @Test(arguments: [(90.0, 180.0), (-90.0, -180.0), (0, 0)])
    func `the ends of the range are in it`(latitude: Double, longitude: Double) {
        #expect(Coordinate(latitude: latitude, longitude: longitude) != nil)
    }

    @Test(arguments: [(90.0001, 0.0), (0, -180.0001), (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity)])
    func `what is no point on Earth is refused`(latitude: Double, longitude: Double) {
        #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
    }

    @Test(arguments: [
        (35.6465, 139.6297, Int32(3565), Int32(13963)), (35.644, 139.634, 3564, 13963),
        (90, 180, 9000, -18000), (-90, -180, -9000, -18000), (0, 179.994, 0, 17999), (0, 179.996, 0, -18000),
        (-0.004, 0.004, 0, 0), (-0.006, 0.006, -1, 1),
    ])
    func `a cell is the one whose centre is nearest`(
        latitude: Double,
        longitude: Double,
        latitudeHundredths: Int32,
        longitudeHundredths: Int32
    ) throws {
        let cell = GridCell(containing: try #require(Coordinate(latitude: latitude, longitude: longitude)))
        #expect(cell.latitudeHundredths == latitudeHundredths)
        #expect(cell.longitudeHundredths == longitudeHundredths)
    }

    @Test(arguments: [(90.0, 180.0), (-90.0, -180.0), (35.65, 139.63), (-0.01, 0.29)])
    func `a cell contains its centre`(latitude: Double, longitude: Double) throws {
        let cell = GridCell(containing: try #require(Coordinate(latitude: latitude, longitude: longitude)))
        #expect(GridCell(containing: cell.center) == cell)
    }
}
