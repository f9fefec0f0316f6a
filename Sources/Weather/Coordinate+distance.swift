#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension Coordinate {
    /// The great-circle distance in metres, on a sphere of the Earth's mean radius: within 0.6 % of the distance on the
    /// ellipsoid.
    ///
    /// Haversine formula, which stays exact for points that are close together.
    package func distanceMetres(to other: Coordinate) -> Double {
        let radians = Double.pi / 180
        let latitudes = sin((other.latitude - latitude) * radians / 2)
        let longitudes = sin((other.longitude - longitude) * radians / 2)
        let haversine =
            latitudes * latitudes
            + cos(latitude * radians) * cos(other.latitude * radians) * longitudes * longitudes
        // Rounding may take the value for antipodes past 1.
        return 2 * 6_371_008.8 * asin(min(1, haversine.squareRoot()))
    }
}
