import Synchronization
import Testing
import Time
import Timelines
import Weather
import Widgets

/// Reports a temperature for some latitudes, and remembers how many places were asked for at once.
private final class CountingSource: ConditionsSource {
    let name: String
    let placesPerRequest: Int
    private let known: ClosedRange<Double>
    private let requests = Mutex<[Int]>([])

    init(_ name: String, placesPerRequest: Int, known: ClosedRange<Double> = -90...90) {
        self.name = name
        self.placesPerRequest = placesPerRequest
        self.known = known
    }

    var requestSizes: [Int] { requests.withLock { $0 } }

    func reports(for places: [Coordinate]) async -> [Result<ConditionsReport, ReloadFailure>] {
        requests.withLock { $0.append(places.count) }
        return places.map { place in
            guard known.contains(place.latitude) else {
                return .failure(ReloadFailure(reason: "\(name) is down", retry: .halfHourly))
            }
            var current = CurrentConditions(observed: start, condition: place.latitude == 90 ? .unknown : .rain)
            // No temperature at all for the pole.
            current.temperature = place.latitude == 90 ? nil : Temperature(celsius: place.latitude)
            return .success(
                ConditionsReport(
                    current: current,
                    airQuality: AirQuality(index: 3, scale: .openWeather),
                    days: [],
                    timeZone: "Asia/Tokyo",
                    obtained: start + .seconds(300),
                    source: name
                )
            )
        }
    }
}

private let start = UTCInstant(unixSeconds: 1_774_728_000)

private func subject(_ latitude: Double) throws -> TimelineSubject {
    .place(GridCell(containing: try #require(Coordinate(latitude: latitude, longitude: 0))))
}

private func provider(
    _ sources: CountingSource...
) -> any TimelineProvider<TimelineSubject, ConditionsEntry> {
    let environment = ProviderEnvironment(
        zones: HostZones(),
        sources: Dictionary(uniqueKeysWithValues: sources.map { ($0.name, $0) }),
        collections: [:]
    )
    let configuration = WidgetConfiguration(
        widget: "conditions",
        display: context().settings,
        encodings: [.compact],
        sources: sources.map(\.name),
        options: [:]
    )
    return ConditionsWidget().provider(for: configuration, in: environment)
}

@Suite struct ConditionsProviderTests {
    @Test func `each place has the report of the first source that has one`() async throws {
        let (south, all) = (
            CountingSource("south", placesPerRequest: 1, known: -90...0), CountingSource("all", placesPerRequest: 10)
        )
        let latitudes = [-20.0, 10, -5, 30]
        let subjects = try latitudes.map(subject)
        let answers = await provider(south, all).timelines(for: subjects, current: [:], at: start)
        #expect(south.requestSizes == [1, 1, 1, 1] && all.requestSizes == [2])
        for (latitude, subject) in zip(latitudes, subjects) {
            let made = try #require(answers[subject]).get()
            let entry = try #require(made.timeline.entries.first)
            #expect(entry.current.temperature == Temperature(celsius: latitude))
            #expect(entry.source == (latitude > 0 ? "all" : "south"))
            #expect(made.warnings == (latitude > 0 ? ["south is down"] : []))
        }
    }

    @Test func `an archive holds the whole timeline`() async throws {
        let provider = provider(CountingSource("test", placesPerRequest: 1))
        let key = try subject(35)
        let made = try #require(await provider.timelines(for: [key], current: [:], at: start)[key]).get()
        #expect(provider.timeline(from: made.archive, for: key, at: start) == made.timeline)
        #expect(made.timeline.entries.count == ConditionsTimeline.hourCount)
    }

    @Test(arguments: ["", "{}", "[1,2", "\u{0}", "{\"days\":[],\"obtained\":0,\"source\":\"x\"}"])
    func `an archive that is none is refused`(text: String) throws {
        let provider = provider(CountingSource("test", placesPerRequest: 1))
        #expect(provider.timeline(from: Array(text.utf8), for: try subject(1), at: start) == nil)
    }

    @Test func `a report that says nothing is a failure that is tried again`() async throws {
        let key = try subject(90)
        let provider = provider(CountingSource("test", placesPerRequest: 1))
        let answer = try #require(await provider.timelines(for: [key], current: [:], at: start)[key])
        let reason = "test answered without conditions or days: if it lasts, choose another source"
        let asked = [SourceOutcome(source: "test", failure: reason)]
        #expect(answer == .failure(ReloadFailure(reason: reason, retry: .backoff, asked: asked)))
    }

    @Test(arguments: [(1, 0), (100, 60)])
    func `it is made anew each hour, together where a source takes many places`(atOnce: Int, seconds: Int) {
        #expect(
            provider(CountingSource("test", placesPerRequest: atOnce)).reloadPolicy
                == ReloadPolicy(interval: .hours(1), minute: 5, joining: .seconds(seconds), freshHours: 1)
        )
    }
}
