package import Weather

/// The weather widget's provider.
package typealias WeatherProvider = PlaceProvider<HourlyForecast, WeatherEntry>

extension WeatherProvider {
    /// `sources` are asked in order, the next for the places that the one before has no forecast of.
    package init(sources: [any ForecastSource], zones: any TimeZones) {
        self.init(
            sources: sources.map { source in
                Source(name: source.name, placesPerRequest: source.placesPerRequest) {
                    await source.forecasts(for: $0)
                }
            },
            lacking: "any hour of today",
            sample: WeatherEntry.sample,
            makeTimeline: { WeatherTimeline.make(from: $0, at: $1, zones: zones) }
        )
    }
}
