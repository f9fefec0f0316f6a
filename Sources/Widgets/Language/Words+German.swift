import Weather

/// German, in the words of the Deutscher Wetterdienst; at most 20 characters for the weather.
struct German: Vocabulary {
    func name(of condition: Condition) -> String {
        switch condition {
        case .unknown: "Unbekannt"
        case .clear: "Wolkenlos"
        case .fair: "Leicht bewölkt"
        case .mostlyCloudy: "Stark bewölkt"
        case .overcast: "Bedeckt"
        case .fog: "Nebel"
        case .haze: "Dunst"
        case .drizzle: "Sprühregen"
        case .rain: "Regen"
        case .showers: "Schauer"
        case .heavyRain: "Starkregen"
        case .sleet: "Schneeregen"
        case .snow: "Schnee"
        case .heavySnow: "Starker Schneefall"
        case .thunder: "Gewitter"
        case .exceptional: "Unwetter"
        }
    }

    func asOf(_ clock: String) -> String { "\(clock) Uhr" }
    func forecastAge(hours: Int) -> String { "\(hours) h alt" }
    var oldForecast: String { "veraltet" }
    var expired: String { "abgelaufen" }
    func near(_ place: String) -> String { "bei \(place)" }

    func name(of category: AirQualityCategory) -> String {
        switch category {
        case .chinaExcellent: "Ausgezeichnet"
        case .chinaGood: "Gut"
        case .chinaLight: "Leicht belastet"
        case .chinaModerate: "Mäßig belastet"
        case .chinaHeavy: "Stark belastet"
        case .chinaSevere: "Sehr stark belastet"
        case .usGood: "Gut"
        case .usModerate: "Mäßig"
        case .usUnhealthyForSensitiveGroups: "Ungesund für Empfindliche"
        case .usUnhealthy: "Ungesund"
        case .usVeryUnhealthy: "Sehr ungesund"
        case .usHazardous: "Gefährlich"
        case .europeGood: "Gut"
        case .europeFair: "Akzeptabel"
        case .europeModerate: "Mäßig"
        case .europePoor: "Schlecht"
        case .europeVeryPoor: "Sehr schlecht"
        case .europeExtremelyPoor: "Extrem schlecht"
        case .openWeatherGood: "Gut"
        case .openWeatherFair: "Akzeptabel"
        case .openWeatherModerate: "Mäßig"
        case .openWeatherPoor: "Schlecht"
        case .openWeatherVeryPoor: "Sehr schlecht"
        }
    }
}
