package import Time
package import Timelines
package import Weather
package import Widgets

/// An upstream of the tide widget.
package protocol TideSource: UpstreamSource {
    /// The levels at a place from the current hour on.
    func tides(at place: Coordinate) async -> Result<TideForecast, ReloadFailure>
}

/// The level of the water hour by hour.
package struct TideForecast: Sendable, Codable, Equatable {
    /// The beginning of the first hour.
    package var start: UTCInstant
    /// In centimetres above chart datum, one an hour.
    package var levels: [Int]
    package var obtained: UTCInstant
    /// The upstream's name.
    package var source: String

    package init(start: UTCInstant, levels: [Int], obtained: UTCInstant, source: String) {
        self.start = start
        self.levels = levels
        self.obtained = obtained
        self.source = source
    }
}
