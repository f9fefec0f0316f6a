import Text
import Weather

extension Condition {
    /// The condition of a QWeather condition code, that of an icon included: night variants (150…154, 351, 456, 457)
    /// count as their day's.
    ///
    /// A code that is not in the table counts for what the upstream's own `text` says, and else for its hundreds where
    /// these have one meaning: 1xx is clouds, 3xx rain, 4xx snow, 5xx haze.
    package init(qWeatherIcon code: Int?, text: String? = nil) {
        if let condition = code.flatMap(Self.listed) {
            self = condition
        } else if let condition = text.flatMap(Self.init(qWeatherText:)) {
            self = condition
        } else {
            self = code.map(Self.byHundreds) ?? .unknown
        }
    }

    /// Nil for a code that is not in the table.
    private static func listed(_ code: Int) -> Condition? {
        switch code {
        case 100, 150: .clear
        case 102, 152: .fair
        case 101, 103, 151, 153: .mostlyCloudy
        case 104, 154: .overcast
        case 500, 501, 509, 510, 514, 515: .fog
        case 502, 503, 504, 507, 508, 511, 512, 513: .haze
        case 309: .drizzle
        case 305, 306, 314, 399: .rain
        case 300, 350: .showers
        case 301, 351, 307, 308, 310, 311, 312, 315, 316, 317, 318: .heavyRain
        case 302, 303, 304: .thunder
        case 313, 404, 405, 406, 456: .sleet
        case 400, 401, 407, 408, 457, 499: .snow
        case 402, 403, 409, 410: .heavySnow
        default: nil
        }
    }

    private static func byHundreds(_ code: Int) -> Condition {
        switch code {
        case 100...199: .mostlyCloudy
        case 300...399: .rain
        case 400...499: .snow
        case 500...599: .haze
        default: .unknown
        }
    }

    /// By the first of the words that is in the text, in Chinese or in English; nil where there is none.
    private init?(qWeatherText text: String) {
        let text = text.lowercased()
        let found = Self.words.first { entry in
            entry.all.allSatisfy { word in word.contains { text.contains(substring: $0) } }
        }
        guard let found else { return nil }
        self = found.condition
    }

    /// The condition of a text that has one of the words of each list; what is worse comes first.
    private static let words: [(condition: Condition, all: [[String]])] = [
        (.thunder, [["雷", "冰雹", "thunder", "hail"]]),
        (.exceptional, [["龙卷", "龍捲", "飓风", "颶風", "台风", "颱風", "tornado", "hurricane", "typhoon", "squall"]]),
        (.sleet, [["冻雨", "凍雨", "冻毛", "sleet", "freezing", "ice pellets"]]),
        (.sleet, [["雨", "rain"], ["雪", "snow"]]),
        (.heavySnow, [["大雪", "暴雪", "heavy snow", "snowstorm", "blizzard"]]),
        (.snow, [["雪", "snow"]]),
        (.haze, [["霾", "沙", "尘", "塵", "烟", "煙", "火山灰", "haze", "sand", "dust", "smoke", "ash"]]),
        (.heavyRain, [["大雨", "暴雨", "强阵雨", "強陣雨", "heavy", "storm"]]),
        (.showers, [["阵雨", "陣雨", "shower"]]),
        (.drizzle, [["毛毛雨", "细雨", "細雨", "drizzle"]]),
        (.rain, [["雨", "rain"]]),
        (.fog, [["雾", "霧", "fog", "mist"]]),
        (.overcast, [["阴", "陰", "overcast"]]),
        (.fair, [["少云", "少雲", "few clouds"]]),
        (.mostlyCloudy, [["云", "雲", "cloud"]]),
        (.clear, [["晴", "clear", "sunny"]]),
    ]
}
