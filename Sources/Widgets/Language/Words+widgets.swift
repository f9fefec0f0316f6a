extension Words {
    /// The name of a widget in lists to choose from: 気圧と天気, Air pressure and weather.
    ///
    /// The widget's own name if there are no words for it; English for languages without words.
    package static func widgetTitle(_ name: String, language: String) -> String {
        widgetWords(name, language)?.title ?? name
    }

    /// The content of a widget in a sentence; empty if there are no words for it.
    package static func widgetSummary(_ name: String, language: String) -> String {
        widgetWords(name, language)?.summary ?? ""
    }

    private static func widgetWords(_ name: String, _ language: String) -> (title: String, summary: String)? {
        let words = widgetWords[language] ?? widgetWords[String(language.prefix { $0 != "-" })] ?? widgetWords["en"]
        return words?[name]
    }

    private static let traditionalWidgetWords: [String: (title: String, summary: String)] = [
        "weather": ("氣壓與天氣", "未來 24 小時的氣壓、天氣和氣溫。"),
        "conditions": ("目前天氣", "目前的天氣、風、濕度和空氣品質，以及未來幾天的預報。"),
        "day": ("今天", "日期、星期、您的標語和一句名言。"),
        "poem": ("詩", "每小時一首詩。"),
    ]

    /// By language or region, then by the widget's name.
    private static let widgetWords: [String: [String: (title: String, summary: String)]] = [
        "de": [
            "weather": ("Luftdruck und Wetter", "Luftdruck, Wetter und Temperatur der nächsten 24 Stunden."),
            "conditions": (
                "Wetter jetzt",
                "Wetter, Wind, Feuchte und Luftqualität jetzt, dazu die Aussichten für die nächsten Tage."
            ),
            "day": ("Tag", "Datum und Wochentag, ein eigener Spruch und ein Zitat."),
            "poem": ("Gedicht", "Jede Stunde ein Gedicht."),
        ],
        "en": [
            "weather": ("Air pressure and weather", "Air pressure, weather and temperature for the next 24 hours."),
            "conditions": (
                "Current conditions", "Weather, wind, humidity and air quality now, and the forecast for the next days."
            ),
            "day": ("Day", "The date and weekday, a line of your own and a quote."),
            "poem": ("Poem", "A poem every hour."),
        ],
        "es": [
            "weather": ("Presión y tiempo", "Presión atmosférica, tiempo y temperatura de las próximas 24 horas."),
            "conditions": (
                "Tiempo actual",
                "El tiempo, el viento, la humedad y la calidad del aire, y la previsión de los próximos días."
            ),
            "day": ("Día", "La fecha y el día de la semana, una frase propia y una cita."),
            "poem": ("Poema", "Un poema cada hora."),
        ],
        "fr": [
            "weather": ("Pression et météo", "Pression, temps et température des 24 prochaines heures."),
            "conditions": (
                "Conditions actuelles",
                "Temps, vent, humidité et qualité de l’air, et les prévisions des prochains jours."
            ),
            "day": ("Jour", "La date et le jour de la semaine, une phrase à vous et une citation."),
            "poem": ("Poème", "Un poème par heure."),
        ],
        "ja": [
            "weather": ("気圧と天気", "これから24時間の気圧、天気、気温。"),
            "conditions": ("現在の天気", "現在の天気、風、湿度、空気質と、数日先までの予報。"),
            "day": ("今日", "日付と曜日、お好きな言葉と名言。"),
            "poem": ("詩", "一時間ごとに一つの詩。"),
        ],
        "ko": [
            "weather": ("기압과 날씨", "앞으로 24시간의 기압, 날씨와 기온."),
            "conditions": ("현재 날씨", "현재 날씨, 바람, 습도와 대기질, 그리고 며칠간의 예보."),
            "day": ("오늘", "날짜와 요일, 나만의 문구와 명언."),
            "poem": ("시", "한 시간에 시 한 편."),
        ],
        "zh": [
            "weather": ("气压与天气", "未来 24 小时的气压、天气和气温。"),
            "conditions": ("实时天气", "当前的天气、风、湿度和空气质量，以及未来几天的预报。"),
            "day": ("今天", "日期、星期、您的标语和一句名言。"),
            "poem": ("诗", "每小时一首诗。"),
        ],
        "zh-HK": traditionalWidgetWords,
        "zh-MO": traditionalWidgetWords,
        "zh-TW": traditionalWidgetWords,
    ]
}
