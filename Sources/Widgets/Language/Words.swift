package import Time
package import Weather

/// The words of widgets in the panel's language.
///
/// `language` is ISO 639 with an optional region, such as `ja` or `zh-TW`; English for languages without words. Names
/// of days and hours come from the Unicode CLDR, which has most languages; the others are written by hand for some.
package enum Words {
    /// True if there are words in the language, at least the names of days.
    package static func hasAny(in language: String) -> Bool {
        let bytes = language[...].utf8
        return [bytes, bytes.prefix { $0 != UInt8(ascii: "-") }].contains { key in
            WordTable.builtIn.weekdayName(1, key: key) != nil
        } || vocabularies[language] != nil
    }

    /// The day's name, `isoWeekday` 1 for Monday … 7 for Sunday: 月曜日, Montag; empty for other numbers.
    package static func weekdayName(_ isoWeekday: Int, language: String) -> String {
        guard (1...7).contains(isoWeekday) else { return "" }
        return first(for: language) { WordTable.builtIn.weekdayName(isoWeekday, key: $0) }
    }

    /// The weather in a word or a few: 晴れ, Stark bewölkt.
    package static func conditionName(_ condition: Condition, language: String) -> String {
        vocabulary(of: language).name(of: condition)
    }

    /// The weather in the upstream's own words where they are in this language, else as ``conditionName(_:language:)``.
    package static func conditionName(_ condition: Condition, _ text: SourceText?, language: String) -> String {
        if let text, isSame(text.language, language) { return text.text }
        return conditionName(condition, language: language)
    }

    /// The category's name in its scale: 优, Unhealthy.
    package static func airQualityName(_ category: AirQualityCategory, language: String) -> String {
        vocabulary(of: language).name(of: category)
    }

    /// An hour of the day, 0…23, as people there write it: 17時, 5 PM, 17 Uhr; empty for other numbers.
    package static func hourText(_ hour: Int, language: String) -> String {
        guard (0...23).contains(hour) else { return "" }
        return first(for: language) { WordTable.builtIn.hourText(hour, key: $0) }
    }

    /// A time on a clock with 24 hours: 17:00; empty for an invalid time.
    package static func clock(hour: Int, minute: Int) -> String {
        guard (0...23).contains(hour), (0...59).contains(minute) else { return "" }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(hour)):\(two(minute))"
    }

    /// "As of" a time, as weather services write it: 17:00 現在, 17:00 Uhr; empty for an invalid time.
    package static func asOf(hour: Int, minute: Int, language: String) -> String {
        let clock = clock(hour: hour, minute: minute)
        return clock.isEmpty ? "" : vocabulary(of: language).asOf(clock)
    }

    /// The age of a forecast: 3時間前の予報, 3 h old; without a number if `hours` is nil.
    package static func forecastAge(hours: Int?, language: String) -> String {
        let vocabulary = vocabulary(of: language)
        return hours.map(vocabulary.forecastAge) ?? vocabulary.oldForecast
    }

    /// The word for expired data: 期限切れ, expired.
    package static func expiredName(language: String) -> String { vocabulary(of: language).expired }

    /// The name of a point out of town: bei München, 盛岡市付近.
    package static func near(_ place: String, language: String) -> String { vocabulary(of: language).near(place) }

    /// The word for sample data in the place of names: サンプル in Japanese, Sample elsewhere, so that firmware can
    /// recognise it.
    package static func sampleName(language: String) -> String {
        language.prefix { $0 != "-" } == "ja" ? "サンプル" : "Sample"
    }

    /// True if readers of one language can read the other; Chinese has two scripts.
    static func isSame(_ left: String, _ right: String) -> Bool {
        func written(_ language: String) -> String {
            let base = String(language.prefix { $0 != "-" })
            return base == "zh" && ["zh-TW", "zh-HK", "zh-MO"].contains(language) ? "zh-TW" : base
        }
        return written(left) == written(right)
    }

    /// The words for the language and region, else for the language, else for English.
    private static func first(for language: String, words: (Substring.UTF8View) -> String?) -> String {
        let bytes = language[...].utf8
        return words(bytes) ?? words(bytes.prefix { $0 != UInt8(ascii: "-") }) ?? words("en"[...].utf8) ?? ""
    }
}

extension UTCInstant {
    /// The time on clocks with this offset from UTC: 17:05.
    package func clock(utcOffsetMinutes: Int) -> String {
        let minute = ((unixSeconds / 60 + utcOffsetMinutes) % 1440 + 1440) % 1440
        return Words.clock(hour: minute / 60, minute: minute % 60)
    }
}
