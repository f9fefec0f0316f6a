package import Time
package import Timelines

/// The date, a slogan and a quote; the small family the date alone.
package struct DayWidget: Widget {
    package let name = "day"
    package let subject = TimelineSubject.Kind.timeZone
    package let families: [Family] = [.medium, .small]
    package let encodings: [Encoding] = [.compact, .full, .fields]
    package let quantities: Set<Quantity> = []
    package let hasIcons = false

    package let options = [
        OptionDescription(
            name: "slogan",
            summary: "a line of your own",
            format: .text(mostCharacters: 100),
            fallback: "",
            shapesTimeline: false
        ),
        OptionDescription(
            name: "categories",
            summary: "the kinds of quotes that are asked for, by Hitokoto's letters",
            format: .choices(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"]),
            fallback: "d,i,k",
            shapesTimeline: true
        ),
        OptionDescription(
            name: "quote_length",
            summary: "how many characters a quote that is asked for may have",
            format: .integer(1...1000),
            fallback: "30",
            shapesTimeline: true
        ),
        OptionDescription(
            name: "collection",
            summary: "quotes of your own, in place of those that are asked for",
            format: .collection(required: ["quote"], optional: ["from"]),
            fallback: "",
            shapesTimeline: true
        ),
    ]

    package init() {}

    /// The widest date, time zone, offset and source.
    package var largest: DayEntry {
        let zones = FixedOffset(seconds: Bounds.utcOffsetMinutes.lowerBound * 60)
        // The last hour is in February: this one has a month and a day of two digits.
        let december = UTCInstant(unixSeconds: 1_797_465_600)
        return DayEntry(
            date: Bounds.latestHour,
            day: LocalDay(containing: december, in: Bounds.longestTimeZone, zones: zones),
            timeZone: Bounds.longestTimeZone,
            quote: Quote(text: "", from: ""),
            source: Bounds.longestSource
        )
    }

    package func sample(at now: UTCInstant) -> DayEntry { .sample(at: now) }

    /// The small family's timelines have no quote, whatever is configured.
    package func timelineSettings(of configuration: WidgetConfiguration) -> String {
        configuration.display.family == .small ? "" : sharedSettings(of: configuration)
    }

    package func provider(
        for configuration: WidgetConfiguration,
        in environment: ProviderEnvironment
    ) -> any TimelineProvider<TimelineSubject, DayEntry> {
        DayProvider(
            quotes: quotes(for: configuration, in: environment),
            zones: environment.zones
        )
    }

    private func quotes(
        for configuration: WidgetConfiguration,
        in environment: ProviderEnvironment
    ) -> DayProvider.Quotes {
        // The small family has no room for one, and what nobody sees is not asked for.
        guard configuration.display.family != .small else { return .none }
        let path = value("collection", in: configuration)
        guard path.isEmpty else {
            let quotes = environment.collection(path, of: name).compactMap(Quote.init(record:))
            return .collection(quotes, path: path)
        }
        let categories = value("categories", in: configuration).split(separator: ",").map(String.init)
        let length = Int(value("quote_length", in: configuration)) ?? 30
        return .sources(
            environment.sources(configuration.sources, as: (any QuoteSource).self),
            QuoteRequest(categories: categories, mostCharacters: length)
        )
    }

    private func value(_ option: String, in configuration: WidgetConfiguration) -> String {
        configuration.options[option] ?? options.first { $0.name == option }?.fallback ?? ""
    }
}

extension Quote {
    /// Nil for a record without a quote of one text.
    fileprivate init?(record: CollectionRecord) {
        guard let texts = record["quote"], texts.count == 1, texts[0].contains(where: { !$0.isWhitespace }) else {
            return nil
        }
        self.init(text: texts[0], from: record["from"]?.first)
    }
}
