import Testing
import Time
import Weather

@Suite struct SunTests {
    @Test(arguments: [
        // The equinox of 2024 was on 20 March at 03:06 UTC; the sun is highest at Greenwich's meridian at 12:07.
        (0.0, 0.0, 1_710_936_450, 89.85),
        // The solstice of 2024 was on 20 June at 20:51 UTC: noon and midnight at Greenwich.
        (51.4779, 0.0, 1_718_884_920, 61.96),
        (51.4779, 0.0, 1_718_841_720, -15.08),
        (90.0, 0.0, 1_718_917_200, 23.44),
        (-90.0, 0.0, 1_718_917_200, -23.44),
    ])
    func `the elevation is the almanac's`(latitude: Double, longitude: Double, seconds: Int, degrees: Double) throws {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let elevation = Sun.elevationDegrees(at: place, UTCInstant(unixSeconds: seconds))
        #expect(abs(elevation - degrees) < 0.1, "\(elevation)")
    }

    /// Tokyo, 1 January 2024: sunrise 06:50, sunset 16:38 (National Astronomical Observatory of Japan).
    @Test(arguments: [(6, 46, false), (6, 55, true), (16, 34, true), (16, 43, false), (0, 0, false)])
    func `the sun is up between an almanac's sunrise and sunset`(hour: Int, minute: Int, isUp: Bool) throws {
        let tokyo = try #require(Coordinate(latitude: 35.6581, longitude: 139.7414))
        let midnight = 1_704_067_200 - 9 * 3600
        #expect(Sun.isUp(at: tokyo, UTCInstant(unixSeconds: midnight + hour * 3600 + minute * 60)) == isUp)
    }

    @Test(arguments: 0..<24)
    func `the sun does not set in Tromsø in June and does not rise in December`(hour: Int) throws {
        let arctic = try #require(Coordinate(latitude: 69.65, longitude: 18.96))
        #expect(Sun.isUp(at: arctic, UTCInstant(unixSeconds: 1_718_841_600 + hour * 3600)))
        #expect(!Sun.isUp(at: arctic, UTCInstant(unixSeconds: 1_703_030_400 + hour * 3600)))
    }
}
