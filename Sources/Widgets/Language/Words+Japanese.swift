import Weather

/// Japanese, in the words of the Japan Meteorological Agency's forecasts; at most five characters for the weather.
struct Japanese: Vocabulary {
    func name(of condition: Condition) -> String {
        switch condition {
        case .unknown: "不明"
        case .clear: "快晴"
        case .fair: "晴れ"
        case .mostlyCloudy: "曇りがち"
        case .overcast: "曇り"
        case .fog: "霧"
        case .haze: "煙霧"
        case .drizzle: "霧雨"
        case .rain: "雨"
        case .showers: "にわか雨"
        case .heavyRain: "大雨"
        case .sleet: "みぞれ"
        case .snow: "雪"
        case .heavySnow: "大雪"
        case .thunder: "雷雨"
        case .exceptional: "荒天"
        }
    }

    func asOf(_ clock: String) -> String { "\(clock) 現在" }
    func forecastAge(hours: Int) -> String { "\(hours)時間前の予報" }
    var oldForecast: String { "古い予報" }
    var expired: String { "期限切れ" }
    func near(_ place: String) -> String { "\(place)付近" }

    func name(of category: AirQualityCategory) -> String {
        switch category {
        case .chinaExcellent: "優"
        case .chinaGood: "良"
        case .chinaLight: "軽度汚染"
        case .chinaModerate: "中度汚染"
        case .chinaHeavy: "重度汚染"
        case .chinaSevere: "厳重汚染"
        case .usGood: "良好"
        case .usModerate: "中程度"
        case .usUnhealthyForSensitiveGroups: "敏感な人に不健康"
        case .usUnhealthy: "不健康"
        case .usVeryUnhealthy: "極めて不健康"
        case .usHazardous: "危険"
        case .europeGood: "良い"
        case .europeFair: "まずまず"
        case .europeModerate: "中程度"
        case .europePoor: "悪い"
        case .europeVeryPoor: "非常に悪い"
        case .europeExtremelyPoor: "極めて悪い"
        case .openWeatherGood: "良い"
        case .openWeatherFair: "まずまず"
        case .openWeatherModerate: "中程度"
        case .openWeatherPoor: "悪い"
        case .openWeatherVeryPoor: "非常に悪い"
        }
    }
}
