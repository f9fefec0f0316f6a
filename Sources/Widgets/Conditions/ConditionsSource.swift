package import Timelines
package import Weather

/// Where current conditions, air quality and the days' forecasts come from.
package protocol ConditionsSource: UpstreamSource {
    /// How many places one request may ask for; 1 where the upstream takes no more.
    var placesPerRequest: Int { get }

    /// Reports on the current conditions, today and at least three days more where the upstream has them.
    ///
    /// Answers for every place in the order asked, each by itself: one place's fault is not another's. A report without
    /// its air quality, or without its days, is better than none. `places` holds at most ``placesPerRequest`` points of
    /// two decimals.
    func reports(for places: [Coordinate]) async -> [Result<ConditionsReport, ReloadFailure>]

    /// The same with the upstream's own words in a language, ISO 639 with an optional region, where it speaks that.
    func reports(for places: [Coordinate], language: String) async -> [Result<ConditionsReport, ReloadFailure>]
}

extension ConditionsSource {
    package func reports(
        for places: [Coordinate],
        language: String
    ) async -> [Result<ConditionsReport, ReloadFailure>] {
        await reports(for: places)
    }
}
