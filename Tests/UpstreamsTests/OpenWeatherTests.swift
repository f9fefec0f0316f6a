import TestSupport
import Testing
import Time
import Timelines
import Weather

@testable import Upstreams

@Suite(.timeLimit(.minutes(4)))
struct OpenWeatherTests {
    private let client = HTTPClient(version: "0", contact: "test")

    private func source(_ server: HTTPServer) -> OpenWeather {
        OpenWeather(client: client, clock: TestClock(now: testNow), baseURL: server.baseURL, apiKey: "s3cret")
    }

    private func forecast(_ json: String) async throws -> Result<HourlyForecast, ReloadFailure> {
        let server = try HTTPServer { _ in .json(json) }
        return try #require(await source(server).forecasts(for: try coordinates((35.65, 139.63))).first)
    }

    @Test func `a place is asked for as documented`() async throws {
        let server = try HTTPServer { _ in .json(OpenWeatherFixture(now: testNow).json) }
        let results = await source(server).forecasts(for: try coordinates((33.53, -111.94)))
        #expect(try results.first?.get().hours.count == 48)
        let request = await server.request(1)
        #expect(request.path == "/data/3.0/onecall")
        #expect(
            request.query == [
                "lat": "33.53", "lon": "-111.94", "exclude": "current,minutely,daily,alerts", "units": "metric",
                "appid": "s3cret",
            ]
        )
    }

    @Test func `another path is asked for where one is configured`() async throws {
        let server = try HTTPServer { _ in .json(OpenWeatherFixture(now: testNow).json) }
        let source = OpenWeather(
            client: client,
            clock: TestClock(now: testNow),
            values: ["base_url": server.baseURL + "/", "path": "/data/2.5/onecall"],
            apiKey: "k"
        )
        _ = await source.forecasts(for: try coordinates((1, 2)))
        #expect(server.requests.map(\.path) == ["/data/2.5/onecall"])
    }

    @Test func `the rows become hours`() async throws {
        var fixture = OpenWeatherFixture(now: testNow)
        fixture.icon = { ["04n", "", "01x"][$0 % 3] }
        let forecast = try await forecast(fixture.json).get()
        let hour = HourlyForecast.Hour(
            start: testNow.hourStart,
            temperature: Temperature(tenthsCelsius: 58),
            pressure: SeaLevelPressure(tenthsHPa: 10_050),
            condition: .mostlyCloudy,
            isDaylight: false
        )
        #expect(forecast.hours.first == hour)
        #expect(forecast.hours.prefix(3).map(\.isDaylight) == [false, nil, nil])
        #expect(forecast.timeZone == "Asia/Tokyo")
        #expect(forecast.obtained == testNow)
        #expect(forecast.source == "openweather")
    }

    @Test func `the first condition counts, and what is absent stays open`() async throws {
        let start = testNow.hourStart.unixSeconds
        let json = """
            {"hourly":[{"dt":\(start),"temp":292,"pressure":1013,"weather":[{"id":741},{"id":600}]},\
            {"dt":\(start + 3600),"temp":9},{"dt":\(start + 7200),"pressure":1012,"weather":[]},\
            {"dt":\(start + 1800),"temp":1},{"dt":\(start - 3600),"temp":null,"pressure":null}]}
            """
        let hours = try await forecast(json).get().hours
        #expect(hours.map { ($0.start.unixSeconds - start) / 3600 } == [-1, 0, 1, 2])
        #expect(hours.map(\.condition) == [.unknown, .fog, .unknown, .unknown])
        // Kelvin where Celsius was asked for is no temperature on Earth.
        #expect(hours.map { $0.temperature?.wholeCelsius } == [nil, nil, 9, nil])
        #expect(hours.map { $0.pressure?.wholeHPa } == [nil, 1013, nil, 1012])
    }

    @Test(arguments: [
        "", "null", "[]", "{}", "<html></html>", #"{"hourly":null}"#, #"{"hourly":{}}"#, #"{"hourly":[null]}"#,
        #"{"hourly":[{"temp":1}]}"#, #"{"hourly":[{"dt":"START","temp":1}]}"#, #"{"hourly":[{"dt":START,"temp":"1"}]}"#,
        #"{"hourly":[{"dt":START,"temp":1e999}]}"#, #"{"hourly":[{"dt":START,"temp":NaN}]}"#,
        #"{"hourly":[{"dt":START,"temp":1}"#, #"{"hourly":[{"dt":START,"temp":1,"weather":{}}]}"#,
        #"{"hourly":[{"dt":START,"temp":1,"weather":[{"id":"800"}]}]}"#,
        #"{"hourly":[{"dt":START,"temp":1},{"dt":START,"pressure":"x"}]}"#,
    ])
    func `an answer that is not as documented is refused whole`(json: String) async throws {
        let result = try await forecast(json.replacing("START", with: "\(testNow.hourStart.unixSeconds)"))
        #expect(throws: ReloadFailure.self) { try result.get() }
        if case .failure(let failure) = result {
            #expect(failure.retry == .backoff)
            #expect(failure.reason.hasPrefix("OpenWeather sent an answer that cannot be read"))
        }
    }

    @Test(arguments: [#"{"hourly":[]}"#, #"{"hourly":[{"dt":1644044400,"weather":[{"id":800,"icon":"01d"}]}]}"#])
    func `a forecast that says nothing of the coming hours is a failure`(json: String) async throws {
        let result = try await forecast(json)
        let reason = "OpenWeather has no data there for the coming hours: choose another source for it"
        #expect(throws: ReloadFailure(reason: reason, retry: .halfHourly)) {
            try result.get()
        }
    }
}
