import FoundationEssentials
import JSONReading
package import Time
package import Timelines
import Weather

/// Makes timelines of places from what a chain of sources says: the provider of every widget that depends on the place.
package struct PlaceProvider<Answer: Codable & Sendable, Entry: WidgetEntry>: TimelineProvider {
    /// A source as the provider asks it.
    struct Source: Sendable {
        var name: String
        var placesPerRequest: Int
        /// Answers for every place, in the same order.
        var ask: @Sendable ([Coordinate]) async -> [Result<Answer, ReloadFailure>]
    }

    private let sources: [Source]
    private let sample: @Sendable (UTCInstant) -> Entry
    /// What sources did not say when there is no timeline to be made of an answer.
    private let lacking: String
    private let makeTimeline: @Sendable (Answer, Coordinate) -> Timeline<Entry>

    /// `sources` are asked in order, the next for the places of which the one before has no answer with a timeline in
    /// it; `makeTimeline` gives an empty one for an answer that says nothing.
    init(
        sources: [Source],
        lacking: String,
        sample: @escaping @Sendable (UTCInstant) -> Entry,
        makeTimeline: @escaping @Sendable (Answer, Coordinate) -> Timeline<Entry>
    ) {
        self.sources = sources
        self.lacking = lacking
        self.sample = sample
        self.makeTimeline = makeTimeline
    }

    package var reloadPolicy: ReloadPolicy {
        // Where one request takes many places, the reloads of a minute join in one.
        ReloadPolicy(joining: sources.contains { $0.placesPerRequest > 1 } ? .seconds(60) : .zero)
    }

    package func placeholder(at now: UTCInstant) -> Entry { sample(now) }

    @concurrent
    package func timelines(
        for keys: [TimelineSubject],
        current: [TimelineSubject: Timeline<Entry>],
        at now: UTCInstant
    ) async -> [TimelineSubject: Result<ReloadedTimeline<Entry>, ReloadFailure>] {
        await SourceChain.timelines(for: keys, from: sources.map(link))
    }

    package func timeline(from archive: [UInt8], for key: TimelineSubject, at now: UTCInstant) -> Timeline<Entry>? {
        guard let cell = key.cell, let answer = Answer(json: archive) else {
            return nil
        }
        let timeline = makeTimeline(answer, cell.center)
        return timeline.entries.isEmpty ? nil : timeline
    }

    private func link(_ source: Source) -> SourceChain.Link<GridCell, ReloadedTimeline<Entry>> {
        SourceChain.Link(name: source.name, questionsPerRequest: source.placesPerRequest) { cells in
            zip(cells, await source.ask(cells.map(\.center))).map { cell, answer in
                answer.flatMap { reloaded($0, from: source.name, for: cell) }
            }
        }
    }

    private func reloaded(
        _ answer: Answer,
        from source: String,
        for cell: GridCell
    ) -> Result<ReloadedTimeline<Entry>, ReloadFailure> {
        let timeline = makeTimeline(answer, cell.center)
        guard !timeline.entries.isEmpty, let archive = try? JSONEncoder().encode(answer) else {
            let reason = "\(source) answered without \(lacking): if it lasts, choose another source"
            return .failure(ReloadFailure(reason: reason, retry: .backoff))
        }
        return .success(ReloadedTimeline(timeline: timeline, archive: Array(archive)))
    }
}
