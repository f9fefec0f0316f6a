package import Weather

/// What widgets say, in the panel's language.
///
/// `language` is ISO 639 with an optional region, such as `ja` or `zh-TW`; where there are no words in it, English.
/// The days and hours come from the Unicode CLDR, which has them in most languages; what else there is to say is
/// written by hand in some.
package enum Words {
    /// The day's name, `isoWeekday` 1 for Monday … 7 for Sunday: 月曜日, Montag; empty for other numbers.
    package static func weekdayName(_ isoWeekday: Int, language: String) -> String {
        guard (1...7).contains(isoWeekday) else { return "" }
        return first(for: language) { WordTable.builtIn.weekdayName(isoWeekday, key: $0) }
    }

    /// The weather in a word or a few: 晴れ, Stark bewölkt.
    package static func conditionName(_ condition: Condition, language: String) -> String {
        vocabulary(of: language).name(of: condition)
    }

    /// What the category's scale calls the air: 优, Unhealthy.
    package static func airQualityName(_ category: AirQualityCategory, language: String) -> String {
        vocabulary(of: language).name(of: category)
    }

    /// An hour of the day, 0…23, as people there write it: 17時, 5 PM, 17 Uhr; empty for other numbers.
    package static func hourText(_ hour: Int, language: String) -> String {
        guard (0...23).contains(hour) else { return "" }
        return first(for: language) { WordTable.builtIn.hourText(hour, key: $0) }
    }

    /// What sample data calls its place and whatever else has a name: サンプル in Japanese, Sample elsewhere, so that
    /// firmware may know it.
    package static func sampleName(language: String) -> String {
        language.prefix { $0 != "-" } == "ja" ? "サンプル" : "Sample"
    }

    /// What `words` has for the language and region, else for the language, else for English.
    private static func first(for language: String, words: (Substring.UTF8View) -> String?) -> String {
        let bytes = language[...].utf8
        return words(bytes) ?? words(bytes.prefix { $0 != UInt8(ascii: "-") }) ?? words("en"[...].utf8) ?? ""
    }
}
