package import Time

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The sun's position as seen from a place.
package enum Sun {
    /// True while the sun's centre is above −0.833°, the elevation at which almanacs define sunrise and sunset.
    package static func isUp(at coordinate: Coordinate, _ instant: UTCInstant) -> Bool {
        elevationDegrees(at: coordinate, instant) > -0.833
    }

    /// True where the sun is up in the middle of the hour from `hour` on: its state at the start may not hold for most
    /// of the hour.
    package static func isDay(inHourFrom hour: UTCInstant, at coordinate: Coordinate) -> Bool {
        isUp(at: coordinate, hour + .seconds(1800))
    }

    /// The sun's geometric elevation in degrees, good to about 0.05° between 1950 and 2050.
    ///
    /// The low-precision formulae of the Astronomical Almanac (page C5).
    package static func elevationDegrees(at coordinate: Coordinate, _ instant: UTCInstant) -> Double {
        let radians = Double.pi / 180
        // 2000-01-01T12:00Z, the epoch J2000.0.
        let days = Double(instant.unixSeconds - 946_728_000) / 86_400
        let meanLongitude = 280.460 + 0.985_647_4 * days
        let meanAnomaly = (357.528 + 0.985_600_3 * days) * radians
        let eclipticLongitude = (meanLongitude + 1.915 * sin(meanAnomaly) + 0.020 * sin(2 * meanAnomaly)) * radians
        let obliquity = (23.439 - 0.000_000_4 * days) * radians
        let rightAscension = atan2(cos(obliquity) * sin(eclipticLongitude), cos(eclipticLongitude))
        let declination = asin(sin(obliquity) * sin(eclipticLongitude))
        let greenwichSiderealDegrees = 280.460_618_37 + 360.985_647_366_29 * days
        let hourAngle = (greenwichSiderealDegrees + coordinate.longitude) * radians - rightAscension
        let latitude = coordinate.latitude * radians
        let sine = sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(hourAngle)
        return asin(max(-1, min(1, sine))) / radians
    }
}
