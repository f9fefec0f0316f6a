import Weather

/// English.
struct English: Vocabulary {
    func name(of condition: Condition) -> String {
        switch condition {
        case .unknown: "Unknown"
        case .clear: "Clear"
        case .fair: "Mostly clear"
        case .mostlyCloudy: "Mostly cloudy"
        case .overcast: "Overcast"
        case .fog: "Fog"
        case .haze: "Haze"
        case .drizzle: "Drizzle"
        case .rain: "Rain"
        case .showers: "Showers"
        case .heavyRain: "Heavy rain"
        case .sleet: "Sleet"
        case .snow: "Snow"
        case .heavySnow: "Heavy snow"
        case .thunder: "Thunderstorm"
        case .exceptional: "Severe weather"
        }
    }

    func asOf(_ clock: String) -> String { "at \(clock)" }
    func forecastAge(hours: Int) -> String { "\(hours) h old" }
    var oldForecast: String { "old" }
    var expired: String { "expired" }
    func near(_ place: String) -> String { "near \(place)" }

    func name(of category: AirQualityCategory) -> String {
        switch category {
        case .chinaExcellent: "Excellent"
        case .chinaGood: "Good"
        case .chinaLight: "Lightly polluted"
        case .chinaModerate: "Moderately polluted"
        case .chinaHeavy: "Heavily polluted"
        case .chinaSevere: "Severely polluted"
        case .usGood: "Good"
        case .usModerate: "Moderate"
        case .usUnhealthyForSensitiveGroups: "Unhealthy for sensitive groups"
        case .usUnhealthy: "Unhealthy"
        case .usVeryUnhealthy: "Very unhealthy"
        case .usHazardous: "Hazardous"
        case .europeGood: "Good"
        case .europeFair: "Fair"
        case .europeModerate: "Moderate"
        case .europePoor: "Poor"
        case .europeVeryPoor: "Very poor"
        case .europeExtremelyPoor: "Extremely poor"
        case .openWeatherGood: "Good"
        case .openWeatherFair: "Fair"
        case .openWeatherModerate: "Moderate"
        case .openWeatherPoor: "Poor"
        case .openWeatherVeryPoor: "Very poor"
        }
    }
}
