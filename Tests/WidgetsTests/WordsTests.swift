import Testing
import Weather
import Widgets

@Suite struct WordsTests {
    /// The languages whose words for the weather are written by hand.
    static let handWritten = ["de", "en", "es", "fr", "ja", "ko", "zh", "zh-HK", "zh-TW"]

    @Test(arguments: handWritten)
    func `every condition has a short name of its own`(language: String) {
        let names = Condition.allCases.map { Words.conditionName($0, language: language) }
        #expect(names.allSatisfy { isPlain($0) && $0.utf8.count <= 40 })
        #expect(Set(names).count == 16)
        if language != "en" { #expect(names[0] != "Unknown") }
        if language == "de" { #expect(names.allSatisfy { $0.count <= 20 }) }
        if ["ja", "ko", "zh", "zh-HK", "zh-TW"].contains(language) { #expect(names.allSatisfy { $0.count <= 6 }) }
        if language == "ja" { #expect(names.allSatisfy { $0.count <= 5 }) }
    }

    @Test(arguments: handWritten, AirQualityScale.allCases)
    func `every category of a scale has a name of its own`(language: String, scale: AirQualityScale) {
        let names = scale.categories.map { Words.airQualityName($0, language: language) }
        #expect(names.allSatisfy { isPlain($0) && $0.utf8.count <= 40 })
        #expect(Set(names).count == scale.categories.count)
    }

    @Test(arguments: [
        ("zh", ["优", "良", "轻度污染", "中度污染", "重度污染", "严重污染"]),
        ("zh-TW", ["優", "良", "輕度污染", "中度污染", "重度污染", "嚴重污染"]),
        ("zh-HK", ["優", "良", "輕度污染", "中度污染", "重度污染", "嚴重污染"]),
        ("ja", ["優", "良", "軽度汚染", "中度汚染", "重度汚染", "厳重汚染"]),
    ])
    func `China's categories are called as HJ 633 calls them`(language: String, names: [String]) {
        #expect(AirQualityScale.china.categories.map { Words.airQualityName($0, language: language) } == names)
    }

    @Test(arguments: [
        (
            AirQualityScale.unitedStates,
            ["Good", "Moderate", "Unhealthy for sensitive groups", "Unhealthy", "Very unhealthy", "Hazardous"]
        ),
        (.european, ["Good", "Fair", "Moderate", "Poor", "Very poor", "Extremely poor"]),
        (.openWeather, ["Good", "Fair", "Moderate", "Poor", "Very poor"]),
    ])
    func `categories are called in English as their authorities call them`(scale: AirQualityScale, names: [String]) {
        #expect(scale.categories.map { Words.airQualityName($0, language: "en") } == names)
    }

    @Test(arguments: [
        (
            "ja",
            [
                "不明", "快晴", "晴れ", "曇りがち", "曇り", "霧", "煙霧", "霧雨", "雨", "にわか雨", "大雨", "みぞれ", "雪", "大雪",
                "雷雨", "荒天",
            ]
        ),
        (
            "zh",
            ["未知", "晴", "少云", "多云", "阴", "雾", "霾", "毛毛雨", "雨", "阵雨", "大雨", "雨夹雪", "雪", "大雪", "雷阵雨", "恶劣天气"]
        ),
        (
            "zh-HK",
            ["未知", "天晴", "大致天晴", "多雲", "密雲", "霧", "煙霞", "微雨", "雨", "驟雨", "大雨", "雨夾雪", "雪", "大雪", "雷暴", "惡劣天氣"]
        ),
    ])
    func `conditions are called as the weather services call them`(language: String, names: [String]) {
        #expect(Condition.allCases.map { Words.conditionName($0, language: language) } == names)
    }

    @Test(arguments: [
        ("en", "Monday", "Sunday", "5 AM", "5 PM"), ("ja", "月曜日", "日曜日", "5時", "17時"),
        ("zh", "星期一", "星期日", "5时", "17时"), ("zh-TW", "星期一", "星期日", "5時", "17時"),
        ("zh-HK", "星期一", "星期日", "5時", "17時"), ("de", "Montag", "Sonntag", "5 Uhr", "17 Uhr"),
        ("ko", "월요일", "일요일", "5시", "17시"), ("fr", "lundi", "dimanche", "5 h", "17 h"),
        ("es", "lunes", "domingo", "5 h", "17 h"), ("it", "lunedì", "domenica", "05:00", "17:00"),
        ("vi", "Thứ Hai", "Chủ Nhật", "05 giờ", "17 giờ"), ("da", "mandag", "søndag", "05.00", "17.00"),
        ("hi", "सोमवार", "रविवार", "5 am", "5 pm"), ("fa", "دوشنبه", "یکشنبه", "۵:۰۰", "۱۷:۰۰"),
        ("en-GB", "Monday", "Sunday", "05:00", "17:00"), ("es-MX", "lunes", "domingo", "5 a.m.", "5 p.m."),
        ("de-AT", "Montag", "Sonntag", "5 Uhr", "17 Uhr"), ("sr-ME", "ponedeljak", "nedjelja", "05:00", "17:00"),
        ("kok", "सोमार", "आयतार", "5 AM", "5 PM"), ("zu", "UMsombuluko", "ISonto", "05:00", "17:00"),
    ])
    func `days and hours are in the language`(
        language: String,
        monday: String,
        sunday: String,
        five: String,
        seventeen: String
    ) {
        #expect(Words.weekdayName(1, language: language) == monday)
        #expect(Words.weekdayName(7, language: language) == sunday)
        #expect(Words.hourText(5, language: language) == five)
        #expect(Words.hourText(17, language: language) == seventeen)
    }

    @Test(arguments: [
        ("en", "München", "near München"), ("de-AT", "München", "bei München"), ("fr", "Metz", "près de Metz"),
        ("fr", "Angers", "près d'Angers"), ("fr", "Le Caire", "près du Caire"), ("es", "Lugo", "cerca de Lugo"),
        ("ja", "盛岡市", "盛岡市付近"), ("ko", "서울시", "서울시 부근"), ("zh", "北京市", "北京市附近"),
        ("zh-HK", "北京市", "北京市附近"), ("it", "Roma", "near Roma"), ("fr", "", "près de "),
    ])
    func `a point out of town is near it`(language: String, place: String, text: String) {
        #expect(Words.near(place, language: language) == text)
    }

    @Test func `midnight and noon are twelve where hours are counted to twelve`() {
        #expect([0, 11, 12, 23].map { Words.hourText($0, language: "en") } == ["12 AM", "11 AM", "12 PM", "11 PM"])
    }

    @Test func `days and hours are there in 80 languages of two letters, each name another`() {
        let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
        let codes = letters.flatMap { first in letters.map { first + $0 } }
        let languages = codes.filter { $0 != "en" && Words.weekdayName(1, language: $0) != "Monday" }
        #expect(languages.count >= 80)
        for language in languages {
            let days = (1...7).map { Words.weekdayName($0, language: language) }
            let hours = (0...23).map { Words.hourText($0, language: language) }
            #expect(days.allSatisfy(isPlain) && Set(days).count == 7, "\(language): \(days)")
            #expect(hours.allSatisfy(isPlain) && Set(hours).count == 24, "\(language): \(hours)")
        }
    }

    @Test(arguments: ["xx", "xx-YY", "qaa", "", "-", "-GB", "e", "engl", "zzzz", "日本"])
    func `a language without words falls back to English`(language: String) {
        #expect(Words.weekdayName(3, language: language) == "Wednesday")
        #expect(Words.hourText(13, language: language) == "1 PM")
        #expect(Words.conditionName(.rain, language: language) == "Rain")
        #expect(Words.airQualityName(.chinaGood, language: language) == "Good")
        #expect(Words.sampleName(language: language) == "Sample")
    }

    @Test(arguments: [
        ("fr-CA", "fr"), ("de-CH", "de"), ("ja-JP", "ja"), ("zh-CN", "zh"), ("zh-MO", "zh-HK"), ("es-XX", "es"),
    ])
    func `a region without words of its own has its language's`(region: String, language: String) {
        for condition in Condition.allCases {
            #expect(
                Words.conditionName(condition, language: region) == Words.conditionName(condition, language: language)
            )
        }
        #expect(
            Words.airQualityName(.usHazardous, language: region)
                == Words.airQualityName(.usHazardous, language: language)
        )
        #expect(Words.sampleName(language: region) == Words.sampleName(language: language))
        for day in 1...7 {
            #expect(Words.weekdayName(day, language: region) == Words.weekdayName(day, language: language))
        }
        for hour in 0...23 {
            #expect(Words.hourText(hour, language: region) == Words.hourText(hour, language: language))
        }
    }

    @Test(arguments: [
        ("ja", "17:05 現在", "3時間前の予報", "古い予報", "期限切れ"), ("zh", "截至 17:05", "3小时前的预报", "旧预报", "已过期"),
        ("zh-TW", "截至 17:05", "3小時前的預報", "舊預報", "已過期"), ("zh-HK", "截至 17:05", "3小時前的預報", "舊預報", "已過期"),
        ("ko", "17:05 현재", "3시간 전 예보", "오래된 예보", "만료됨"), ("de", "17:05 Uhr", "3 h alt", "veraltet", "abgelaufen"),
        ("en", "at 17:05", "3 h old", "old", "expired"), ("fr", "à 17h05", "il y a 3 h", "ancien", "périmé"),
        ("es", "17:05 h", "hace 3 h", "anticuado", "caducado"), ("it", "at 17:05", "3 h old", "old", "expired"),
    ])
    func `the hour and the age of what is shown are in the language`(
        language: String,
        hour: String,
        age: String,
        old: String,
        expired: String
    ) {
        #expect(Words.asOf(hour: 17, minute: 5, language: language) == hour)
        #expect(Words.forecastAge(hours: 3, language: language) == age)
        #expect(Words.forecastAge(hours: nil, language: language) == old)
        #expect(Words.expiredName(language: language) == expired)
    }

    @Test(arguments: handWritten)
    func `words for the state of the data are short`(language: String) {
        for hour in 0...23 { #expect(isShort(Words.asOf(hour: hour, minute: 45, language: language))) }
        for hours in [0, 1, 99] { #expect(isShort(Words.forecastAge(hours: hours, language: language))) }
        #expect(isShort(Words.forecastAge(hours: nil, language: language)))
        #expect(isShort(Words.expiredName(language: language)))
    }

    private func isShort(_ text: String) -> Bool { isPlain(text) && text.count <= 12 }

    @Test(arguments: handWritten)
    func `the wind has a name from wherever it comes`(language: String) {
        let names = (0..<360).map { Words.windName(fromDegrees: $0, language: language) }
        #expect(names.allSatisfy(isPlain) && [8, 16].contains(Set(names).count))
        #expect(names[0] == names[359] && names[0] == Words.windName(fromDegrees: 360, language: language))
        // Each stands for as many degrees.
        let width = 360 / Set(names).count
        #expect(Dictionary(grouping: names) { $0 }.values.allSatisfy { (width...width + 1).contains($0.count) })
    }

    @Test(arguments: [
        ("zh", 45, "东北风"), ("zh-HK", 45, "東北風"), ("ja", 22, "北北東の風"), ("ko", 203, "남남서풍"), ("de", 315, "Nordwestwind"),
        ("fr", 90, "Vent d’est"), ("es", 180, "Viento del sur"), ("en", 270, "Westerly"), ("it", 270, "Westerly"),
    ])
    func `the wind is called as weather services call it`(language: String, degrees: Int, name: String) {
        #expect(Words.windName(fromDegrees: degrees, language: language) == name)
    }

    private static let catalogue = Catalogue(widgets: .kiatsu, sources: [])

    @Test(arguments: handWritten, catalogue.widgets.map(\.name))
    func `each widget has a title and a summary in each language`(language: String, widget: String) {
        let title = Self.catalogue.title(of: widget, language: language)
        let summary = Self.catalogue.summary(of: widget, language: language)
        #expect(isPlain(title) && title != widget && title.count <= 32)
        #expect(isPlain(summary) && summary.utf8.count <= 160)
        // They stand in JSON and on a terminal as they are.
        #expect(!(title + summary).contains { "\"\\".contains($0) })
        if !["en", "ja"].contains(language) { #expect(summary != Self.catalogue.summary(of: widget, language: "en")) }
    }

    @Test func `a widget without words is called by its name`() {
        let catalogue = Self.catalogue
        #expect(
            catalogue.title(of: "clock", language: "de") == "clock"
                && catalogue.summary(of: "clock", language: "de") == ""
        )
        #expect(catalogue.title(of: "day", language: "xx") == catalogue.title(of: "day", language: "en"))
    }

    @Test func `a clock has 24 hours of 60 minutes`() {
        #expect(Words.clock(hour: 0, minute: 0) == "00:00" && Words.clock(hour: 23, minute: 59) == "23:59")
        for (hour, minute) in [(24, 0), (-1, 0), (0, 60), (0, -1)] {
            #expect(Words.clock(hour: hour, minute: minute) == "")
            #expect(Words.asOf(hour: hour, minute: minute, language: "ja") == "")
        }
    }

    @Test func `sample data is called サンプル in Japanese and Sample elsewhere`() {
        for language in Self.handWritten {
            #expect(Words.sampleName(language: language) == (language == "ja" ? "サンプル" : "Sample"))
        }
    }

    @Test func `there is no such day and no such hour`() {
        for day in [0, 8, -1, .max, .min] { #expect(Words.weekdayName(day, language: "en") == "") }
        for hour in [-1, 24, .max, .min] { #expect(Words.hourText(hour, language: "en") == "") }
    }

    /// True if it is some text, without white space at its ends or line breaks in it.
    private func isPlain(_ text: String) -> Bool {
        guard let first = text.first, let last = text.last else { return false }
        return !first.isWhitespace && !last.isWhitespace && !text.contains { $0.isNewline || $0 == "\t" }
    }
}
