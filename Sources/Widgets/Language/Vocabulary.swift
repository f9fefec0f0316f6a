import Weather

/// The hand-written words of a language, as its weather services abbreviate them.
protocol Vocabulary: Sendable {
    /// At most 40 bytes.
    func name(of condition: Condition) -> String
    /// The words of the scale's authority where it has any in this language, else those of a national index with the
    /// same categories, else a translation.
    func name(of category: AirQualityCategory) -> String
    /// "As of" a time such as `17:00`: at most 12 characters.
    func asOf(_ clock: String) -> String
    /// "Forecast made `hours` hours ago": at most 12 characters with two digits.
    func forecastAge(hours: Int) -> String
    /// "Old forecast", of unknown age: at most 12 characters.
    var oldForecast: String { get }
    /// "Expired": at most 12 characters.
    var expired: String { get }
    /// "Near" a place.
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
