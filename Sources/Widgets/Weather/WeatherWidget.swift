package import Time
package import Timelines
import Weather

/// The 24-hour pressure panel.
package struct WeatherWidget: Widget {
    package let name = "weather"
    package let subject = TimelineSubject.Kind.place
    package let families: [Family] = [.large, .medium, .small]
    package let encodings: [Encoding] = [.compact, .full, .fields, .frame]
    package let quantities: Set<Quantity> = [.temperature, .pressure]
    package let hasIcons = true
    package let options: [OptionDescription] = []
    package let builtInCollection: [UInt8]? = nil
    package let choosesSources = false

    package init() {}

    /// `-99.9`, `-100`, `1149.9`, `lightning-rainy`, `falling_very_rapidly`, `-149.8`, ten digits of seconds.
    package var largest: WeatherEntry {
        WeatherEntry(
            date: Bounds.latestHour,
            hours: (0..<WeatherEntry.hourCount).map { index in
                WeatherEntry.Hour(
                    temperature: Temperature(tenthsCelsius: -999),
                    pressure: SeaLevelPressure(tenthsHPa: index == 0 ? 11_499 : 10_001),
                    condition: .thunder,
                    isDaylight: true,
                    localHour: 1
                )
            },
            timeZone: Bounds.longestTimeZone,
            utcOffsetMinutes: Bounds.utcOffsetMinutes.lowerBound,
            obtained: Bounds.latestHour,
            source: Bounds.longestSource
        )
    }

    package func isServed(by upstream: any UpstreamSource.Type) -> Bool { upstream is any ForecastSource.Type }

    package func callCount(of upstream: any UpstreamSource.Type, subjects: Int) -> Int {
        (upstream as? any ForecastSource.Type)?.forecastCallCount(places: subjects) ?? 0
    }

    package func askedSources(of configuration: WidgetConfiguration) -> [String] { configuration.sources }

    package func sample(at now: UTCInstant) -> WeatherEntry { .sample(at: now) }

    package func provider(
        for configuration: WidgetConfiguration,
        in environment: ProviderEnvironment
    ) -> any TimelineProvider<TimelineSubject, WeatherEntry> {
        WeatherProvider(
            sources: environment.sources(configuration.sources, as: (any ForecastSource).self),
            zones: environment.zones
        )
    }
}
