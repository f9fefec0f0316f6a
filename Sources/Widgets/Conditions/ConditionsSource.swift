package import Timelines
package import Weather

/// A source of current conditions, air quality and daily forecasts.
package protocol ConditionsSource: UpstreamSource {
    /// The most places in one request; 1 if the upstream takes no more.
    var placesPerRequest: Int { get }

    /// Reports of the current conditions, today and at least three more days if the upstream has them.
    ///
    /// One result per place, in the order asked; the fault of one place does not affect others. A report without air
    /// quality or days is better than none. `places` holds at most ``placesPerRequest`` points of two decimals.
    func reports(for places: [Coordinate]) async -> [Result<ConditionsReport, ReloadFailure>]

    /// The same, with the upstream's texts in a language (ISO 639 with an optional region) if it supports it.
    func reports(for places: [Coordinate], language: String) async -> [Result<ConditionsReport, ReloadFailure>]

    /// The calls that the upstream counts for reports of so many places.
    static func reportCallCount(places: Int) -> Int
}

extension ConditionsSource {
    package static func reportCallCount(places: Int) -> Int { places }

    package func reports(
        for places: [Coordinate],
        language: String
    ) async -> [Result<ConditionsReport, ReloadFailure>] {
        await reports(for: places)
    }
}
