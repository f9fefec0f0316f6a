extension DayWidget {
    package var words: WidgetWords { Self.allWords }

    private static let traditionalChinese = WidgetWords.Texts("今天", "日期、星期、您的標語和一句名言。")

    private static let allWords = WidgetWords(
        english: WidgetWords.Texts("Day", "The date and weekday, a line of your own and a quote."),
        others: [
            "de": WidgetWords.Texts("Tag", "Datum und Wochentag, ein eigener Spruch und ein Zitat."),
            "es": WidgetWords.Texts("Día", "La fecha y el día de la semana, una frase propia y una cita."),
            "fr": WidgetWords.Texts("Jour", "La date et le jour de la semaine, une phrase à vous et une citation."),
            "ja": WidgetWords.Texts("今日", "日付と曜日、お好きな言葉と名言。"),
            "ko": WidgetWords.Texts("오늘", "날짜와 요일, 나만의 문구와 명언."),
            "zh": WidgetWords.Texts("今天", "日期、星期、您的标语和一句名言。"),
            "zh-HK": traditionalChinese, "zh-MO": traditionalChinese, "zh-TW": traditionalChinese,
        ]
    )
}
