import Support
import TestSupport
import Testing
import Time
import Timelines
import Widgets

@testable import Bridge

/// The line of the log for each round of forecasts.
struct ForecastRoundTests {
    private static let noon = UTCInstant(unixSeconds: 1_774_699_200)
    private static let panels = (0..<50).map { "  - {id: p\($0), location: \"\($0),10\"}" }.joined(separator: "\n")

    private static func lines(_ bridge: Rehearsal) -> [String] {
        bridge.logged.filter { $0.hasPrefix("forecasts for") }
    }

    /// The reload that is due, by its set.
    private static func reload(_ effects: [Effect]) throws -> (id: TimelineSetID, subjects: [TimelineSubject]) {
        let reloads = effects.compactMap { effect in
            if case .work(.reload(let id, let subjects)) = effect { (id, subjects) } else { nil }
        }
        return try #require(reloads.first)
    }

    private static func texts(_ effects: [Effect]) -> [String] {
        effects.compactMap { effect in
            guard case .log(.info, let text) = effect else { return nil }
            return text.hasPrefix("forecasts for") ? text : nil
        }
    }

    private static func answers(_ subjects: some Sequence<TimelineSubject>) -> AnyProvider.Answers {
        Dictionary(
            uniqueKeysWithValues: subjects.map { subject in
                let timeline = Timeline<AnyEntry>(entries: [], obtained: noon)
                let asked = [SourceOutcome(source: "met-norway", failure: nil)]
                return (subject, .success(ReloadedTimeline(timeline: timeline, archive: [], asked: asked)))
            }
        )
    }

    @Test func `a round is told once for all places and widgets, and again in the next hour`() async throws {
        let widgets = "widgets: {weather: {}, conditions: {}}\n"
        var bridge = try await Rehearsal("\(widgets)panels:\n\(Self.panels)", at: Self.noon)
        bridge.run(until: Self.noon + .seconds(60))
        #expect(Self.lines(bridge) == ["forecasts for 50 places from open-meteo, next at 13:05 UTC"])
        bridge.run(until: Self.noon + .seconds(4200))
        #expect(Self.lines(bridge).dropFirst() == ["forecasts for 50 places from open-meteo, next at 14:05 UTC"])
    }

    @Test func `a panel that moves within the hour is not told`() async throws {
        var bridge = try await Rehearsal("panels:\n  - {id: a, location: \"1,2\"}", at: Self.noon)
        bridge.run(until: Self.noon + .seconds(600))
        let line = "forecasts for 1 place from open-meteo, next at 13:05 UTC"
        #expect(Self.lines(bridge) == [line])
        let count = bridge.reloads.count
        bridge.send("35.6,139.6", to: "kiatsu/a/location/set")
        bridge.run(until: Self.noon + .seconds(1800))
        #expect(bridge.reloads.count > count && Self.lines(bridge) == [line])
    }

    @Test func `a source that answers later in the hour is told then`() async throws {
        var bridge = try await Rehearsal("panels:\n\(Self.panels)", at: Self.noon)
        bridge.upstream = { _, _ in .failure(serverError) }
        bridge.run(until: Self.noon + .seconds(300))
        #expect(Self.lines(bridge) == [])
        bridge.upstream = { .success(Rehearsal.forecast($0, at: $1)) }
        bridge.run(until: Self.noon + .seconds(2400))
        #expect(Self.lines(bridge) == ["forecasts for 50 places from open-meteo, next at 13:05 UTC"])
    }

    @Test func `a round whose places are asked for one by one is told with the last of them`() async throws {
        var state = try await Rehearsal("panels:\n\(Self.panels)", at: Self.noon).state
        let (id, subjects) = try Self.reload(state.advance(to: Self.noon))
        for subject in subjects.dropLast() {
            #expect(Self.texts(state.finishReload(id, Self.answers([subject]), at: Self.noon)) == [])
        }
        let last = state.finishReload(id, Self.answers(subjects.suffix(1)), at: Self.noon)
        #expect(Self.texts(last) == ["forecasts for 50 places from met-norway, next at 13:05 UTC"])
    }

    @Test func `a round that lacks a place for five minutes is told without it`() async throws {
        var state = try await Rehearsal("panels:\n\(Self.panels)", at: Self.noon).state
        let (id, subjects) = try Self.reload(state.advance(to: Self.noon))
        #expect(Self.texts(state.finishReload(id, Self.answers(subjects.dropLast()), at: Self.noon)) == [])
        #expect(Self.texts(state.settleFaults(at: Self.noon + .seconds(299))) == [])
        let told = Self.texts(state.settleFaults(at: Self.noon + .seconds(300)))
        #expect(told == ["forecasts for 49 places from met-norway, next at 13:05 UTC"])
        #expect(Self.texts(state.settleFaults(at: Self.noon + .seconds(360))) == [])
    }
}
