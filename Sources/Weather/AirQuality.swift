/// An air quality index and the scale that it is of.
package struct AirQuality: Sendable, Hashable, Codable {
    /// 0…999, on ``scale``.
    package let index: Int
    package let scale: AirQualityScale

    /// Returns nil for an index that the scale does not have.
    package init?(index: Int, scale: AirQualityScale) {
        guard scale.indices.contains(index) else { return nil }
        self.index = index
        self.scale = scale
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        scale = try container.decode(AirQualityScale.self, forKey: .scale)
        index = try container.decode(Int.self, forKey: .index, within: scale.indices)
    }

    /// What the scale calls an index such as this.
    package var category: AirQualityCategory { scale.category(of: index) }
}

/// What an air quality index counts; each scale has categories of its own.
package enum AirQualityScale: String, Sendable, CaseIterable, Codable {
    /// China's HJ 633—2012, 0…500.
    case china = "cn-mee"
    /// The Air Quality Index of the US EPA (40 CFR 58, appendix G, 2024), 0…500 and beyond.
    case unitedStates = "us-epa"
    /// The European Air Quality Index as Open-Meteo counts it, 0…100 and beyond.
    case european = "eu-eea"
    /// OpenWeather's own, 1…5.
    case openWeather = "openweather"

    /// The indices that the scale has, room for the worst days included.
    package var indices: ClosedRange<Int> { self == .openWeather ? 1...5 : 0...999 }

    /// The category of an index of the scale.
    package func category(of index: Int) -> AirQualityCategory {
        let categories = categories
        // The last category has no upper bound.
        let step = upperBounds.firstIndex { index <= $0 } ?? categories.count - 1
        return categories[step]
    }

    /// The categories, the best first.
    package var categories: [AirQualityCategory] {
        switch self {
        case .china: [.chinaExcellent, .chinaGood, .chinaLight, .chinaModerate, .chinaHeavy, .chinaSevere]
        case .unitedStates:
            [
                .usGood, .usModerate, .usUnhealthyForSensitiveGroups, .usUnhealthy, .usVeryUnhealthy, .usHazardous,
            ]
        case .european:
            [.europeGood, .europeFair, .europeModerate, .europePoor, .europeVeryPoor, .europeExtremelyPoor]
        case .openWeather:
            [.openWeatherGood, .openWeatherFair, .openWeatherModerate, .openWeatherPoor, .openWeatherVeryPoor]
        }
    }

    /// The largest index of each category but the last.
    private var upperBounds: [Int] {
        switch self {
        case .china, .unitedStates: [50, 100, 150, 200, 300]
        case .european: [20, 40, 60, 80, 100]
        case .openWeather: [1, 2, 3, 4]
        }
    }
}

/// What a scale calls the air.
package enum AirQualityCategory: String, Sendable, CaseIterable, Codable {
    case chinaExcellent, chinaGood, chinaLight, chinaModerate, chinaHeavy, chinaSevere
    case usGood, usModerate, usUnhealthyForSensitiveGroups, usUnhealthy, usVeryUnhealthy, usHazardous
    case europeGood, europeFair, europeModerate, europePoor, europeVeryPoor, europeExtremelyPoor
    case openWeatherGood, openWeatherFair, openWeatherModerate, openWeatherPoor, openWeatherVeryPoor
}
