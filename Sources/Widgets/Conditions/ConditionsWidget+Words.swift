extension ConditionsWidget {
    package var words: WidgetWords { Self.allWords }

    private static let traditionalChinese = WidgetWords.Texts("目前天氣", "目前的天氣、風、濕度和空氣品質，以及未來幾天的預報。")

    private static let allWords = WidgetWords(
        english: WidgetWords.Texts(
            "Current conditions",
            "Weather, wind, humidity and air quality now, and the forecast for the next days."
        ),
        others: [
            "de": WidgetWords.Texts(
                "Wetter jetzt",
                "Wetter, Wind, Feuchte und Luftqualität jetzt, dazu die Aussichten für die nächsten Tage."
            ),
            "es": WidgetWords.Texts(
                "Tiempo actual",
                "El tiempo, el viento, la humedad y la calidad del aire, y la previsión de los próximos días."
            ),
            "fr": WidgetWords.Texts(
                "Conditions actuelles",
                "Temps, vent, humidité et qualité de l’air, et les prévisions des prochains jours."
            ),
            "ja": WidgetWords.Texts("現在の天気", "現在の天気、風、湿度、空気質と、数日先までの予報。"),
            "ko": WidgetWords.Texts("현재 날씨", "현재 날씨, 바람, 습도와 대기질, 그리고 며칠간의 예보."),
            "zh": WidgetWords.Texts("实时天气", "当前的天气、风、湿度和空气质量，以及未来几天的预报。"),
            "zh-HK": traditionalChinese, "zh-MO": traditionalChinese, "zh-TW": traditionalChinese,
        ]
    )
}
