import Weather

/// Chinese in traditional characters, in the words of Taiwan's Central Weather Administration.
///
/// The air quality index of Taiwan has the United States' bounds and categories, and names for them.
struct TraditionalChinese: Vocabulary {
    func name(of condition: Condition) -> String {
        switch condition {
        case .unknown: "未知"
        case .clear: "晴"
        case .fair: "晴時多雲"
        case .mostlyCloudy: "多雲"
        case .overcast: "陰"
        case .fog: "霧"
        case .haze: "霾"
        case .drizzle: "毛毛雨"
        case .rain: "雨"
        case .showers: "陣雨"
        case .heavyRain: "大雨"
        case .sleet: "雨夾雪"
        case .snow: "雪"
        case .heavySnow: "大雪"
        case .thunder: "雷雨"
        case .exceptional: "惡劣天氣"
        }
    }

    func asOf(_ clock: String) -> String { "截至 \(clock)" }
    func forecastAge(hours: Int) -> String { "\(hours)小時前的預報" }
    var oldForecast: String { "舊預報" }
    var expired: String { "已過期" }
    func near(_ place: String) -> String { "\(place)附近" }

    func name(of category: AirQualityCategory) -> String {
        switch category {
        case .chinaExcellent: "優"
        case .chinaGood: "良"
        case .chinaLight: "輕度污染"
        case .chinaModerate: "中度污染"
        case .chinaHeavy: "重度污染"
        case .chinaSevere: "嚴重污染"
        case .usGood: "良好"
        case .usModerate: "普通"
        case .usUnhealthyForSensitiveGroups: "對敏感族群不健康"
        case .usUnhealthy: "對所有族群不健康"
        case .usVeryUnhealthy: "非常不健康"
        case .usHazardous: "危害"
        case .europeGood: "良好"
        case .europeFair: "尚可"
        case .europeModerate: "中等"
        case .europePoor: "差"
        case .europeVeryPoor: "很差"
        case .europeExtremelyPoor: "極差"
        case .openWeatherGood: "良好"
        case .openWeatherFair: "尚可"
        case .openWeatherModerate: "中等"
        case .openWeatherPoor: "差"
        case .openWeatherVeryPoor: "很差"
        }
    }
}
