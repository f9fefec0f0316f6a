import Pictures
import Testing
import Weather
import Widgets

/// The request for a golden picture.
struct GoldenCase: Sendable, CustomTestStringConvertible {
    let name: String
    let request: @Sendable () throws -> PictureRequest

    var testDescription: String { name }

    private init(_ name: String, _ request: @escaping @Sendable () throws -> PictureRequest) {
        self.name = name
        self.request = request
    }

    /// Those of the widgets that have drawings.
    static let all = (conditions + weather + day + poem + backgrounds).filter { golden in
        drawnWidgets.contains { golden.name.hasPrefix($0 + "-") }
    }

    private static let americanUnits = Units(temperature: .fahrenheit, pressure: .inchesOfMercury, wind: .milesPerHour)

    static let conditions: [GoldenCase] = [
        GoldenCase("conditions-296x128-bw-ja") { try .drawing("conditions", ConditionsEntry.evening, "296x128") },
        GoldenCase("conditions-296x128-bw-dark-sample") {
            try .drawing("conditions", ConditionsEntry.sample, "296x128", .blackAndWhite, .dark)
        },
        GoldenCase("conditions-128x64-bw-en-small") {
            try .drawing(
                "conditions",
                ConditionsEntry.evening,
                "128x64",
                language: "en",
                family: .small,
                placeName: "Setagaya"
            )
        },
        GoldenCase("conditions-96x64-bw-de-stale") {
            try .drawing(
                "conditions",
                ConditionsEntry.evening,
                "96x64",
                language: "de",
                placeName: "Garmisch-Partenkirchen",
                isStale: true
            )
        },
        GoldenCase("conditions-200x200-bw-zh-TW") {
            try .drawing(
                "conditions",
                ConditionsEntry.evening,
                "200x200",
                language: "zh-TW",
                placeName: "臺北市信義區"
            )
        },
        GoldenCase("conditions-128x296-bwr-ko-bad-air") {
            try .drawing(
                "conditions",
                ConditionsEntry.inBadAir,
                "128x296",
                .blackWhiteRed,
                language: "ko",
                placeName: "서울특별시"
            )
        },
        GoldenCase("conditions-400x300-grey4-fr-expired") {
            try .drawing(
                "conditions",
                ConditionsEntry.evening,
                "400x300",
                .fourGreys,
                language: "fr",
                placeName: "Saint-Étienne",
                isStale: true,
                isExpired: true
            )
        },
        GoldenCase("conditions-296x128-bw-ja-gaps") { try .drawing("conditions", ConditionsEntry.withGaps, "296x128") },
        GoldenCase("conditions-400x100-grey16-zh") {
            try .drawing(
                "conditions",
                ConditionsEntry.evening,
                "400x100",
                .sixteenGreys,
                language: "zh",
                placeName: "北京市海淀区"
            )
        },
        GoldenCase("conditions-800x480-color-en") {
            try .drawing(
                "conditions",
                ConditionsEntry.inBadAir,
                "800x480",
                .full,
                language: "en",
                units: americanUnits,
                placeName: "San Francisco"
            )
        },
        GoldenCase("conditions-480x800-color-dark-ja") {
            try .drawing("conditions", ConditionsEntry.evening, "480x800", .full, .dark)
        },
    ]

    static let weather: [GoldenCase] = [
        GoldenCase("weather-296x128-bw-ja") { try .drawing("weather", WeatherEntry.front, "296x128", family: .large) },
        GoldenCase("weather-96x64-bw-en-small") {
            try .drawing("weather", WeatherEntry.front, "96x64", language: "en", family: .small, placeName: "Setagaya")
        },
        GoldenCase("weather-200x200-bwr-de-stale") {
            try .drawing(
                "weather",
                WeatherEntry.front,
                "200x200",
                .blackWhiteRed,
                language: "de",
                placeName: "Garmisch-Partenkirchen",
                isStale: true
            )
        },
        GoldenCase("weather-128x296-grey4-ko") {
            try .drawing("weather", WeatherEntry.front, "128x296", .fourGreys, language: "ko", placeName: "서울특별시")
        },
        GoldenCase("weather-296x128-bw-dark-sample") {
            try .drawing("weather", WeatherEntry.sample(at: .shown), "296x128", .blackAndWhite, .dark, family: .large)
        },
        GoldenCase("weather-800x480-color-ja") {
            try .drawing("weather", WeatherEntry.front, "800x480", .full, family: .large)
        },
    ]

    static let day: [GoldenCase] = [
        GoldenCase("day-296x128-bw-ja") {
            try .drawing(
                "day",
                DayEntry.saturday(Quote(text: "人間は考える葦である。", from: "パスカル")),
                "296x128",
                options: ["slogan": "今日も一日"]
            )
        },
        GoldenCase("day-96x64-bw-en-small") {
            try .drawing("day", DayEntry.saturday(nil), "96x64", language: "en", family: .small)
        },
        GoldenCase("day-400x300-grey4-zh") {
            try .drawing(
                "day",
                DayEntry.saturday(Quote(text: "路漫漫其修远兮，吾将上下而求索。", from: "屈原")),
                "400x300",
                .fourGreys,
                language: "zh"
            )
        },
        GoldenCase("day-480x800-color-dark-fr") {
            try .drawing(
                "day",
                DayEntry.saturday(Quote(text: "Rien ne sert de courir ; il faut partir à point.", from: "La Fontaine")),
                "480x800",
                .full,
                .dark,
                language: "fr",
                options: ["slogan": "Courage !"]
            )
        },
    ]

    static let backgrounds: [GoldenCase] = [
        GoldenCase("day-296x128-bw-background") {
            try .sample(of: "day", "296x128", .blackAndWhite, .light).onHill()
        },
        GoldenCase("day-400x300-bwr-background") {
            try .sample(of: "day", "400x300", .blackWhiteRed, .light).onHill()
        },
        GoldenCase("weather-400x300-grey16-dark-background") {
            try .sample(of: "weather", "400x300", .sixteenGreys, .dark).onHill()
        },
        GoldenCase("poem-480x800-color-background") {
            try .sample(of: "poem", "480x800", .full, .light).onHill()
        },
    ]

    static let poem: [GoldenCase] = [
        GoldenCase("poem-296x128-bw-ja") {
            try .drawing("poem", PoemEntry.poem(["古池や", "蛙飛びこむ", "水の音"], "松尾芭蕉"), "296x128")
        },
        GoldenCase("poem-128x296-bwy-ja-signs") {
            try .drawing(
                "poem",
                PoemEntry.poem(["「ビール、", "もう一杯」と", "ちょっと言う（笑）。"], "よみ人しらず"),
                "128x296",
                .blackWhiteYellow
            )
        },
        GoldenCase("poem-800x480-color-zh-TW") {
            try .drawing(
                "poem",
                PoemEntry.poem(["床前明月光，", "疑是地上霜。", "舉頭望明月，", "低頭思故鄉。"], "李白"),
                "800x480",
                .full,
                language: "zh-TW"
            )
        },
        GoldenCase("poem-200x200-bw-en") {
            try .drawing(
                "poem",
                PoemEntry.poem(
                    ["An old silent pond", "A frog jumps into the pond—", "Splash! Silence again."],
                    "Bashō"
                ),
                "200x200",
                language: "en"
            )
        },
    ]
}
