extension AirQualityCategory {
    /// The category's name for automations: the same in each language, one of ``homeAssistantNames``.
    package var homeAssistantName: String {
        switch self {
        case .chinaExcellent: "excellent"
        case .chinaGood, .usGood, .europeGood, .openWeatherGood: "good"
        case .europeFair, .openWeatherFair: "fair"
        case .usModerate, .europeModerate, .openWeatherModerate: "moderate"
        case .europePoor, .openWeatherPoor: "poor"
        case .europeVeryPoor, .openWeatherVeryPoor: "very_poor"
        case .europeExtremelyPoor: "extremely_poor"
        case .chinaLight: "lightly_polluted"
        case .chinaModerate: "moderately_polluted"
        case .chinaHeavy: "heavily_polluted"
        case .chinaSevere: "severely_polluted"
        case .usUnhealthyForSensitiveGroups: "unhealthy_for_sensitive_groups"
        case .usUnhealthy: "unhealthy"
        case .usVeryUnhealthy: "very_unhealthy"
        case .usHazardous: "hazardous"
        }
    }

    /// The names of all categories of all scales, each once.
    package static let homeAssistantNames: [String] = allCases.map(\.homeAssistantName).reduce(into: []) {
        names,
        name in if !names.contains(name) { names.append(name) }
    }
}
