import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Upstreams

/// An answer of Open-Meteo on current conditions, with values of 2022-02-05 in Tokyo.
struct OpenMeteoConditionsFixture: Sendable {
    /// Instead of what is there by default; by name, as JSON.
    var current: [String: String] = [:]
    var daily: [String: String] = [:]
    var others: [String: String] = [:]

    var json: String {
        let hour = testNow.hourStart.unixSeconds
        var current = [
            "time": "\(hour + 900)", "interval": "900", "temperature_2m": "5.8", "apparent_temperature": "-1.25",
            "relative_humidity_2m": "48", "is_day": "1", "weather_code": "2", "pressure_msl": "1005.4",
            "wind_speed_10m": "6.94", "wind_direction_10m": "360", "visibility": "24140.00",
        ]
        // Midnights in Tokyo.
        let days = (0..<5).map { 1_643_986_800 + $0 * 86_400 }
        var daily = [
            "time": "\(days)", "weather_code": "[3,61,null,0,71]", "temperature_2m_max": "[7.1,8.2,9.3,null,5]",
            "temperature_2m_min": "[-1.1,0,null,2,-3.0]",
        ]
        current.merge(self.current) { $1 }
        daily.merge(self.daily) { $1 }
        var members = [
            "timezone": #""Asia/Tokyo""#, "utc_offset_seconds": "32400", "current": Self.object(current),
            "current_units": #"{"time":"unixtime","temperature_2m":"°C","wind_speed_10m":"m/s"}"#,
            "hourly": #"{"time":[\#(hour)],"precipitation":[0.34]}"#, "daily": Self.object(daily),
        ]
        members.merge(others) { $1 }
        return Self.object(members)
    }

    private static func object(_ members: [String: String]) -> String {
        "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    /// A server that has the report, and this of the air.
    static func server(
        _ report: String = OpenMeteoConditionsFixture().json,
        air: HTTPServer.Response = .json(#"{"current":{"time":1,"european_aqi":31,"us_aqi":62}}"#)
    ) throws -> HTTPServer {
        try HTTPServer { $0.path == "/v1/air-quality" ? air : .json(report) }
    }
}

@Suite(.timeLimit(.minutes(4)))
struct OpenMeteoConditionsTests {
    private func source(_ server: HTTPServer, budget: any RequestBudget = UnlimitedBudget()) -> OpenMeteo {
        let client = HTTPClient(version: "0", contact: "test")
        let clock = TestClock(now: testNow)
        return OpenMeteo(client: client, clock: clock, baseURL: server.baseURL, apiKey: "s3cret", budget: budget)
    }

    /// The report of one place in Tokyo, or the failure.
    private func report(_ json: String) async throws -> Result<ConditionsReport, ReloadFailure> {
        let server = try OpenMeteoConditionsFixture.server(json)
        return try #require(await source(server).reports(for: try coordinates((35.65, 139.63))).first)
    }

    @Test func `places are asked for in one request, and their air in another`() async throws {
        let server = try OpenMeteoConditionsFixture.server()
        _ = await source(server).reports(for: try coordinates((35.6465, 139.62971), (-1, 2)))
        let requests = server.requests
        #expect(requests.map(\.path) == ["/v1/forecast", "/v1/air-quality"])
        let common = [
            "latitude": "35.65,-1.00", "longitude": "139.63,2.00", "timeformat": "unixtime", "apikey": "s3cret",
        ]
        let forecast = [
            "current": "temperature_2m,apparent_temperature,relative_humidity_2m,is_day,weather_code,pressure_msl,"
                + "wind_speed_10m,wind_direction_10m,visibility",
            "hourly": "precipitation", "daily": "weather_code,temperature_2m_max,temperature_2m_min",
            "wind_speed_unit": "ms", "timezone": "auto", "forecast_days": "5", "forecast_hours": "1",
        ]
        #expect(requests[0].query == common.merging(forecast) { $1 })
        #expect(requests[1].query == common.merging(["current": "european_aqi,us_aqi"]) { $1 })
    }

    @Test func `the values become a report`() async throws {
        let report = try await report(OpenMeteoConditionsFixture().json).get()
        var current = CurrentConditions(observed: testNow.hourStart + .seconds(900), condition: .mostlyCloudy)
        current.temperature = Temperature(celsius: 5.8)
        current.apparentTemperature = Temperature(celsius: -1.25)
        current.isDaylight = true
        current.windFromDegrees = 0
        current.windSpeed = WindSpeed(metresPerSecond: 6.94)
        current.relativeHumidityPercent = 48
        current.precipitationTenthsMillimetre = 3
        current.visibilityMetres = 24_140
        current.pressure = SeaLevelPressure(hPa: 1005.4)
        #expect(report.current == current)
        #expect(report.days.map(\.date.iso8601) == (5...9).map { "2022-02-0\($0)" })
        #expect(report.days.map(\.dayCondition) == [.overcast, .rain, .unknown, .clear, .snow])
        #expect(report.days.allSatisfy { $0.nightCondition == .unknown })
        #expect(report.days.map { $0.maximum?.tenthsCelsius } == [71, 82, 93, nil, 50])
        #expect(report.days.map { $0.minimum?.tenthsCelsius } == [-11, 0, nil, 20, -30])
        #expect(report.airQuality == AirQuality(index: 62, scale: .unitedStates))
        #expect(report.timeZone == "Asia/Tokyo")
        #expect(report.obtained == testNow)
        #expect(report.source == "open-meteo")
    }

    @Test(
        arguments: [
            // The clocks of Berlin go forward on 2022-03-27 and back on 2022-10-30; rows a day of 24 hours apart.
            (3600, [1_648_249_200, 1_648_335_600, 1_648_422_000], ["2022-03-26", "2022-03-27", "2022-03-28"]),
            // And at true midnights, a day of 23 hours between.
            (3600, [1_648_249_200, 1_648_335_600, 1_648_418_400], ["2022-03-26", "2022-03-27", "2022-03-28"]),
            (7200, [1_667_080_800, 1_667_170_800], ["2022-10-30", "2022-10-31"]),
            // Kathmandu, Kiritimati, Niue.
            (20_700, [1_643_998_500], ["2022-02-05"]), (50_400, [1_643_968_800], ["2022-02-05"]),
            (-39_600, [1_644_058_800], ["2022-02-05"]),
        ] as [(Int, [Int], [String])]
    )
    func `a day is that of its midnight there`(offset: Int, midnights: [Int], dates: [String]) async throws {
        var fixture = OpenMeteoConditionsFixture()
        fixture.others["utc_offset_seconds"] = "\(offset)"
        let nulls = "[" + midnights.map { _ in "1" }.joined(separator: ",") + "]"
        fixture.daily = [
            "time": "\(midnights)", "weather_code": nulls, "temperature_2m_max": nulls, "temperature_2m_min": nulls,
        ]
        #expect(try await report(fixture.json).get().days.map(\.date.iso8601) == dates)
    }

    @Test(arguments: ["null", "9223372036854775807", "-9223372036854775808", "86401"])
    func `days that nobody can date are left out`(offset: String) async throws {
        var fixture = OpenMeteoConditionsFixture()
        fixture.others["utc_offset_seconds"] = offset
        let report = try await report(fixture.json).get()
        #expect(report.days.isEmpty)
        #expect(report.current.temperature != nil)
    }

    @Test func `what is null, absent or cannot be is left open`() async throws {
        var fixture = OpenMeteoConditionsFixture()
        fixture.current = [
            "apparent_temperature": "null", "relative_humidity_2m": "101", "is_day": "null", "weather_code": "2.5",
            "pressure_msl": "799", "wind_speed_10m": "-1", "wind_direction_10m": "361", "visibility": "-1",
        ]
        fixture.others = ["hourly": "null", "daily": "null", "timezone": "null"]
        let report = try await report(fixture.json).get()
        var current = CurrentConditions(observed: report.current.observed, condition: .unknown)
        current.temperature = Temperature(celsius: 5.8)
        #expect(report.current == current)
        #expect(report.days.isEmpty)
        #expect(report.timeZone == nil)
    }

    @Test(
        arguments: [
            (0, "[1.26]", 13), (3599, "[1.26]", 13), (3600, "[1.26]", nil), (-1, "[1.26]", nil), (0, "[null]", nil),
            (0, "[1,2]", nil), (0, "null", nil), (0, "[1e300]", nil), (0, "[-0.1]", nil), (0, "[0.04]", 0),
        ] as [(Int, String, Int?)]
    )
    func `precipitation is that of the hour before`(age: Int, column: String, tenths: Int?) async throws {
        var fixture = OpenMeteoConditionsFixture()
        let hour = testNow.hourStart.unixSeconds
        fixture.current["time"] = "\(hour + age)"
        fixture.others["hourly"] = #"{"time":[\#(hour)],"precipitation":\#(column)}"#
        #expect(try await report(fixture.json).get().current.precipitationTenthsMillimetre == tenths)
    }

    @Test func `who sees farther than can be told sees as far as can be told`() async throws {
        var fixture = OpenMeteoConditionsFixture()
        fixture.current["visibility"] = "120000"
        #expect(try await report(fixture.json).get().current.visibilityMetres == 99_999)
    }

    @Test func `a report that says nothing is a failure`() async throws {
        var fixture = OpenMeteoConditionsFixture()
        fixture.current = ["temperature_2m": "null", "weather_code": "null"]
        #expect(try await report(fixture.json).get().days.count == 5)
        fixture.daily = [
            "weather_code": "null", "temperature_2m_max": "[null,null,null,null,null]", "temperature_2m_min": "null",
        ]
        let failure = failure(of: try await report(fixture.json))
        let reason = "Open-Meteo has no current conditions there: choose another source for it"
        #expect(failure == ReloadFailure(reason: reason, retry: .halfHourly))
    }

    @Test(arguments: [
        ("current", "null"), ("current", "[]"), ("current", #"{"temperature_2m":1}"#), ("current", #"{"time":null}"#),
        ("current", #"{"time":"2022-02-05T07:15","temperature_2m":1}"#), ("current", #"{"time":1.5}"#),
        ("current", #"{"time":1,"temperature_2m":"5.8"}"#), ("current", #"{"time":1,"weather_code":"2"}"#),
        ("current", #"{"time":1,"is_day":true}"#), ("current", #"{"time":1,"wind_speed_10m":NaN}"#),
        ("current", #"{"time":1,"visibility":1e999}"#), ("daily", "[]"), ("daily", "{}"),
        ("daily", #"{"time":["2022-02-05"]}"#), ("daily", #"{"time":[1],"weather_code":[]}"#),
        ("daily", #"{"time":[1],"temperature_2m_max":[1,2]}"#), ("daily", #"{"time":[1],"temperature_2m_min":["1"]}"#),
        ("hourly", "[]"), ("hourly", #"{"time":[1],"precipitation":["1"]}"#), ("timezone", "9"),
        ("utc_offset_seconds", #""32400""#), ("location_id", "7"),
        ("current_units", #"{"temperature_2m":"°F"}"#), ("current_units", #"{"wind_speed_10m":"km/h"}"#),
    ])
    func `an answer that is not as documented is refused whole`(key: String, json: String) async throws {
        var fixture = OpenMeteoConditionsFixture()
        fixture.others[key] = json
        let failure = failure(of: try await report(fixture.json))
        #expect(failure.retry == .backoff)
        #expect(failure.reason.hasPrefix("Open-Meteo sent an answer that cannot be read"))
    }

    @Test func `half an answer is none`() async throws {
        let json = OpenMeteoConditionsFixture().json
        for end in stride(from: 0, to: json.count - 1, by: 97) {
            #expect(failure(of: try await report(String(json.prefix(end)))).retry == .backoff)
        }
    }

    @Test func `each place has its own answer, and one's fault is not another's`() async throws {
        var places = (0..<4).map { number in
            var place = OpenMeteoConditionsFixture()
            place.current["temperature_2m"] = "\(number)"
            if number > 0 { place.others["location_id"] = "\(number)" }
            return place
        }
        places[1].current["temperature_2m"] = #""1""#
        let json = "[" + places.dropLast().map(\.json).joined(separator: ",") + "]"
        let air = #"[{"current":{"us_aqi":10}},{"current":{"us_aqi":"11"}},{"current":{"us_aqi":12}}]"#
        let server = try OpenMeteoConditionsFixture.server(json, air: .json(air))
        let results = await source(server).reports(for: try coordinates((1, 1), (2, 2), (3, 3), (4, 4)))
        #expect(results.map { try? $0.get().current.temperature?.wholeCelsius } == [0, nil, 2, nil])
        #expect(results.map { try? $0.get().airQuality?.index } == [10, nil, 12, nil])
        #expect(failure(of: results[1]).retry == .backoff)
        #expect(failure(of: results[3]).retry == .backoff)
    }

    @Test(
        arguments: [
            (52.5, 13.4, .european), (30, -25, .european), (72, 45, .european), (29.99, 0, .unitedStates),
            (72.01, 0, .unitedStates), (50, -25.01, .unitedStates), (50, 45.01, .unitedStates),
            (40.7, -74, .unitedStates), (39.9, 116.4, .unitedStates), (-33.9, 18.4, .unitedStates),
        ] as [(Double, Double, AirQualityScale)]
    )
    func `the air's scale is the place's`(latitude: Double, longitude: Double, scale: AirQualityScale) async throws {
        let server = try OpenMeteoConditionsFixture.server()
        let results = await source(server).reports(for: try coordinates((latitude, longitude)))
        let expected = AirQuality(index: scale == .european ? 31 : 62, scale: scale)
        #expect(try results.first?.get().airQuality == expected)
    }

    @Test(arguments: [
        #"{"current":{"us_aqi":null,"european_aqi":31}}"#, #"{"current":{"us_aqi":-1}}"#, #"{"current":{}}"#,
        #"{"current":{"us_aqi":1000}}"#, #"{"current":{"us_aqi":1e300}}"#, #"{"current":{"us_aqi":"62"}}"#,
        #"{"current":null}"#, "[]", "", "<html>", #"{"current":{"us_aqi":62}"#, #"{"error":true,"reason":"x"}"#,
    ])
    func `without the air's index on the place's scale there is a report without it`(air: String) async throws {
        let server = try OpenMeteoConditionsFixture.server(air: .json(air))
        let report = try await source(server).reports(for: try coordinates((35.65, 139.63))).first?.get()
        #expect(report?.current.temperature != nil)
        #expect(report?.airQuality == nil)
    }

    @Test func `no place is no request, and no report is no question for the air`() async throws {
        let server = try HTTPServer { _ in .empty(status: 503) }
        #expect(await source(server).reports(for: []).isEmpty)
        #expect(server.requests.isEmpty)
        _ = await source(server).reports(for: try coordinates((1, 2)))
        #expect(server.requests.map(\.path) == ["/v1/forecast"])
    }

    @Test(arguments: [(1, [2, 1, 1]), (10, [13, 10, 10]), (100, [130, 100, 100])])
    func `as many calls are spent as the service counts`(places: Int, calls: [Int]) async throws {
        let budget = RecordingBudget()
        let asked = try (0..<places).map { try #require(Coordinate(latitude: Double($0) / 2, longitude: 0)) }
        let server = try OpenMeteoConditionsFixture.server()
        let source = source(server, budget: budget)
        _ = await source.reports(for: asked)
        _ = await source.forecasts(for: asked)
        #expect(await budget.spent == calls)
        #expect(await budget.accounts == ["open-meteo"])
    }
}
