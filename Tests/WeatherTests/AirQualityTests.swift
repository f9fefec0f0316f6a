import Testing
import Weather

@Suite struct AirQualityTests {
    @Test(arguments: [
        // HJ 633—2012, table 1.
        (AirQualityCategory.chinaExcellent, AirQualityScale.china, 0, 50), (.chinaGood, .china, 51, 100),
        (.chinaLight, .china, 101, 150), (.chinaModerate, .china, 151, 200), (.chinaHeavy, .china, 201, 300),
        (.chinaSevere, .china, 301, 999),
        // 40 CFR 58, appendix G, table 2.
        (.usGood, .unitedStates, 0, 50), (.usModerate, .unitedStates, 51, 100),
        (.usUnhealthyForSensitiveGroups, .unitedStates, 101, 150), (.usUnhealthy, .unitedStates, 151, 200),
        (.usVeryUnhealthy, .unitedStates, 201, 300), (.usHazardous, .unitedStates, 301, 999),
        // As Open-Meteo computes the European index.
        (.europeGood, .european, 0, 20), (.europeFair, .european, 21, 40), (.europeModerate, .european, 41, 60),
        (.europePoor, .european, 61, 80), (.europeVeryPoor, .european, 81, 100),
        (.europeExtremelyPoor, .european, 101, 999),
        (.openWeatherGood, .openWeather, 1, 1), (.openWeatherFair, .openWeather, 2, 2),
        (.openWeatherModerate, .openWeather, 3, 3), (.openWeatherPoor, .openWeather, 4, 4),
        (.openWeatherVeryPoor, .openWeather, 5, 5),
    ])
    func `a category has two bounds`(category: AirQualityCategory, scale: AirQualityScale, least: Int, most: Int) {
        #expect(AirQuality(index: least, scale: scale)?.category == category)
        #expect(AirQuality(index: most, scale: scale)?.category == category)
    }

    @Test(arguments: AirQualityScale.allCases)
    func `categories follow one another over all of a scale`(scale: AirQualityScale) {
        let categories = scale.indices.map(scale.category)
        var order: [AirQualityCategory] = []
        for category in categories where order.last != category { order.append(category) }
        #expect(order == scale.categories)
    }

    @Test func `each category is of one scale`() {
        let categories = AirQualityScale.allCases.flatMap(\.categories)
        #expect(categories.count == AirQualityCategory.allCases.count)
        #expect(Set(categories) == Set(AirQualityCategory.allCases))
    }

    @Test(arguments: [
        (-1, AirQualityScale.china), (1000, .china), (-1, .unitedStates), (1000, .unitedStates), (-1, .european),
        (1000, .european), (0, .openWeather), (6, .openWeather), (.max, .china), (.min, .openWeather),
    ])
    func `a scale has no such index`(index: Int, scale: AirQualityScale) {
        #expect(AirQuality(index: index, scale: scale) == nil)
    }
}
