extension Words {
    /// The day's name where there is little room, `isoWeekday` 1 for Monday … 7 for Sunday: 月, 周一, Mo, Mon; empty for
    /// other numbers, and the whole name in languages of which no short ones are known.
    ///
    /// The Unicode CLDR's abbreviated names, without a full stop.
    package static func shortWeekdayName(_ isoWeekday: Int, language: String) -> String {
        guard (1...7).contains(isoWeekday) else { return "" }
        let names = shortWeekdayNames[language] ?? shortWeekdayNames[String(language.prefix { $0 != "-" })]
        return names.map { $0[isoWeekday - 1] } ?? weekdayName(isoWeekday, language: language)
    }

    /// From Monday on.
    private static let shortWeekdayNames: [String: [String]] = [
        "de": ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"],
        "en": ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
        "es": ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"],
        "fr": ["lun", "mar", "mer", "jeu", "ven", "sam", "dim"],
        "ja": ["月", "火", "水", "木", "金", "土", "日"],
        "ko": ["월", "화", "수", "목", "금", "토", "일"],
        "zh": ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
        "zh-HK": ["週一", "週二", "週三", "週四", "週五", "週六", "週日"],
        "zh-MO": ["週一", "週二", "週三", "週四", "週五", "週六", "週日"],
        "zh-TW": ["週一", "週二", "週三", "週四", "週五", "週六", "週日"],
    ]
}
