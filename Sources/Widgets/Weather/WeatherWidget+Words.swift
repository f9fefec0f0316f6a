extension WeatherWidget {
    package var words: WidgetWords { Self.allWords }

    private static let traditionalChinese = WidgetWords.Texts("氣壓與天氣", "未來 24 小時的氣壓、天氣和氣溫。")

    private static let allWords = WidgetWords(
        english: WidgetWords.Texts(
            "Air pressure and weather",
            "Air pressure, weather and temperature for the next 24 hours."
        ),
        others: [
            "de": WidgetWords.Texts(
                "Luftdruck und Wetter",
                "Luftdruck, Wetter und Temperatur der nächsten 24 Stunden."
            ),
            "es": WidgetWords.Texts(
                "Presión y tiempo",
                "Presión atmosférica, tiempo y temperatura de las próximas 24 horas."
            ),
            "fr": WidgetWords.Texts("Pression et météo", "Pression, temps et température des 24 prochaines heures."),
            "ja": WidgetWords.Texts("気圧と天気", "これから24時間の気圧、天気、気温。"),
            "ko": WidgetWords.Texts("기압과 날씨", "앞으로 24시간의 기압, 날씨와 기온."),
            "zh": WidgetWords.Texts("气压与天气", "未来 24 小时的气压、天气和气温。"),
            "zh-HK": traditionalChinese, "zh-MO": traditionalChinese, "zh-TW": traditionalChinese,
        ]
    )
}
