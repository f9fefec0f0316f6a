package import Time
package import Timelines
package import Widgets

/// The level of the water at the place.
package struct TideWidget: Widget {
    package let name = "tide"
    package let subject = TimelineSubject.Kind.place
    package let families: [Family] = [.medium, .small]
    package let encodings: [Encoding] = [.compact, .full, .fields, .frame]
    package let quantities: Set<Quantity> = []
    package let hasIcons = false
    package let options = TideOptions.descriptions
    package let builtInCollection: [UInt8]? = nil
    package let choosesSources = false

    package init() {}

    package func isServed(by upstream: any UpstreamSource.Type) -> Bool { upstream is any TideSource.Type }

    package func callCount(of upstream: any UpstreamSource.Type, subjects: Int) -> Int { 0 }

    package func askedSources(of configuration: WidgetConfiguration) -> [String] { configuration.sources }

    package var largest: TideEntry {
        TideEntry(
            date: Bounds.latestHour,
            level: TideEntry.levels.lowerBound,
            highWater: Bounds.latestHour,
            obtained: Bounds.latestHour,
            source: "harbour"
        )
    }

    package func sample(at now: UTCInstant) -> TideEntry { .sample(at: now) }

    package func provider(
        for configuration: WidgetConfiguration,
        in environment: ProviderEnvironment
    ) -> any TimelineProvider<TimelineSubject, TideEntry> {
        TideProvider(
            sources: environment.sources(configuration.sources, as: (any TideSource).self),
            offset: TideOptions(configuration.options).offset
        )
    }
}
