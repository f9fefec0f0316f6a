import Synchronization
import Testing
import Time
import Timelines
import Weather
import Widgets

/// Answers every place with the same hours, and remembers how many places were asked for at once.
private final class CountingSource: ForecastSource {
    let name = "counting"
    let placesPerRequest: Int
    private let hours: Int
    private let requests = Mutex<[Int]>([])

    init(placesPerRequest: Int, hours: Int = 30) {
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

private func cells(_ count: Int) throws -> [GridCell] {
    try (0..<count).map { GridCell(containing: try #require(Coordinate(latitude: Double($0), longitude: 0))) }
}

@Suite struct WeatherProviderTests {
    @Test(arguments: [(1, [1, 1, 1, 1, 1]), (2, [2, 2, 1]), (100, [5])])
    func `places are asked for as many at once as the source takes`(atOnce: Int, sizes: [Int]) async throws {
        let source = CountingSource(placesPerRequest: atOnce)
        let provider = WeatherProvider(source: source, zones: Tokyo())
        let answers = await provider.timelines(for: try cells(5), at: start)
        #expect(source.requestSizes == sizes)
        for (cell, answer) in answers {
            let entry = try #require(try answer.get().timeline.entries.first)
            #expect(entry.hours[0].temperature == Temperature(celsius: cell.center.latitude), "each place its own")
        }
        #expect(answers.count == 5)
    }

    @Test func `an archive holds the whole timeline, gaps included`() async throws {
        let provider = WeatherProvider(source: CountingSource(placesPerRequest: 100), zones: Tokyo())
        let cell = try #require(try cells(1).first)
        let made = try #require(await provider.timelines(for: [cell], at: start)[cell]).get()
        #expect(provider.timeline(from: made.archive, for: cell) == made.timeline)
        #expect(made.timeline.entries.count == WeatherTimeline.entryCount)
    }

    @Test(arguments: ["", "{}", "[1,2", "\u{0}", "{\"hours\":[],\"obtained\":0,\"source\":\"x\"}"])
    func `an archive that is none is refused`(text: String) throws {
        let provider = WeatherProvider(source: CountingSource(placesPerRequest: 1), zones: Tokyo())
        #expect(provider.timeline(from: Array(text.utf8), for: try #require(try cells(1).first)) == nil)
    }

    @Test func `an answer without an hour to show is a failure that is tried again`() async throws {
        let provider = WeatherProvider(source: CountingSource(placesPerRequest: 1, hours: 0), zones: Tokyo())
        let cell = try #require(try cells(1).first)
        let answer = try #require(await provider.timelines(for: [cell], at: start)[cell])
        guard case .failure(let failure) = answer else {
            Issue.record("a timeline out of nothing")
            return
        }
        #expect(failure.retry == .backoff && failure.reason.contains("counting"))
    }
}
