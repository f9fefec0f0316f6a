import Testing
import Time
import Timelines
import Weather

@testable import Widgets

@Suite struct AnyProviderTests {
    /// Answers for all but one of the places that it is asked for.
    private struct ForgetfulProvider: TimelineProvider {
        let forgotten: TimelineSubject
        let reloadPolicy = ReloadPolicy()

        func placeholder(at now: UTCInstant) -> WeatherEntry { .sample(at: now) }

        @concurrent
        func timelines(
            for keys: [TimelineSubject],
            current: [TimelineSubject: Timeline<WeatherEntry>],
            at now: UTCInstant
        ) async -> [TimelineSubject: Result<ReloadedTimeline<WeatherEntry>, ReloadFailure>] {
            let answer = ReloadedTimeline(
                timeline: Timeline(entries: [WeatherEntry.sample(at: now)], obtained: now),
                archive: []
            )
            return Dictionary(uniqueKeysWithValues: keys.filter { $0 != forgotten }.map { ($0, .success(answer)) })
        }

        func timeline(
            from archive: [UInt8],
            for key: TimelineSubject,
            at now: UTCInstant
        ) -> Timeline<WeatherEntry>? { nil }
    }

    @Test func `what a provider forgets to answer has failed, and is asked for again`() async throws {
        let subjects = try [1.0, 2.0].map { latitude in
            TimelineSubject.place(GridCell(containing: try #require(Coordinate(latitude: latitude, longitude: 3))))
        }
        let provider = AnyProvider(ForgetfulProvider(forgotten: subjects[1]))
        let answers = await provider.timelines(for: subjects, current: [:], at: UTCInstant(unixSeconds: 1_774_699_200))
        #expect(answers.count == 2)
        guard case .success = answers[subjects[0]], case .failure(let failure) = answers[subjects[1]] else {
            Issue.record("\(answers)")
            return
        }
        #expect(failure.retry == .backoff)
    }
}
