import Synchronization
import Testing
import Time
import Timelines
import Weather
import Widgets

/// Answers every place with the same hours, and remembers how many places were asked for at once.
private final class CountingSource: ForecastSource {
    let name: String
    let placesPerRequest: Int
    private let hours: Int
    private let requests = Mutex<[Int]>([])

    init(_ name: String = "counting", placesPerRequest: Int, hours: Int = 30) {
        self.name = name
        self.placesPerRequest = placesPerRequest
        self.hours = hours
    }

    var requestSizes: [Int] { requests.withLock { $0 } }

    func forecasts(for places: [Coordinate]) async -> [Result<HourlyForecast, ReloadFailure>] {
        requests.withLock { $0.append(places.count) }
        return places.map { place in
            let rows = (0..<hours).map { index in
                HourlyForecast.Hour(
                    start: start.addingHours(index),
                    temperature: Temperature(celsius: place.latitude),
                    pressure: index == 3 ? nil : SeaLevelPressure(tenthsHPa: 10_000 + index),
                    condition: .snow,
                    isDaylight: index % 2 == 0
                )
            }
            return .success(
                HourlyForecast(hours: rows, timeZone: "Asia/Tokyo", obtained: start + .seconds(300), source: name)
            )
        }
    }
}

private struct Tokyo: TimeZones {
    func utcOffsetSeconds(in zone: String, at instant: UTCInstant) -> Int? { zone == "Asia/Tokyo" ? 32_400 : nil }
    func zone(at coordinate: Coordinate) -> String { "Asia/Tokyo" }
}

private let start = UTCInstant(unixSeconds: 1_774_728_000)

private func cells(_ count: Int) throws -> [TimelineSubject] {
    try (0..<count).map {
        .place(GridCell(containing: try #require(Coordinate(latitude: Double($0), longitude: 0))))
    }
}

private func provider(_ sources: CountingSource...) -> WeatherProvider {
    WeatherProvider(sources: sources, zones: Tokyo())
}

@Suite struct WeatherProviderTests {
    @Test(arguments: [(1, [1, 1, 1, 1, 1]), (2, [2, 2, 1]), (100, [5])])
    func `places are asked for as many at once as the source takes`(atOnce: Int, sizes: [Int]) async throws {
        let source = CountingSource(placesPerRequest: atOnce)
        let answers = await provider(source).timelines(for: try cells(5), current: [:], at: start)
        #expect(source.requestSizes == sizes)
        for (subject, answer) in answers {
            guard case .place(let cell) = subject else {
                Issue.record("a place became something else")
                continue
            }
            let entry = try #require(try answer.get().timeline.entries.first)
            #expect(entry.hours[0].temperature == Temperature(celsius: cell.center.latitude), "each place its own")
        }
        #expect(answers.count == 5)
    }

    @Test func `an archive holds the whole timeline, gaps included`() async throws {
        let provider = provider(CountingSource(placesPerRequest: 100))
        let cell = try #require(try cells(1).first)
        let made = try #require(await provider.timelines(for: [cell], current: [:], at: start)[cell]).get()
        #expect(provider.timeline(from: made.archive, for: cell, at: start) == made.timeline)
        #expect(made.timeline.entries.count == WeatherTimeline.entryCount)
    }

    @Test(arguments: ["", "{}", "[1,2", "\u{0}", "{\"hours\":[],\"obtained\":0,\"source\":\"x\"}"])
    func `an archive that is none is refused`(text: String) throws {
        let provider = provider(CountingSource(placesPerRequest: 1))
        #expect(provider.timeline(from: Array(text.utf8), for: try #require(try cells(1).first), at: start) == nil)
    }

    @Test func `of an hour that a damaged archive has twice the first stands`() throws {
        let hours = [580, 710].map {
            "{\"start\":\(start.hourStart.unixSeconds),\"condition\":1,\"temperature\":{\"hundredthsCelsius\":\($0)}}"
        }
        let archive =
            "{\"hours\":[\(hours.joined(separator: ","))],\"obtained\":\(start.unixSeconds),\"source\":\"x\"}"
        let provider = provider(CountingSource(placesPerRequest: 1))
        let timeline = provider.timeline(from: Array(archive.utf8), for: try #require(try cells(1).first), at: start)
        #expect(timeline?.entries.first?.hours[0].temperature == Temperature(tenthsCelsius: 58))
    }

    @Test func `an answer without an hour to show is a failure that is tried again`() async throws {
        let provider = provider(CountingSource(placesPerRequest: 1, hours: 0))
        let cell = try #require(try cells(1).first)
        let answer = try #require(await provider.timelines(for: [cell], current: [:], at: start)[cell])
        guard case .failure(let failure) = answer else {
            Issue.record("a timeline out of nothing")
            return
        }
        #expect(failure.retry == .backoff && failure.reason.contains("counting"))
    }

    @Test func `the next source stands in for one that has no hour to show, and says so`() async throws {
        let bare = CountingSource("bare", placesPerRequest: 1, hours: 0)
        let next = CountingSource("next", placesPerRequest: 100)
        let answers = await provider(bare, next).timelines(for: try cells(3), current: [:], at: start)
        #expect(bare.requestSizes == [1, 1, 1] && next.requestSizes == [3])
        for answer in answers.values {
            let reloaded = try answer.get()
            let warning = "bare answered without any hour of today: if it lasts, choose another source"
            #expect(reloaded.warnings == [warning])
            #expect(reloaded.timeline.entries.allSatisfy { $0.source == "next" })
        }
        #expect(answers.count == 3)
    }

    @Test(arguments: [([1], 0), ([100], 60), ([1, 100], 60)])
    func `reloads join where a source takes many places`(atOnce: [Int], seconds: Int) {
        let provider = WeatherProvider(
            sources: atOnce.map { CountingSource(placesPerRequest: $0) },
            zones: Tokyo()
        )
        #expect(provider.reloadPolicy == ReloadPolicy(interval: .hours(1), joining: .seconds(seconds), freshHours: 1))
    }

    @Test func `the widget asks the configured sources in their order`() async throws {
        let sources = ["a", "b"].map { CountingSource($0, placesPerRequest: 1, hours: $0 == "a" ? 0 : 30) }
        let environment = ProviderEnvironment(
            zones: Tokyo(),
            sources: Dictionary(uniqueKeysWithValues: sources.map { ($0.name, $0) }),
            collections: [:]
        )
        let configuration = WidgetConfiguration(
            widget: "weather",
            display: context().settings,
            encodings: [.compact],
            sources: ["a", "b"],
            options: [:]
        )
        let provider = WeatherWidget().provider(for: configuration, in: environment)
        let cell = try #require(try cells(1).first)
        let made = try #require(await provider.timelines(for: [cell], current: [:], at: start)[cell]).get()
        #expect(made.timeline.entries.first?.source == "b" && made.warnings.count == 1)
    }
}
