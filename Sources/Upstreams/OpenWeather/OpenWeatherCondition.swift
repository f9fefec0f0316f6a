package import Weather

extension Condition {
    /// The condition of an OpenWeather condition id (https://openweathermap.org/weather-conditions).
    ///
    /// An id that is not in the table counts for its hundred where that has one meaning: 5xx is rain; any other for
    /// what OpenWeather calls its `group`.
    package init(openWeatherID: Int, group: String? = nil) {
        switch openWeatherID {
        case 313, 321, 520, 521, 531: self = .showers
        case 314, 502, 503, 504, 522: self = .heavyRain
        case 511, 611, 612, 613, 615, 616: self = .sleet
        case 602, 622: self = .heavySnow
        case 701, 741: self = .fog
        case 771, 781: self = .exceptional
        case 800: self = .clear
        case 801, 802: self = .fair
        case 803: self = .mostlyCloudy
        case 804: self = .overcast
        case 200...299: self = .thunder
        case 300...399: self = .drizzle
        case 500...599: self = .rain
        case 600...699: self = .snow
        case 700...799: self = .haze
        case 805...899: self = .mostlyCloudy
        default: self = group.flatMap { Self.groups[$0.lowercased()] } ?? .unknown
        }
    }

    private static let groups: [String: Condition] = [
        "thunderstorm": .thunder, "drizzle": .drizzle, "rain": .rain, "snow": .snow, "clear": .clear,
        "clouds": .mostlyCloudy, "mist": .fog, "fog": .fog, "smoke": .haze, "haze": .haze, "dust": .haze, "sand": .haze,
        "ash": .haze, "squall": .exceptional, "tornado": .exceptional,
    ]
}
