package import Timelines
package import Weather

/// A source of hourly forecasts.
package protocol ForecastSource: UpstreamSource {
    /// The most places in one request; 1 if the upstream takes no more.
    var placesPerRequest: Int { get }

    /// Forecasts from the current hour on, for at least 28 hours if the upstream has them.
    ///
    /// One result per place, in the order asked; the fault of one place does not affect others. `places` holds at most
    /// ``placesPerRequest`` points of two decimals.
    func forecasts(for places: [Coordinate]) async -> [Result<HourlyForecast, ReloadFailure>]

    /// The calls that the upstream counts for forecasts of so many places.
    static func forecastCallCount(places: Int) -> Int
}

extension ForecastSource {
    package static func forecastCallCount(places: Int) -> Int { places }
}
