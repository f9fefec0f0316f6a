extension PoemWidget {
    package var words: WidgetWords { Self.allWords }

    private static let traditionalChinese = WidgetWords.Texts("詩", "每小時一首詩。")

    private static let allWords = WidgetWords(
        english: WidgetWords.Texts("Poem", "A poem every hour."),
        others: [
            "de": WidgetWords.Texts("Gedicht", "Jede Stunde ein Gedicht."),
            "es": WidgetWords.Texts("Poema", "Un poema cada hora."),
            "fr": WidgetWords.Texts("Poème", "Un poème par heure."),
            "ja": WidgetWords.Texts("詩", "一時間ごとに一つの詩。"),
            "ko": WidgetWords.Texts("시", "한 시간에 시 한 편."),
            "zh": WidgetWords.Texts("诗", "每小时一首诗。"),
            "zh-HK": traditionalChinese, "zh-MO": traditionalChinese, "zh-TW": traditionalChinese,
        ]
    )
}
