package import Time
package import Timelines
package import Widgets

/// A widget that can be configured, with nothing behind it.
package struct DescribedWidget: Widget {
    package let name: String
    package let subject: TimelineSubject.Kind
    package let families: [Family]
    package let encodings: [Encoding]
    package let quantities: Set<Quantity>
    package let hasIcons: Bool
    package let options: [OptionDescription]
    package let choosesSources = false
    package let readings: [ReadingDescription] = []

    package init(
        name: String,
        subject: TimelineSubject.Kind = .place,
        families: [Family],
        encodings: [Encoding],
        quantities: Set<Quantity> = [],
        hasIcons: Bool = false,
        options: [OptionDescription] = []
    ) {
        self.name = name
        self.subject = subject
        self.families = families
        self.encodings = encodings
        self.quantities = quantities
        self.hasIcons = hasIcons
        self.options = options
    }

    package var words: WidgetWords { WidgetWords(english: WidgetWords.Texts(name, "Shows nothing."), others: [:]) }

    /// That of the shipped widget of the same name.
    package var builtInCollection: [UInt8]? { [any Widget].kiatsu.first { $0.name == name }?.builtInCollection }

    /// Always false: what serves it is described beside it.
    package func isServed(by upstream: any UpstreamSource.Type) -> Bool { false }

    package func callCount(of upstream: any UpstreamSource.Type, subjects: Int) -> Int { 0 }

    package func askedSources(of configuration: WidgetConfiguration) -> [String] { configuration.sources }

    package var largest: WeatherEntry { .sample(at: UTCInstant(unixSeconds: 0)) }

    package func sample(at now: UTCInstant) -> WeatherEntry { .sample(at: now) }

    package func provider(
        for configuration: WidgetConfiguration,
        in environment: ProviderEnvironment
    ) -> any TimelineProvider<TimelineSubject, WeatherEntry> { SampleProvider() }
}

/// Has nothing to tell but the sample.
private struct SampleProvider: TimelineProvider {
    let reloadPolicy = ReloadPolicy()

    func placeholder(at now: UTCInstant) -> WeatherEntry { .sample(at: now) }

    @concurrent
    func timelines(
        for keys: [TimelineSubject],
        current: [TimelineSubject: Timeline<WeatherEntry>],
        at now: UTCInstant
    ) async -> [TimelineSubject: Result<ReloadedTimeline<WeatherEntry>, ReloadFailure>] { [:] }

    func timeline(
        from archive: [UInt8],
        for key: TimelineSubject,
        at now: UTCInstant
    ) -> Timeline<WeatherEntry>? { nil }
}
