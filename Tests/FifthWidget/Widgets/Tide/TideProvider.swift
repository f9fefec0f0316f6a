import FoundationEssentials
import JSON
package import Time
package import Timelines
import Weather
package import Widgets

/// Makes the tide widget's timelines from the first source that answers.
package struct TideProvider: TimelineProvider {
    private let sources: [any TideSource]
    private let offset: Int

    /// `offset` is added to each level, in centimetres.
    package init(sources: [any TideSource], offset: Int) {
        self.sources = sources
        self.offset = offset
    }

    package var reloadPolicy: ReloadPolicy { ReloadPolicy() }

    package func placeholder(at now: UTCInstant) -> TideEntry { .sample(at: now) }

    @concurrent
    package func timelines(
        for keys: [TimelineSubject],
        current: [TimelineSubject: Timeline<TideEntry>],
        at now: UTCInstant
    ) async -> [TimelineSubject: Result<ReloadedTimeline<TideEntry>, ReloadFailure>] {
        var timelines: [TimelineSubject: Result<ReloadedTimeline<TideEntry>, ReloadFailure>] = [:]
        for key in keys {
            guard case .place(let cell) = key else { continue }
            timelines[key] = await reloaded(at: cell.center)
        }
        return timelines
    }

    package func timeline(from archive: [UInt8], for key: TimelineSubject, at now: UTCInstant) -> Timeline<TideEntry>? {
        TideForecast(json: archive).map(timeline)
    }

    private func reloaded(at place: Coordinate) async -> Result<ReloadedTimeline<TideEntry>, ReloadFailure> {
        var asked: [SourceOutcome] = []
        var failure = ReloadFailure(reason: "no source is configured", retry: .untilConfigurationChanges)
        for source in sources {
            switch await source.tides(at: place) {
            case .failure(let reason):
                failure = reason
                asked.append(SourceOutcome(source: source.name, failure: reason.reason))
            case .success(let forecast):
                asked.append(SourceOutcome(source: source.name, failure: nil))
                let archive = (try? JSONEncoder().encode(forecast)).map(Array.init) ?? []
                return .success(ReloadedTimeline(timeline: timeline(of: forecast), archive: archive, asked: asked))
            }
        }
        failure.asked = asked
        return .failure(failure)
    }

    private func timeline(of forecast: TideForecast) -> Timeline<TideEntry> {
        let start = forecast.start.hourStart
        let entries = forecast.levels.indices.map { index in
            let later = forecast.levels[index...]
            return TideEntry(
                date: start.addingHours(index),
                level: forecast.levels[index] + offset,
                highWater: later.max().flatMap(later.firstIndex).map { start.addingHours($0) },
                obtained: forecast.obtained,
                source: forecast.source
            )
        }
        return Timeline(entries: entries, obtained: forecast.obtained)
    }
}
