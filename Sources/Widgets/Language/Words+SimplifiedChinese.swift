import Weather

/// Chinese in simplified characters, in the words of the China Meteorological Administration.
struct SimplifiedChinese: Vocabulary {
    func name(of condition: Condition) -> String {
        switch condition {
        case .unknown: "未知"
        case .clear: "晴"
        case .fair: "少云"
        case .mostlyCloudy: "多云"
        case .overcast: "阴"
        case .fog: "雾"
        case .haze: "霾"
        case .drizzle: "毛毛雨"
        case .rain: "雨"
        case .showers: "阵雨"
        case .heavyRain: "大雨"
        case .sleet: "雨夹雪"
        case .snow: "雪"
        case .heavySnow: "大雪"
        case .thunder: "雷阵雨"
        case .exceptional: "恶劣天气"
        }
    }

    func asOf(_ clock: String) -> String { "截至 \(clock)" }
    func forecastAge(hours: Int) -> String { "\(hours)小时前的预报" }
    var oldForecast: String { "旧预报" }
    var expired: String { "已过期" }
    func near(_ place: String) -> String { "\(place)附近" }

    func name(of category: AirQualityCategory) -> String {
        switch category {
        case .chinaExcellent: "优"
        case .chinaGood: "良"
        case .chinaLight: "轻度污染"
        case .chinaModerate: "中度污染"
        case .chinaHeavy: "重度污染"
        case .chinaSevere: "严重污染"
        case .usGood: "良好"
        case .usModerate: "中等"
        case .usUnhealthyForSensitiveGroups: "对敏感人群不健康"
        case .usUnhealthy: "不健康"
        case .usVeryUnhealthy: "非常不健康"
        case .usHazardous: "危险"
        case .europeGood: "良好"
        case .europeFair: "尚可"
        case .europeModerate: "中等"
        case .europePoor: "差"
        case .europeVeryPoor: "很差"
        case .europeExtremelyPoor: "极差"
        case .openWeatherGood: "良好"
        case .openWeatherFair: "尚可"
        case .openWeatherModerate: "中等"
        case .openWeatherPoor: "差"
        case .openWeatherVeryPoor: "很差"
        }
    }
}
