package import Time
package import Timelines
import Weather

/// Current conditions, air quality and the next days; the small family without the days.
package struct ConditionsWidget: Widget {
    package let name = "conditions"
    package let subject = TimelineSubject.Kind.place
    package let families: [Family] = [.medium, .small]
    package let encodings: [Encoding] = [.compact, .full, .fields]
    package let quantities: Set<Quantity> = [.temperature, .pressure, .wind]
    package let hasIcons = true
    package let options: [OptionDescription] = []
    package let builtInCollection: [UInt8]? = nil
    package let choosesSources = false

    package init() {}

    /// `-99.9`, `359`, `1149.9`, `lightning-rainy`, `openweather`, four days of `-100`, ten digits of seconds.
    package var largest: ConditionsEntry {
        let today = CivilDate(at: Bounds.latestHour, utcOffsetSeconds: 0)
        let coldest = Temperature(tenthsCelsius: -999)
        var current = CurrentConditions(observed: Bounds.latestHour, condition: .thunder)
        current.temperature = coldest
        current.apparentTemperature = coldest
        current.windFromDegrees = 359
        current.windSpeed = WindSpeed(metresPerSecond: 149.9)
        current.relativeHumidityPercent = 100
        current.precipitationTenthsMillimetre = 9999
        current.visibilityMetres = 99_999
        current.pressure = SeaLevelPressure(tenthsHPa: 11_499)
        return ConditionsEntry(
            date: Bounds.latestHour,
            current: current,
            isDaylight: true,
            airQuality: AirQuality(index: 999, scale: .unitedStates),
            today: today,
            days: (0..<ConditionsEntry.dayCount).map { index in
                DailyForecast(
                    date: today.addingDays(index),
                    minimum: coldest,
                    maximum: coldest,
                    dayCondition: .thunder,
                    nightCondition: .thunder
                )
            },
            timeZone: Bounds.longestTimeZone,
            utcOffsetMinutes: Bounds.utcOffsetMinutes.lowerBound,
            observedLocalHour: 23,
            obtained: Bounds.latestHour,
            source: Bounds.longestSource
        )
    }

    package func isServed(by upstream: any UpstreamSource.Type) -> Bool { upstream is any ConditionsSource.Type }

    package func callCount(of upstream: any UpstreamSource.Type, subjects: Int) -> Int {
        (upstream as? any ConditionsSource.Type)?.reportCallCount(places: subjects) ?? 0
    }

    package func askedSources(of configuration: WidgetConfiguration) -> [String] { configuration.sources }

    package func sample(at now: UTCInstant) -> ConditionsEntry { .sample(at: now) }

    package func provider(
        for configuration: WidgetConfiguration,
        in environment: ProviderEnvironment
    ) -> any TimelineProvider<TimelineSubject, ConditionsEntry> {
        ConditionsProvider(
            sources: environment.sources(configuration.sources, as: (any ConditionsSource).self),
            language: configuration.display.language,
            zones: environment.zones
        )
    }
}
