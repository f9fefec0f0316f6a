import Weather

/// Open-Meteo's answer on the air at one place, as far as Kiatsu reads it.
struct OpenMeteoAirQuality: Decodable {
    private let current: Current

    private struct Current: Decodable {
        let european: Double?
        let unitedStates: Double?

        private enum CodingKeys: String, CodingKey {
            case european = "european_aqi"
            case unitedStates = "us_aqi"
        }
    }

    /// The European index where Open-Meteo has the European model, and that of the US EPA everywhere else.
    ///
    /// A place's scale never changes from one answer to the next. China's index is not to be had.
    func airQuality(at place: Coordinate) -> AirQuality? {
        let scale = Self.isInEurope(place) ? AirQualityScale.european : .unitedStates
        return UpstreamValue.airQuality(scale == .european ? current.european : current.unitedStates, scale: scale)
    }

    /// The domain of the European model of the Copernicus Atmosphere Monitoring Service: 30…72° N, 25° W…45° E.
    private static func isInEurope(_ place: Coordinate) -> Bool {
        (30...72).contains(place.latitude) && (-25...45).contains(place.longitude)
    }
}
