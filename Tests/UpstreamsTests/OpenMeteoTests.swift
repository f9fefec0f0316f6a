import TestSupport
import Testing
import Time
import Timelines
import Weather

@testable import Upstreams

/// 2022-02-05T07:20:00Z.
let testNow = UTCInstant(unixSeconds: 1_644_045_600)

func coordinates(_ points: (Double, Double)...) throws -> [Coordinate] {
    try points.map { try #require(Coordinate(latitude: $0.0, longitude: $0.1)) }
}

@Suite(.timeLimit(.minutes(4)))
struct OpenMeteoTests {
    private let client = HTTPClient(version: "0", contact: "test")

    private func source(_ server: HTTPServer, apiKey: String? = nil) -> OpenMeteo {
        OpenMeteo(client: client, clock: TestClock(now: testNow), baseURL: server.baseURL, apiKey: apiKey)
    }

    /// The forecast from one place's answer of this text, or the failure.
    private func forecast(_ json: String) async throws -> Result<HourlyForecast, ReloadFailure> {
        let server = try HTTPServer { _ in .json(json) }
        let results = await source(server).forecasts(for: try coordinates((35.65, 139.63)))
        return try #require(results.first)
    }

    private func fixture(_ change: (inout OpenMeteoFixture) -> Void = { _ in }) -> String {
        var fixture = OpenMeteoFixture(now: testNow)
        change(&fixture)
        return fixture.json
    }

    @Test func `one place is asked for as documented`() async throws {
        let server = try HTTPServer { OpenMeteoFixture.response(to: $0, now: testNow) }
        let results = await source(server).forecasts(for: try coordinates((35.65, -0.001)))
        #expect(try results.first?.get().hours.count == 30)
        let request = await server.request(1)
        #expect(request.path == "/v1/forecast")
        #expect(
            request.query == [
                "latitude": "35.65", "longitude": "0.00", "hourly": "temperature_2m,pressure_msl,weather_code,is_day",
                "timezone": "auto", "timeformat": "unixtime", "forecast_hours": "30",
            ]
        )
    }

    @Test func `a key is sent, with a base URL that ends in a slash too`() async throws {
        let server = try HTTPServer { OpenMeteoFixture.response(to: $0, now: testNow) }
        let paid = OpenMeteo(
            client: client,
            clock: TestClock(now: testNow),
            baseURL: server.baseURL + "/",
            apiKey: "s3cret"
        )
        _ = await paid.forecasts(for: try coordinates((1, 2)))
        let request = await server.request(1)
        #expect(request.path == "/v1/forecast")
        #expect(request.query["apikey"] == "s3cret")
    }

    @Test func `the rows become hours`() async throws {
        let forecast = try await forecast(fixture { $0.hours = 2 }).get()
        let hour = HourlyForecast.Hour(
            start: testNow.hourStart,
            temperature: Temperature(tenthsCelsius: 58),
            pressure: SeaLevelPressure(tenthsHPa: 10_050),
            condition: .mostlyCloudy,
            isDaylight: true
        )
        #expect(forecast.hours.first == hour)
        #expect(forecast.hours.map(\.start) == [testNow.hourStart, testNow.hourStart.addingHours(1)])
        #expect(forecast.timeZone == "Asia/Tokyo")
        #expect(forecast.obtained == testNow)
        #expect(forecast.source == "open-meteo")
    }

    @Test func `ten places are one request, and each gets its own answer`() async throws {
        let server = try HTTPServer { request in
            let latitudes = request.query["latitude"]?.split(separator: ",").compactMap { Double($0) } ?? []
            return .json(
                OpenMeteoFixture.json(
                    latitudes.map { latitude in
                        var place = OpenMeteoFixture(now: testNow)
                        place.pressure = { _ in 1000 + latitude }
                        return place
                    }
                )
            )
        }
        let places = try (0..<10).map { try #require(Coordinate(latitude: Double($0) * 2.5, longitude: 7)) }
        let results = await source(server).forecasts(for: places)
        #expect(try results.map { try $0.get().hours[0].pressure?.hPa } == places.map { 1000 + $0.latitude })
        #expect(server.requests.count == 1)
    }

    @Test func `no place is no request`() async throws {
        let server = try HTTPServer()
        #expect(await source(server).forecasts(for: []).isEmpty)
        #expect(server.requests.isEmpty)
    }

    @Test func `nulls, missing columns and columns of null leave values open`() async throws {
        let nulls = try await forecast(
            fixture {
                $0.pressure = { $0 == 1 ? nil : 1010 }
                $0.temperature = { _ in nil }
                $0.weatherCode = { _ in nil }
                $0.isDay = { _ in nil }
            }
        ).get()
        #expect(nulls.hours.prefix(3).map { $0.pressure?.wholeHPa } == [1010, nil, 1010])
        #expect(nulls.hours.allSatisfy { $0.temperature == nil && $0.condition == .unknown && $0.isDaylight == nil })

        let start = testNow.hourStart.unixSeconds
        let few = #"{"hourly":{"time":[\#(start)],"pressure_msl":[1010],"temperature_2m":null}}"#
        let hour = try await forecast(few).get().hours.first
        #expect(hour?.pressure?.wholeHPa == 1010)
        #expect(hour?.temperature == nil)
    }

    @Test func `values that cannot be are left out`() async throws {
        let forecast = try await forecast(
            fixture {
                $0.pressure = { $0 == 0 ? 101_325 : 1010 }
                $0.temperature = { $0 == 0 ? -300 : 1e300 }
            }
        ).get()
        #expect(forecast.hours.prefix(2).map { $0.pressure?.wholeHPa } == [nil, 1010])
        #expect(forecast.hours.allSatisfy { $0.temperature == nil })
    }

    @Test func `rows out of order, twice, in the middle of an hour or missing are put right`() async throws {
        let start = testNow.hourStart.unixSeconds
        let times = [start + 7200, start, start + 1800, start + 14_400, start - 3600]
        let json = #"{"timezone":"GMT","hourly":{"time":\#(times),"pressure_msl":[1003,1001,1099,1005,1000.0]}}"#
        let hours = try await forecast(json).get().hours
        #expect(hours.map { ($0.start.unixSeconds - start) / 3600 } == [-1, 0, 2, 4])
        #expect(hours.map { $0.pressure?.wholeHPa } == [1000, 1001, 1003, 1005])
    }

    @Test(arguments: [#""pressure_msl":[null,null]"#, #""pressure_msl":[]"#, #""weather_code":[1,1]"#])
    func `a forecast that says nothing of the coming hours is a failure`(column: String) async throws {
        let start = testNow.hourStart.unixSeconds
        let times = column.contains("[]") ? "[]" : "[\(start),\(start + 3600)]"
        let failure = try await failure(of: forecast(#"{"hourly":{"time":\#(times),\#(column)}}"#))
        #expect(failure.retry == .halfHourly)
        #expect(failure.reason.contains("no data"))
    }

    @Test func `a forecast of hours that are over is a failure`() async throws {
        let failure = try await failure(of: forecast(fixture { $0.start = testNow.addingHours(-100).hourStart }))
        #expect(failure.retry == .halfHourly)
    }

    @Test(arguments: [
        "", " ", "null", "true", "[]", "{}", "[null]", "[[]]", "\"text\"", "<html><body>Welcome</body></html>",
        #"{"hourly":null}"#, #"{"hourly":[]}"#, #"{"hourly":{}}"#, #"{"hourly":{"time":[START],"pressure_msl":[1010]}"#,
        #"{"hourly":{"time":["2022-02-05T07:00"],"pressure_msl":[1010]}}"#,
        #"{"hourly":{"time":[null],"pressure_msl":[1010]}}"#, #"{"hourly":{"time":[START.5],"pressure_msl":[1010]}}"#,
        #"{"hourly":{"time":[START],"pressure_msl":["1010"]}}"#, #"{"hourly":{"time":[START],"pressure_msl":1010}}"#,
        #"{"hourly":{"time":[START],"pressure_msl":[1010,1011]}}"#, #"{"hourly":{"time":[START],"pressure_msl":[]}}"#,
        #"{"hourly":{"time":[START],"pressure_msl":[NaN]}}"#, #"{"hourly":{"time":[START],"pressure_msl":[1e999]}}"#,
        #"{"hourly":{"time":[START],"pressure_msl":[1010]},"timezone":9}"#,
        #"{"hourly":{"time":[99999999999999999999],"pressure_msl":[1010]}}"#,
        #"{"error":true,"reason":"x"}"#, #"{"location_id":7,"hourly":{"time":[START],"pressure_msl":[1010]}}"#,
    ])
    func `an answer that is not as documented is refused whole`(json: String) async throws {
        let body = json.replacing("START", with: "\(testNow.hourStart.unixSeconds)")
        let failure = try await failure(of: forecast(body))
        #expect(failure.retry == .backoff)
        #expect(failure.reason.hasPrefix("Open-Meteo sent an answer that cannot be read"))
    }

    @Test func `deep nesting and bytes that are no text are refused`() async throws {
        let nested = try await failure(of: forecast(String(repeating: "[", count: 500_000)))
        #expect(nested.retry == .backoff)
        let server = try HTTPServer { _ in .verbatim("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n\u{0}\u{1}\u{2}") }
        let results = await source(server).forecasts(for: try coordinates((1, 2)))
        #expect(failure(of: try #require(results.first)).retry == .backoff)
    }

    @Test func `a stream that broke on the server is a failure of its own`() async throws {
        let cut = fixture().prefix(300) + "Unexpected error while streaming data: timeoutReached"
        let failure = try await failure(of: forecast(String(cut)))
        #expect(failure.retry == .backoff)
        #expect(failure.reason.contains("broke off"))
    }

    @Test func `one place's fault is not another's`() async throws {
        var places = (0..<4).map { number in
            var place = OpenMeteoFixture(now: testNow)
            place.pressure = { _ in 1001 + Double(number) }
            return place
        }
        places[1].pressure = { _ in nil }
        places[1].temperature = { _ in nil }
        let json = OpenMeteoFixture.json(places)
            .replacing(#""location_id":2"#, with: #""location_id":"two""#)
        let server = try HTTPServer { _ in .json(json) }
        let results = await source(server).forecasts(for: try coordinates((1, 1), (2, 2), (3, 3), (4, 4)))
        #expect(try results[0].get().hours[0].pressure?.wholeHPa == 1001)
        #expect(failure(of: results[1]).retry == .halfHourly)
        #expect(failure(of: results[2]).retry == .backoff)
        #expect(try results[3].get().hours[0].pressure?.wholeHPa == 1004)
    }

    @Test func `places that were not answered fail alone`() async throws {
        let json = OpenMeteoFixture.json([OpenMeteoFixture](repeating: OpenMeteoFixture(now: testNow), count: 3))
            .replacing(#""location_id":1"#, with: #""location_id":3"#)
        let server = try HTTPServer { _ in .json(json) }
        let results = await source(server).forecasts(for: try coordinates((1, 1), (2, 2), (3, 3), (4, 4)))
        #expect(results.map { (try? $0.get()) != nil } == [true, false, true, true])
    }
}
