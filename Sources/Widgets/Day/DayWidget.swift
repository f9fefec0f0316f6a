import CCollections
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
    package let choosesSources = true

    /// The upstream of quotes in Chinese, in simplified characters.
    private static let chineseSource = "hitokoto"

    package let options = DayOptions.descriptions

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

    package var builtInCollection: [UInt8]? {
        // The bytes are constants of the program.
        unsafe Array(UnsafeRawBufferPointer(start: kiatsu_quotes_bytes(), count: kiatsu_quotes_size()))
    }

    package func isServed(by upstream: any UpstreamSource.Type) -> Bool { upstream is any QuoteSource.Type }

    /// One quote for all time zones.
    package func callCount(of upstream: any UpstreamSource.Type, subjects: Int) -> Int {
        isServed(by: upstream) && subjects > 0 ? 1 : 0
    }

    package func sample(at now: UTCInstant) -> DayEntry { .sample(at: now) }

    /// None for the small family and for a collection of one's own.
    ///
    /// Without a named source, Hitokoto if the panel's language is Chinese or its categories were chosen.
    package func askedSources(of configuration: WidgetConfiguration) -> [String] {
        let options = DayOptions(configuration.options)
        guard hasQuote(configuration), options.collection.isEmpty else { return [] }
        guard configuration.sources == [OptionDescription.Format.automatic] else { return configuration.sources }
        let isChosen = options.categories != nil
        return isChosen || Words.isSame(configuration.display.language, "zh") ? [Self.chineseSource] : []
    }

    /// The small family's timelines have no quote, whatever is configured; quotes without an upstream depend on the
    /// language.
    package func timelineSettings(of configuration: WidgetConfiguration) -> String {
        guard hasQuote(configuration) else { return "" }
        var asking = configuration
        asking.sources = askedSources(of: configuration)
        guard asking.sources.isEmpty else { return sharedSettings(of: asking) }
        asking.sources = [OwnSource.builtin]
        let collection = DayOptions(configuration.options).collection
        asking.options = collection.isEmpty ? [:] : ["collection": collection]
        return sharedSettings(of: asking) + "+language=\(configuration.display.language)"
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
        guard hasQuote(configuration) else { return .none }
        let options = DayOptions(configuration.options)
        let path = options.collection
        let language = configuration.display.language
        guard path.isEmpty else {
            return .collection(Quote.quotes(of: environment.collection(path, of: name), in: language), path: path)
        }
        let asked = askedSources(of: configuration)
        let builtIn = environment.collection("", of: name)
        guard !asked.isEmpty else { return .builtIn(Quote.quotes(of: builtIn, in: language)) }
        return .sources(
            environment.sources(asked, as: (any QuoteSource).self),
            QuoteRequest(
                categories: options.categories ?? Self.usualCategories,
                mostCharacters: options.mostCharacters
            ),
            // All of these panels share one request, whatever their language: its quotes are mostly Chinese.
            until: Quote.quotes(of: builtIn, in: "zh").first
        )
    }

    private static let usualCategories = ["d", "i", "k"]

    /// False for the small family, which has no room: a quote that is not shown is not asked for.
    private func hasQuote(_ configuration: WidgetConfiguration) -> Bool { configuration.display.family != .small }
}

extension Quote {
    /// The records in the language, and those without a language.
    fileprivate static func quotes(of records: [CollectionRecord], in language: String) -> [Quote] {
        records.filter { record in
            record["language"].map { $0.contains { Words.isSame($0, language) } } ?? true
        }.compactMap(Quote.init(record:))
    }

    /// Nil for a record without a quote of one text.
    private init?(record: CollectionRecord) {
        guard let texts = record["quote"], texts.count == 1, texts[0].contains(where: { !$0.isWhitespace }) else {
            return nil
        }
        self.init(text: texts[0], from: record["from"]?.first)
    }
}
