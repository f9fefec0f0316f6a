import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Upstreams

@Suite(.enabled(if: Captures.areAvailable), .timeLimit(.minutes(4)))
struct SharedFixtureTests {
    private let client = HTTPClient(version: "0", contact: "test")

    private func openMeteo(_ name: String, places: Int = 1) async throws -> [Result<HourlyForecast, ReloadFailure>] {
        let (json, start) = try openMeteoCapture(name, startingWith: "hourly")
        let server = try HTTPServer { _ in .json(json) }
        let source = OpenMeteo(client: client, clock: TestClock(now: start), baseURL: server.baseURL)
        let place = try #require(Coordinate(latitude: 1, longitude: 2))
        return await source.forecasts(for: [Coordinate](repeating: place, count: places))
    }

    private func openWeather(_ name: String, status: Int = 200) async throws -> Result<HourlyForecast, ReloadFailure> {
        let json = try Captures.text("openweather/" + name)
        let server = try HTTPServer { _ in .json(json, status: status) }
        let clock = TestClock(now: UTCInstant(unixSeconds: 1_589_000_000))
        let source = OpenWeather(client: client, clock: clock, baseURL: server.baseURL, apiKey: "key")
        return try #require(await source.forecasts(for: try coordinates((1, 2))).first)
    }

    @Test(arguments: [
        ("forecast-copenhagen", "Europe/Copenhagen", 168), ("forecast-toronto", "America/Toronto", 192),
        ("forecast-melbourne-nulls", "GMT", 168), ("hourly-brasilia", "America/Sao_Paulo", 168),
    ])
    func `a capture of Open-Meteo is read whole`(name: String, zone: String, count: Int) async throws {
        let forecast = try #require(await openMeteo(name).first).get()
        #expect(forecast.timeZone == zone)
        #expect(forecast.hours.count == count)
        #expect(forecast.hours.allSatisfy { $0.temperature != nil })
        let known = forecast.hours.count { $0.condition != .unknown }
        #expect(known == (name == "hourly-brasilia" ? 0 : count))
    }

    @Test func `the captures hold fog and freezing drizzle, day and night`() async throws {
        let toronto = try #require(await openMeteo("forecast-toronto").first).get()
        #expect(Set(toronto.hours.map(\.condition)).isSuperset(of: [.clear, .fog, .sleet, .snow]))
        let copenhagen = try #require(await openMeteo("forecast-copenhagen").first).get()
        #expect(Set(copenhagen.hours.map(\.isDaylight)) == [true, false])
        #expect(copenhagen.hours.first?.temperature == Temperature(tenthsCelsius: 187))
    }

    @Test func `a capture for two places is an array`() async throws {
        let results = try await openMeteo("multi-location-array", places: 3)
        #expect(try results.prefix(2).map { try $0.get().hours.count } == [48, 48])
        #expect(throws: ReloadFailure.self) { try results[2].get() }
    }

    @Test(arguments: ["daily-ocean-all-null", "current-daily-tokyo", "error-429-minutely"])
    func `a capture without hours is refused`(name: String) async throws {
        let json = try Captures.text("openmeteo/" + name)
        #expect(OpenMeteoDocument<OpenMeteoAnswer>.decode(Array(json.utf8)) == nil)
    }

    @Test(arguments: [
        ("error-400-unknown-variable", 400, ReloadFailure.Retry.halfHourly),
        ("error-400-bad-unit", 400, .halfHourly),
        ("error-429-minutely", 429, .after(.seconds(60))),
    ])
    func `a refusal of Open-Meteo is understood`(name: String, status: Int, retry: ReloadFailure.Retry) async throws {
        let json = try Captures.text("openmeteo/" + name)
        let server = try HTTPServer { _ in .json(json, status: status) }
        let source = OpenMeteo(client: client, clock: TestClock(now: testNow), baseURL: server.baseURL)
        guard case .failure(let failure) = await source.forecasts(for: try coordinates((1, 2))).first else {
            Issue.record("expected a failure")
            return
        }
        #expect(failure.retry == retry)
        #expect(failure.reason.contains("“"))
    }

    @Test(
        arguments: [
            ("onecall30-phoenix", "America/Phoenix", 1019, nil, Condition.clear, true),
            ("onecall25-muszyna-standard", "Europe/Warsaw", 1027, nil, .clear, false),
            ("onecall25-pohang-kr-metric", "Asia/Seoul", 1018, 50, .clear, true),
            ("onecall25-singapore-metric", "Asia/Singapore", 1011, 274, .rain, true),
        ] as [(String, String, Int, Int?, Condition, Bool)]
    )
    func `a capture of OpenWeather is read whole`(
        name: String,
        zone: String,
        pressure: Int,
        tenthsCelsius: Int?,
        condition: Condition,
        isDaylight: Bool
    ) async throws {
        let forecast = try await openWeather(name).get()
        #expect(forecast.timeZone == zone)
        #expect(forecast.hours.count == 48)
        let first = try #require(forecast.hours.first)
        #expect(first.pressure?.wholeHPa == pressure)
        // Captures in Kelvin have no temperature that Celsius would have.
        #expect(first.temperature.map { Int($0.tenthsCelsius) } == tenthsCelsius)
        #expect(first.condition == condition)
        #expect(first.isDaylight == isDaylight)
        #expect(forecast.hours.allSatisfy { $0.pressure != nil && $0.condition != .unknown && $0.isDaylight != nil })
    }

    @Test(arguments: ["onecall30-exclude-minutely-hourly", "onecall30-timemachine"])
    func `a capture of OpenWeather without hours is refused`(name: String) async throws {
        let result = try await openWeather(name)
        #expect(throws: ReloadFailure.self) { try result.get() }
    }

    @Test(arguments: [
        ("error-400-wrong-latitude", 400, ReloadFailure.Retry.halfHourly, "wrong latitude"),
        ("error-400-nothing-to-geocode", 400, .halfHourly, "Nothing"),
        ("error-400-out-of-range", 400, .halfHourly, "out of allowed range"),
        ("error-401-invalid-key", 401, .halfHourly, "two hours"),
        ("error-401-onecall3-no-subscription", 401, .halfHourly, "subscribe"),
        ("error-404-city-not-found", 404, .halfHourly, "city not found"),
        ("error-429-blocked", 429, .after(.seconds(30)), "too many requests"),
        ("error-500-internal", 500, .backoff, "500"),
    ])
    func `a refusal of OpenWeather is understood`(
        name: String,
        status: Int,
        retry: ReloadFailure.Retry,
        words: String
    ) async throws {
        guard case .failure(let failure) = try await openWeather(name, status: status) else {
            Issue.record("expected a failure")
            return
        }
        #expect(failure.retry == retry)
        #expect(failure.reason.contains(words))
    }
}
