package import Timelines
package import Weather

/// Where hourly forecasts come from.
package protocol ForecastSource: UpstreamSource {
    /// How many places one request may ask for; 1 where the upstream takes no more.
    var placesPerRequest: Int { get }

    /// Forecasts from the current hour on for at least 28 hours where the upstream has them.
    ///
    /// Answers for every place in the order asked, each by itself: one place's fault is not another's.
    /// `places` holds at most ``placesPerRequest`` points of two decimals.
    func forecasts(for places: [Coordinate]) async -> [Result<HourlyForecast, ReloadFailure>]
}
