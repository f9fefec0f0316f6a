package import Weather

/// The weather widget's provider.
package typealias WeatherProvider = PlaceProvider<HourlyForecast, WeatherEntry>

extension WeatherProvider {
    /// Asks `sources` in order, each for the places without a forecast from those before.
    ///
    /// A forecast without pressures for three quarters of the coming day is used only if no source has a complete one.
    /// Missing hours and values are taken from the previous forecast.
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
