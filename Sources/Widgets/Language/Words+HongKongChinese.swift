import Weather

/// Chinese in traditional characters, in the words of the Hong Kong Observatory where they are others than Taiwan's.
struct HongKongChinese: Vocabulary {
    private let shared = TraditionalChinese()

    func name(of condition: Condition) -> String {
        switch condition {
        case .clear: "天晴"
        case .fair: "大致天晴"
        case .overcast: "密雲"
        case .haze: "煙霞"
        case .drizzle: "微雨"
        case .showers: "驟雨"
        case .thunder: "雷暴"
        default: shared.name(of: condition)
        }
    }

    func asOf(_ clock: String) -> String { shared.asOf(clock) }
    func forecastAge(hours: Int) -> String { shared.forecastAge(hours: hours) }
    var oldForecast: String { shared.oldForecast }
    var expired: String { shared.expired }
    func near(_ place: String) -> String { shared.near(place) }

    func name(of category: AirQualityCategory) -> String {
        switch category {
        case .usModerate: "中等"
        case .usUnhealthyForSensitiveGroups: "對敏感人士不健康"
        case .usUnhealthy: "不健康"
        case .usHazardous: "危險"
        default: shared.name(of: category)
        }
    }
}
