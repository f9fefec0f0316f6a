import Weather

/// The words of a language that are written by hand, as its weather services put them where there is little room.
protocol Vocabulary: Sendable {
    /// At most 40 bytes.
    func name(of condition: Condition) -> String
    /// The words of the scale's authority where it has any in this language, else those of a national index with the
    /// same categories, else a translation.
    func name(of category: AirQualityCategory) -> String
    /// What is the case at a time of the day, which is such as `17:00`: at most 12 characters.
    func asOf(_ clock: String) -> String
    /// A forecast made so many hours ago: at most 12 characters with two digits.
    func forecastAge(hours: Int) -> String
    /// A forecast made nobody knows when: at most 12 characters.
    var oldForecast: String { get }
    /// What is said of data that is good no longer: at most 12 characters.
    var expired: String { get }
    /// Somewhere in the country around a place.
    func near(_ place: String) -> String
}

extension Words {
    /// By the language, or the language and region where they differ.
    static let vocabularies: [String: any Vocabulary] = [
        "de": German(), "en": English(), "es": Spanish(), "fr": French(), "ja": Japanese(), "ko": Korean(),
        "zh": SimplifiedChinese(), "zh-HK": HongKongChinese(), "zh-MO": HongKongChinese(),
        "zh-TW": TraditionalChinese(),
    ]

    static func vocabulary(of language: String) -> any Vocabulary {
        vocabularies[language] ?? vocabularies[String(language.prefix { $0 != "-" })] ?? English()
    }
}
