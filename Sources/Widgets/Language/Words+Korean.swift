import Weather

/// Korean, in the words of the Korea Meteorological Administration.
struct Korean: Vocabulary {
    func name(of condition: Condition) -> String {
        switch condition {
        case .unknown: "알 수 없음"
        case .clear: "맑음"
        case .fair: "구름조금"
        case .mostlyCloudy: "구름많음"
        case .overcast: "흐림"
        case .fog: "안개"
        case .haze: "연무"
        case .drizzle: "이슬비"
        case .rain: "비"
        case .showers: "소나기"
        case .heavyRain: "호우"
        case .sleet: "진눈깨비"
        case .snow: "눈"
        case .heavySnow: "대설"
        case .thunder: "뇌우"
        case .exceptional: "위험기상"
        }
    }

    func asOf(_ clock: String) -> String { "\(clock) 현재" }
    func forecastAge(hours: Int) -> String { "\(hours)시간 전 예보" }
    var oldForecast: String { "오래된 예보" }
    var expired: String { "만료됨" }
    func near(_ place: String) -> String { "\(place) 부근" }

    func name(of category: AirQualityCategory) -> String {
        switch category {
        case .chinaExcellent: "우수"
        case .chinaGood: "양호"
        case .chinaLight: "가벼운 오염"
        case .chinaModerate: "중간 오염"
        case .chinaHeavy: "심한 오염"
        case .chinaSevere: "매우 심한 오염"
        case .usGood: "좋음"
        case .usModerate: "보통"
        case .usUnhealthyForSensitiveGroups: "민감군에 해로움"
        case .usUnhealthy: "해로움"
        case .usVeryUnhealthy: "매우 해로움"
        case .usHazardous: "위험"
        case .europeGood: "좋음"
        case .europeFair: "양호"
        case .europeModerate: "보통"
        case .europePoor: "나쁨"
        case .europeVeryPoor: "매우 나쁨"
        case .europeExtremelyPoor: "극히 나쁨"
        case .openWeatherGood: "좋음"
        case .openWeatherFair: "양호"
        case .openWeatherModerate: "보통"
        case .openWeatherPoor: "나쁨"
        case .openWeatherVeryPoor: "매우 나쁨"
        }
    }
}
