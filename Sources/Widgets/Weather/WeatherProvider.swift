import FoundationEssentials
package import Time
package import Timelines
package import Weather

/// The weather widget's provider: forecasts from one source, a timeline a grid cell.
package struct WeatherProvider: TimelineProvider {
    private let source: any ForecastSource
    private let zones: any TimeZones

    package init(source: any ForecastSource, zones: any TimeZones) {
        self.source = source
        self.zones = zones
    }

    package func placeholder(at now: UTCInstant) -> WeatherEntry { .sample(at: now) }

    /// Asks in requests of as many places as the source takes at once, one request after the other.
    @concurrent
    package func timelines(
        for keys: [GridCell],
        at now: UTCInstant
    ) async -> [GridCell: Result<ReloadedTimeline<WeatherEntry>, ReloadFailure>] {
        var answers: [GridCell: Result<ReloadedTimeline<WeatherEntry>, ReloadFailure>] = [:]
        for start in stride(from: 0, to: keys.count, by: max(1, source.placesPerRequest)) {
            let cells = keys[start..<min(keys.count, start + max(1, source.placesPerRequest))]
            let forecasts = await source.forecasts(for: cells.map(\.center))
            for (cell, forecast) in zip(cells, forecasts) {
                answers[cell] = forecast.flatMap { reloaded($0, for: cell) }
            }
        }
        return answers
    }

    package func timeline(from archive: [UInt8], for key: GridCell) -> Timeline<WeatherEntry>? {
        guard let forecast = try? JSONDecoder().decode(HourlyForecast.self, from: Data(archive)) else { return nil }
        let timeline = WeatherTimeline.make(from: forecast, at: key.center, zones: zones)
        return timeline.entries.isEmpty ? nil : timeline
    }

    private func reloaded(
        _ forecast: HourlyForecast,
        for cell: GridCell
    ) -> Result<ReloadedTimeline<WeatherEntry>, ReloadFailure> {
        let timeline = WeatherTimeline.make(from: forecast, at: cell.center, zones: zones)
        guard !timeline.entries.isEmpty, let archive = try? JSONEncoder().encode(forecast) else {
            return .failure(
                ReloadFailure(reason: "\(source.name) answered without any hour of today", retry: .backoff)
            )
        }
        return .success(ReloadedTimeline(timeline: timeline, archive: Array(archive)))
    }
}
