import JSON
package import Time
package import Timelines
import Weather

/// Makes timelines of places from what a chain of sources says: the provider of every widget that depends on the place.
package struct PlaceProvider<Answer: Codable & Sendable, Entry: WidgetEntry>: TimelineProvider {
    /// A source as the provider asks it.
    struct Source: Sendable {
        var name: String
        var placesPerRequest: Int
        /// Asks for places; one result per place, in order.
        var ask: @Sendable ([Coordinate]) async -> [Result<Answer, ReloadFailure>]
    }

    private let sources: [Source]
    private let sample: @Sendable (UTCInstant) -> Entry
    /// The words for an answer from which no timeline can be made.
    private let lacking: String
    private let shortfall: @Sendable (Answer) -> SourceChain.Shortfall?
    private let complete: @Sendable (Answer, Timeline<Entry>) -> Answer
    private let makeTimeline: @Sendable (Answer, Coordinate) -> Timeline<Entry>

    /// Asks `sources` in order, each for the places without a usable answer from those before.
    ///
    /// An answer that lacks essential values, according to `shortfall`, is used only if no source has a complete one.
    /// `complete` fills gaps of an answer from the previous timeline; `makeTimeline` gives an empty timeline for an
    /// answer without content.
    init(
        sources: [Source],
        lacking: String,
        sample: @escaping @Sendable (UTCInstant) -> Entry,
        shortfall: @escaping @Sendable (Answer) -> SourceChain.Shortfall?,
        complete: @escaping @Sendable (Answer, Timeline<Entry>) -> Answer,
        makeTimeline: @escaping @Sendable (Answer, Coordinate) -> Timeline<Entry>
    ) {
        self.sources = sources
        self.lacking = lacking
        self.sample = sample
        self.shortfall = shortfall
        self.complete = complete
        self.makeTimeline = makeTimeline
    }

    package var reloadPolicy: ReloadPolicy {
        // If one request takes many places, reloads within a minute are joined.
        ReloadPolicy(joining: sources.contains { $0.placesPerRequest > 1 } ? .seconds(60) : .zero)
    }

    package func placeholder(at now: UTCInstant) -> Entry { sample(now) }

    @concurrent
    package func timelines(
        for keys: [TimelineSubject],
        current: [TimelineSubject: Timeline<Entry>],
        at now: UTCInstant
    ) async -> [TimelineSubject: Result<ReloadedTimeline<Entry>, ReloadFailure>] {
        let cells = keys.compactMap(\.cell)
        var timelines: [TimelineSubject: Result<ReloadedTimeline<Entry>, ReloadFailure>] = [:]
        for (cell, answer) in zip(cells, await SourceChain.answers(to: cells, from: sources.map(link))) {
            timelines[.place(cell)] = reloaded(answer, for: cell, before: current[.place(cell)])
        }
        return timelines
    }

    package func timeline(from archive: [UInt8], for key: TimelineSubject, at now: UTCInstant) -> Timeline<Entry>? {
        guard let cell = key.cell, let answer = Answer(json: archive) else {
            return nil
        }
        let timeline = makeTimeline(answer, cell.center)
        return timeline.entries.isEmpty ? nil : timeline
    }

    private func link(_ source: Source) -> SourceChain.Link<GridCell, Answer> {
        SourceChain.Link(
            name: source.name,
            questionsPerRequest: source.placesPerRequest,
            ask: { cells in
                zip(cells, await source.ask(cells.map(\.center))).map { cell, answer in
                    answer.flatMap { hasTimeline($0, for: cell) ? .success($0) : .failure(missing(from: source.name)) }
                }
            },
            shortfall: shortfall
        )
    }

    private func hasTimeline(_ answer: Answer, for cell: GridCell) -> Bool {
        !makeTimeline(answer, cell.center).entries.isEmpty
    }

    private func missing(from source: String) -> ReloadFailure {
        ReloadFailure(
            reason: "\(source) answered without \(lacking): if it lasts, choose another source",
            retry: .backoff
        )
    }

    private func reloaded(
        _ answer: SourceChain.Answer<Answer>,
        for cell: GridCell,
        before: Timeline<Entry>?
    ) -> Result<ReloadedTimeline<Entry>, ReloadFailure> {
        let said: Answer
        switch answer.result {
        case .success(let value): said = value
        case .failure(var failure):
            failure.asked = answer.asked
            return .failure(failure)
        }
        let whole = before.map { complete(said, $0) } ?? said
        guard let archive = try? whole.encoded() else {
            return .failure(
                ReloadFailure(reason: "an answer cannot be written down", retry: .backoff, asked: answer.asked)
            )
        }
        return .success(
            ReloadedTimeline(
                timeline: makeTimeline(whole, cell.center),
                archive: archive,
                warnings: answer.warnings,
                retry: answer.isShort ? .halfHourly : nil,
                asked: answer.asked
            )
        )
    }
}
