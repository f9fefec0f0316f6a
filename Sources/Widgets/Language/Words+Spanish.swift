import Weather

/// Spanish, in the words of AEMET.
///
/// Those for the European index are Spain's own index's, which has its categories; those for the United States' are
/// AirNow's in Spanish.
struct Spanish: Vocabulary {
    func name(of condition: Condition) -> String {
        switch condition {
        case .unknown: "Desconocido"
        case .clear: "Despejado"
        case .fair: "Poco nuboso"
        case .mostlyCloudy: "Muy nuboso"
        case .overcast: "Cubierto"
        case .fog: "Niebla"
        case .haze: "Calima"
        case .drizzle: "Llovizna"
        case .rain: "Lluvia"
        case .showers: "Chubascos"
        case .heavyRain: "Lluvia fuerte"
        case .sleet: "Aguanieve"
        case .snow: "Nieve"
        case .heavySnow: "Nieve fuerte"
        case .thunder: "Tormenta"
        case .exceptional: "Tiempo severo"
        }
    }

    func asOf(_ clock: String) -> String { "\(clock) h" }
    func forecastAge(hours: Int) -> String { "hace \(hours) h" }
    var oldForecast: String { "anticuado" }
    var expired: String { "caducado" }
    func near(_ place: String) -> String { "cerca de \(place)" }

    func name(of category: AirQualityCategory) -> String {
        switch category {
        case .chinaExcellent: "Excelente"
        case .chinaGood: "Buena"
        case .chinaLight: "Contaminación ligera"
        case .chinaModerate: "Contaminación moderada"
        case .chinaHeavy: "Contaminación alta"
        case .chinaSevere: "Contaminación grave"
        case .usGood: "Bueno"
        case .usModerate: "Moderado"
        case .usUnhealthyForSensitiveGroups: "Insalubre para grupos sensibles"
        case .usUnhealthy: "Insalubre"
        case .usVeryUnhealthy: "Muy insalubre"
        case .usHazardous: "Peligroso"
        case .europeGood: "Buena"
        case .europeFair: "Razonablemente buena"
        case .europeModerate: "Regular"
        case .europePoor: "Desfavorable"
        case .europeVeryPoor: "Muy desfavorable"
        case .europeExtremelyPoor: "Extremadamente desfavorable"
        case .openWeatherGood: "Buena"
        case .openWeatherFair: "Aceptable"
        case .openWeatherModerate: "Moderada"
        case .openWeatherPoor: "Mala"
        case .openWeatherVeryPoor: "Muy mala"
        }
    }
}
