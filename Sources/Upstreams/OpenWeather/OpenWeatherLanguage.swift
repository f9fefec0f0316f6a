import Weather

/// The code (https://openweathermap.org/api/one-call-3#multi) by which OpenWeather answers in an ISO 639 language with
/// an optional region; nil for one that it does not speak.
func openWeatherLanguage(_ language: String) -> String? {
    let own = [
        "cs": "cz", "ko": "kr", "lv": "la", "nb": "no", "nn": "no", "pt-BR": "pt_br", "sq": "al", "sv": "se",
        "uk": "ua",
        "zh": "zh_cn", "zh-HK": "zh_tw", "zh-MO": "zh_tw", "zh-TW": "zh_tw",
    ]
    let same: Set = [
        "af", "ar", "az", "bg", "ca", "da", "de", "el", "en", "es", "eu", "fa", "fi", "fr", "gl", "he", "hi", "hr",
        "hu",
        "id", "it", "ja", "lt", "mk", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "th", "tr", "vi", "zu",
    ]
    let base = String(language.prefix { $0 != "-" })
    return own[language] ?? own[base] ?? (same.contains(base) ? base : nil)
}

extension OpenWeatherState {
    /// Its description, which is in `language`; begins with a capital letter, as it stands alone on a panel.
    func text(in language: String) -> SourceText? {
        guard let description = description?.value, let first = description.first else { return nil }
        return SourceText(first.uppercased() + description.dropFirst(), language: language)
    }
}
