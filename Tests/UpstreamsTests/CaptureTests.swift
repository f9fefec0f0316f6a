import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Upstreams

/// The required result of a capture: something, or a failure with that time to try again.
private enum Outcome: Sendable, Equatable {
    case read
    case fails(ReloadFailure.Retry)

    /// Not what was asked for.
    static let malformed = Outcome.fails(.backoff)
    /// As asked for, but without any value.
    static let empty = Outcome.fails(.halfHourly)

    init<Value>(_ result: Result<Value, ReloadFailure>) {
        switch result {
        case .success: self = .read
        case .failure(let failure): self = .fails(failure.retry)
        }
    }
}

/// All files of each service are read, or refused for what they are: a new file fails here until somebody says how.
@Suite(.enabled(if: Captures.areAvailable), .timeLimit(.minutes(4)))
struct CaptureTests {
    private let client = HTTPClient(version: "0", contact: "test")
    private let clock = TestClock(now: UTCInstant(unixSeconds: 1_589_000_000))

    /// The status that a capture came with, by its name.
    private func status(of name: String) -> Int {
        let parts = name.split(separator: "-")
        return parts.first == "error" ? Int(parts[1]) ?? 200 : 200
    }

    /// Of forecasts, and of reports.
    private static let openMeteo: [String: (Outcome, Outcome)] = [
        "air-quality-beijing": (.empty, .malformed), "air-quality-berlin-current": (.malformed, .empty),
        "current-daily-tokyo": (.malformed, .read), "current-darwin-halfhour-fahrenheit": (.malformed, .malformed),
        "daily-ocean-all-null": (.malformed, .malformed),
        "error-400-bad-unit": (.fails(.halfHourly), .fails(.halfHourly)),
        "error-400-unknown-variable": (.fails(.halfHourly), .fails(.halfHourly)),
        "error-429-minutely": (.fails(.after(.seconds(60))), .fails(.after(.seconds(60)))),
        "forecast-copenhagen": (.read, .read), "forecast-melbourne-nulls": (.read, .empty),
        // Its current values are in °F and mph.
        "forecast-toronto": (.read, .malformed), "geocoding-no-match": (.malformed, .malformed),
        "hourly-brasilia": (.read, .malformed), "multi-location-array": (.read, .malformed),
    ]

    @Test(arguments: Captures.names(in: "openmeteo"))
    func `a capture of Open-Meteo is read or refused, as forecast and as report`(name: String) async throws {
        let (forecast, report) = try #require(Self.openMeteo[name])
        let (json, start) = try openMeteoCapture(name, startingWith: "hourly")
        let status = status(of: name)
        let server = try HTTPServer { _ in .json(json, status: status) }
        let place = try coordinates((1, 2))
        let clock = TestClock(now: start)
        let one = OpenMeteo(client: client, clock: clock, baseURL: server.baseURL)
        #expect(Outcome(await one.forecasts(for: place)[0]) == forecast)
        let two = OpenMeteo(client: client, clock: clock, baseURL: server.baseURL)
        let result = await two.reports(for: place)[0]
        #expect(Outcome(result) == report)
        // No capture has an index of the air: it must not be made of something else.
        if case .success(let report) = result { #expect(report.airQuality == nil) }
    }

    @Test func `the captures' current values and days are those in the files`() async throws {
        let (json, start) = try openMeteoCapture("forecast-copenhagen", startingWith: "current")
        let server = try HTTPServer { _ in .json(json) }
        let source = OpenMeteo(client: client, clock: TestClock(now: start), baseURL: server.baseURL)
        let report = try await source.reports(for: try coordinates((55.68, 12.57)))[0].get()
        // 2026-07-26T23:00 there.
        var current = CurrentConditions(observed: UTCInstant(unixSeconds: 1_785_099_600), condition: .drizzle)
        current.temperature = Temperature(celsius: 16.8)
        current.apparentTemperature = Temperature(celsius: 16.8)
        current.isDaylight = false
        current.windFromDegrees = 31
        current.windSpeed = WindSpeed(metresPerSecond: 2.5)
        current.relativeHumidityPercent = 84
        #expect(report.current == current)
        #expect(report.days.first?.date.iso8601 == "2026-07-26")
        #expect(report.days.count == 7)

        let tokyo = try openMeteoCapture("current-daily-tokyo", startingWith: "current")
        server.setHandler { _ in .json(tokyo.json) }
        let other = try await source.reports(for: try coordinates((35.69, 139.69)))[0].get()
        #expect(other.current.observed.iso8601 == "2026-09-29T13:00:00Z")
        #expect(other.days.map(\.date.iso8601) == ["2026-09-29"])
        #expect(other.days.map { $0.maximum?.tenthsCelsius } == [219])
        #expect(other.days.map { $0.minimum?.tenthsCelsius } == [191])
    }

    /// Of forecasts, of reports, and of names of places.
    private static let openWeather: [String: (Outcome, Outcome, Outcome)] = [
        "air-pollution-forecast-pohang": (.malformed, .malformed, .malformed),
        "air-pollution-london": (.malformed, .malformed, .malformed),
        "error-400-nothing-to-geocode": all(.halfHourly),
        "error-400-out-of-range": all(.halfHourly),
        "error-400-wrong-latitude": all(.halfHourly), "error-401-invalid-key": all(.halfHourly),
        "error-401-onecall3-no-subscription": all(.halfHourly),
        "error-404-city-not-found": all(.halfHourly), "error-429-blocked": all(.after(.seconds(30))),
        "error-500-internal": all(.backoff), "forecast25-antarctica": (.malformed, .malformed, .malformed),
        "forecast25-london": (.malformed, .malformed, .malformed),
        "geo-reverse-london": (.malformed, .malformed, .read),
        "geo-reverse-no-match": (.malformed, .malformed, .read),
        "onecall25-muszyna-standard": (.read, .read, .malformed),
        "onecall25-pohang-kr-metric": (.read, .read, .malformed),
        "onecall25-singapore-metric": (.read, .read, .malformed),
        "onecall30-exclude-minutely-hourly": (.malformed, .read, .malformed),
        "onecall30-phoenix": (.read, .read, .malformed), "onecall30-timemachine": (.malformed, .malformed, .malformed),
        "weather25-chicago-snow-mist": (.malformed, .malformed, .malformed),
        "weather25-london-rain": (.malformed, .malformed, .malformed),
        "weather25-moscow-ru-metric": (.malformed, .malformed, .malformed),
        "weather25-newyork-rain-and-snow": (.malformed, .malformed, .malformed),
    ]

    private static func all(_ retry: ReloadFailure.Retry) -> (Outcome, Outcome, Outcome) {
        (.fails(retry), .fails(retry), .fails(retry))
    }

    @Test(arguments: Captures.names(in: "openweather"))
    func `a capture of OpenWeather is read or refused, as forecast, report and name`(name: String) async throws {
        let (forecast, report, placeName) = try #require(Self.openWeather[name])
        let json = try Captures.text("openweather/" + name)
        let status = status(of: name)
        let server = try HTTPServer { _ in .json(json, status: status) }
        let place = try coordinates((1, 2))
        // An account each, since what blocks one blocks it for all.
        func source() -> OpenWeather {
            OpenWeather(client: client, clock: clock, baseURL: server.baseURL, apiKey: "key")
        }
        #expect(Outcome(await source().forecasts(for: place)[0]) == forecast)
        #expect(Outcome(await source().reports(for: place)[0]) == report)
        #expect(Outcome(await source().name(at: place[0], language: "en")) == placeName)
    }

    @Test(arguments: Captures.names(in: "openweather"))
    func `a capture of OpenWeather's air has its index, and no other capture has one`(name: String) async throws {
        let json = try Captures.text("openweather/" + name)
        let status = status(of: name)
        let server = try OpenWeatherConditionsFixture.server(air: .json(json, status: status))
        let source = OpenWeather(client: client, clock: clock, baseURL: server.baseURL, apiKey: "key")
        let report = try await source.reports(for: try coordinates((1, 2)))[0].get()
        let expected = AirQuality(index: 1, scale: .openWeather)
        #expect(report.airQuality == (name.hasPrefix("air-pollution") ? expected : nil))
    }

    @Test(
        arguments: [
            ("onecall30-phoenix", nil, .clear, true, "2023-12-31", 8, 0),
            ("onecall25-muszyna-standard", nil, .clear, false, "2021-09-06", 8, 0),
            ("onecall25-pohang-kr-metric", 49, .clear, true, "2021-12-02", 8, 0),
            ("onecall25-singapore-metric", 274, .mostlyCloudy, true, "2023-12-23", 8, 0),
            // Of 2020, without the offset.
            ("onecall30-exclude-minutely-hourly", nil, .clear, false, nil, 0, 0),
        ] as [(String, Int16?, Condition, Bool, String?, Int, Int)]
    )
    func `the values of OpenWeather's captures are those in the files`(
        name: String,
        tenthsCelsius: Int16?,
        condition: Condition,
        isDaylight: Bool,
        firstDay: String?,
        dayCount: Int,
        precipitation: Int
    ) async throws {
        let server = try OpenWeatherConditionsFixture.server(try Captures.text("openweather/" + name))
        let source = OpenWeather(client: client, clock: clock, baseURL: server.baseURL, apiKey: "key")
        let report = try await source.reports(for: try coordinates((1, 2)))[0].get()
        #expect(report.current.temperature?.tenthsCelsius == tenthsCelsius)
        #expect(report.current.condition == condition)
        #expect(report.current.isDaylight == isDaylight)
        #expect(report.current.precipitationTenthsMillimetre == precipitation)
        #expect(report.days.first?.date.iso8601 == firstDay)
        #expect(report.days.count == dayCount)
    }

    @Test(arguments: [("en", "London"), ("ja", "ロンドン"), ("vi", "Luân Đôn"), ("zh-TW", "London"), ("sq", "London")])
    func `London is called so in the languages of its capture`(language: String, name: String) async throws {
        let json = try Captures.text("openweather/geo-reverse-london")
        let server = try HTTPServer { _ in .json(json) }
        let source = OpenWeather(client: client, clock: clock, baseURL: server.baseURL, apiKey: "key")
        #expect(await source.name(at: try coordinates((51.5, -0.1))[0], language: language) == .success(name))
    }

    /// The name, nil for none, or a failure.
    private static let nominatim: [String: Result<String?, ReloadFailure>] = [
        "error-unable-to-geocode": .success(nil), "reverse-geocodejson": .failure(other),
        "reverse-geojson-bologna": .failure(other), "reverse-json-melbourne": .success("Melbourne"),
        "reverse-jsonv2-argentina": .success("El Triángulo"), "reverse-tokyo-shinjuku-zoom10": .success("Shinjuku"),
    ]
    private static let other = ReloadFailure(
        malformed: "JSON that is cut short or not as documented",
        from: "Nominatim"
    )

    @Test(arguments: Captures.names(in: "nominatim"))
    func `a capture of Nominatim is read or refused`(name: String) async throws {
        let json = try Captures.text("nominatim/" + name)
        let server = try HTTPServer { _ in .json(json) }
        let namer = Nominatim(client: client, clock: clock, baseURL: server.baseURL)
        let expected = try #require(Self.nominatim[name])
        #expect(await namer.name(at: try coordinates((1, 2))[0], language: "en") == expected)
    }
}
