package import Weather

/// The weather widget's provider.
package typealias WeatherProvider = PlaceProvider<HourlyForecast, WeatherEntry>

extension WeatherProvider {
    /// Asks `sources` in order, the next for the places that the one before has no forecast of.
    ///
    /// A forecast without the pressure, which the widget lives on, of three quarters of the coming day counts as none as
    /// long as another source has a whole one. Hours and values that an answer lacks stay those of the forecast before it.
    package init(sources: [any ForecastSource], zones: any TimeZones) {
        self.init(
            sources: sources.map { source in
                Source(name: source.name, placesPerRequest: source.placesPerRequest) {
                    await source.forecasts(for: $0)
                }
            },
            lacking: "any hour of today",
            sample: WeatherEntry.sample,
            shortfall: { forecast in
                guard !forecast.hasPressure(at: forecast.obtained) else { return nil }
                let count = forecast.pressureCount(at: forecast.obtained)
                return .init(lacking: "the pressure of the coming 24 hours", worth: count)
            },
            complete: { $0.completed(from: $1) },
            makeTimeline: { WeatherTimeline.make(from: $0, at: $1, zones: zones) }
        )
    }
}
