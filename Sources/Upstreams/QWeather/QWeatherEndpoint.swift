import Weather

/// An endpoint of QWeather's API (https://dev.qweather.com/en/docs/api/).
enum QWeatherEndpoint: Sendable, Hashable, CaseIterable {
    case currentV1, daysV1, airV1
    case currentV7, weekV7, threeDaysV7, airV7
    case city

    /// True where no report is possible without it.
    var isEssential: Bool { self == .currentV1 || self == .currentV7 }

    /// The endpoint's path on the server, and the place as the rest of that path.
    func path(for place: Coordinate) -> (path: String, place: String) {
        let place = "/\(place.latitude.twoDecimals)/\(place.longitude.twoDecimals)"
        return switch self {
        case .currentV1: ("/weather/v1/current", place)
        case .daysV1: ("/weather/v1/daily", place)
        case .airV1: ("/airquality/v1/current", place)
        case .currentV7: ("/v7/weather/now", "")
        case .weekV7: ("/v7/weather/7d", "")
        case .threeDaysV7: ("/v7/weather/3d", "")
        case .airV7: ("/v7/air/now", "")
        case .city: ("/geo/v2/city/lookup", "")
        }
    }

    /// `language` in QWeather's codes, for places' names only.
    func query(for place: Coordinate, language: String?) -> [(name: String, value: String)] {
        let location = (name: "location", value: "\(place.longitude.twoDecimals),\(place.latitude.twoDecimals)")
        return switch self {
        case .currentV1, .airV1: []
        // In UTC, which day a row is for would depend on the place's time zone.
        case .daysV1: [("days", "5"), ("localTime", "true")]
        case .currentV7, .weekV7, .threeDaysV7, .airV7: [location]
        case .city: [location, ("number", "1")] + (language.map { [("lang", $0)] } ?? [])
        }
    }
}

/// The QWeather code (https://dev.qweather.com/en/docs/resource/language/) of an ISO 639 language with an optional
/// region or script; nil for no language.
func qWeatherLanguage(_ language: String) -> String? {
    let parts = language.lowercased().split(separator: "-")
    guard let first = parts.first else { return nil }
    let isTraditional = parts.dropFirst().contains { ["hant", "tw", "hk", "mo"].contains($0) }
    return first == "zh" && isTraditional ? "zh-hant" : String(first)
}
