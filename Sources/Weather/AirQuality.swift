/// An air quality index with its scale.
package struct AirQuality: Sendable, Hashable, Codable {
    /// The index on ``scale``: 1…5 for OpenWeather, 0…999 for the others.
    package let index: Int
    /// The scale of ``index``.
    package let scale: AirQualityScale

    /// Nil for an index outside the scale's range.
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

    /// The scale's category for ``index``.
    package var category: AirQualityCategory { scale.category(of: index) }
}

/// A scale of air quality; each has categories of its own.
package enum AirQualityScale: String, Sendable, CaseIterable, Codable {
    /// China's HJ 633—2012, 0…500.
    case china = "cn-mee"
    /// The Air Quality Index of the US EPA (40 CFR 58, appendix G, 2024), 0…500 and beyond.
    case unitedStates = "us-epa"
    /// The European Air Quality Index as Open-Meteo computes it, 0…100 and beyond.
    case european = "eu-eea"
    /// OpenWeather's own scale, 1…5.
    case openWeather = "openweather"

    /// The indices that the scale accepts, the worst days on record included.
    package var indices: ClosedRange<Int> { self == .openWeather ? 1...5 : 0...999 }

    /// The category of an index on this scale.
    package func category(of index: Int) -> AirQualityCategory {
        let categories = categories
        // The last category has no upper bound.
        let step = upperBounds.firstIndex { index <= $0 } ?? categories.count - 1
        return categories[step]
    }

    /// The scale's categories, best first.
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

/// A category of air quality, as the scale named in the case defines it.
package enum AirQualityCategory: String, Sendable, CaseIterable, Codable {
    /// China, 0…50 (优).
    case chinaExcellent
    /// China, 51…100 (良).
    case chinaGood
    /// China, 101…150 (轻度污染).
    case chinaLight
    /// China, 151…200 (中度污染).
    case chinaModerate
    /// China, 201…300 (重度污染).
    case chinaHeavy
    /// China, above 300 (严重污染).
    case chinaSevere
    /// United States, 0…50.
    case usGood
    /// United States, 51…100.
    case usModerate
    /// United States, 101…150.
    case usUnhealthyForSensitiveGroups
    /// United States, 151…200.
    case usUnhealthy
    /// United States, 201…300.
    case usVeryUnhealthy
    /// United States, above 300.
    case usHazardous
    /// Europe, 0…20.
    case europeGood
    /// Europe, 21…40.
    case europeFair
    /// Europe, 41…60.
    case europeModerate
    /// Europe, 61…80.
    case europePoor
    /// Europe, 81…100.
    case europeVeryPoor
    /// Europe, above 100.
    case europeExtremelyPoor
    /// OpenWeather, 1.
    case openWeatherGood
    /// OpenWeather, 2.
    case openWeatherFair
    /// OpenWeather, 3.
    case openWeatherModerate
    /// OpenWeather, 4.
    case openWeatherPoor
    /// OpenWeather, 5.
    case openWeatherVeryPoor
}
