import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Upstreams

/// An answer of OpenWeather's One Call on current conditions, with values of 2022-02-05 in Tokyo.
struct OpenWeatherConditionsFixture: Sendable {
    /// Instead of what is there by default; by name, as JSON.
    var current: [String: String] = [:]
    var others: [String: String] = [:]

    var json: String {
        var current = [
            "dt": "\(testNow.unixSeconds)", "temp": "5.8", "feels_like": "-1.25", "pressure": "1005", "humidity": "48",
            "visibility": "10000", "wind_speed": "6.94", "wind_deg": "360", "rain": #"{"1h":0.95}"#,
            "snow": #"{"1h":1.32}"#, "weather": #"[{"id":803,"icon":"04n"},{"id":600,"icon":"13n"}]"#,
        ]
        current.merge(self.current) { $1 }
        // Noons in Tokyo.
        let days = (0..<8).map { day in
            """
            {"dt":\(1_644_030_000 + day * 86_400),"temp":{"day":5,"min":\(day - 3),"max":\(day + 7).5},\
            "weather":[{"id":\(500 + day),"icon":"10d"}],"rain":5.4,"moonrise":0,"summary":"Rain"}
            """
        }
        var members = [
            "timezone": #""Asia/Tokyo""#, "timezone_offset": "32400", "current": Self.object(current),
            "daily": "[" + days.joined(separator: ",") + "]",
        ]
        members.merge(others) { $1 }
        return Self.object(members)
    }

    private static func object(_ members: [String: String]) -> String {
        "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    /// A server that has the report, and this of the air.
    static func server(
        _ report: String = OpenWeatherConditionsFixture().json,
        air: HTTPServer.Response = .json(#"{"list":[{"main":{"aqi":4},"components":{"co":250.34},"dt":1}]}"#)
    ) throws -> HTTPServer {
        try HTTPServer { $0.path == "/data/2.5/air_pollution" ? air : .json(report) }
    }
}

@Suite(.timeLimit(.minutes(4)))
struct OpenWeatherConditionsTests {
    private func source(_ server: HTTPServer, budget: any RequestBudget = UnlimitedBudget()) -> OpenWeather {
        let client = HTTPClient(version: "0", contact: "test")
        let clock = TestClock(now: testNow)
        return OpenWeather(client: client, clock: clock, baseURL: server.baseURL, apiKey: "s3cret", budget: budget)
    }

    private func report(_ json: String) async throws -> Result<ConditionsReport, ReloadFailure> {
        let server = try OpenWeatherConditionsFixture.server(json)
        return try #require(await source(server).reports(for: try coordinates((35.65, 139.63))).first)
    }

    @Test func `a place and its air are asked for as documented`() async throws {
        let server = try OpenWeatherConditionsFixture.server()
        let budget = RecordingBudget()
        _ = await source(server, budget: budget).reports(for: try coordinates((35.6465, 139.62971)))
        let place = ["lat": "35.65", "lon": "139.63", "appid": "s3cret"]
        #expect(server.requests.map(\.path) == ["/data/3.0/onecall", "/data/2.5/air_pollution"])
        let oneCall = place.merging(["exclude": "minutely,hourly,alerts", "units": "metric"]) { $1 }
        #expect(server.requests.map(\.query) == [oneCall, place])
        #expect(await budget.spent == [1, 1])
        #expect(await budget.accounts == ["openweather"])
    }

    @Test func `the values become a report`() async throws {
        let report = try await report(OpenWeatherConditionsFixture().json).get()
        var current = CurrentConditions(observed: testNow, condition: .mostlyCloudy)
        current.temperature = Temperature(celsius: 5.8)
        current.apparentTemperature = Temperature(celsius: -1.25)
        current.isDaylight = false
        current.windFromDegrees = 0
        current.windSpeed = WindSpeed(metresPerSecond: 6.94)
        current.relativeHumidityPercent = 48
        current.precipitationTenthsMillimetre = 23
        current.visibilityMetres = 10_000
        current.pressure = SeaLevelPressure(hPa: 1005)
        #expect(report.current == current)
        let days = (0..<8).map { CivilDate(at: testNow, utcOffsetSeconds: 0).addingDays($0) }
        #expect(report.days.map(\.date) == days)
        #expect(report.days.map { $0.minimum?.wholeCelsius } == Array(-3...4))
        #expect(report.days.map { $0.maximum?.tenthsCelsius } == [75, 85, 95, 105, 115, 125, 135, 145])
        #expect(report.days.prefix(3).map(\.dayCondition) == [.rain, .rain, .heavyRain])
        #expect(report.days.allSatisfy { $0.nightCondition == .unknown })
        #expect(report.airQuality == AirQuality(index: 4, scale: .openWeather))
        #expect(report.timeZone == "Asia/Tokyo")
        #expect(report.obtained == testNow)
        #expect(report.source == "openweather")
    }

    @Test(arguments: [
        ("de", "de", "de"), ("de-AT", "de", "de-AT"), ("zh-TW", "zh_tw", "zh-TW"), ("ko", "kr", "ko"),
        ("pt-BR", "pt_br", "pt-BR"),
        ("en", nil, "en"), ("tlh", nil, "en"),
    ])
    func `its own words are asked for in the language, where it speaks that`(
        language: String,
        code: String?,
        answered: String
    ) async throws {
        let fixture = OpenWeatherConditionsFixture(
            current: ["weather": #"[{"id":600,"description":"leichter Schneefall","icon":"13n"}]"#]
        )
        let server = try OpenWeatherConditionsFixture.server(fixture.json)
        let reports = await source(server).reports(for: try coordinates((35.65, 139.63)), language: language)
        #expect(server.requests[0].query["lang"] == code)
        let text = try #require(reports.first).get().current.text
        #expect(text == SourceText("Leichter Schneefall", language: answered))
    }

    @Test(arguments: ["5", "null", #""""#, #""a\u0000b""#, #""\u202eabc""#, "[]"])
    func `words that are none take nothing else with them`(description: String) async throws {
        let current = ["weather": #"[{"id":600,"description":\#(description),"icon":"13n"}]"#]
        let report = try await report(OpenWeatherConditionsFixture(current: current).json).get()
        #expect(report.current.text == nil && report.current.condition == .snow)
    }

    @Test func `without rain and snow it is dry, and what else is absent stays open`() async throws {
        let json = #"{"current":{"dt":\#(testNow.unixSeconds),"temp":292,"weather":[{"id":800}]}}"#
        let report = try await report(json).get()
        var current = CurrentConditions(observed: testNow, condition: .clear)
        current.precipitationTenthsMillimetre = 0
        // Kelvin where Celsius was asked for is no temperature on Earth.
        #expect(report.current == current)
        #expect(report.days.isEmpty)
        #expect(report.timeZone == nil)
    }

    @Test(arguments: ["null", "9223372036854775807", "-9223372036854775808"])
    func `days that nobody can date are left out`(offset: String) async throws {
        let fixture = OpenWeatherConditionsFixture(others: ["timezone_offset": offset])
        #expect(try await report(fixture.json).get().days.isEmpty)
    }

    @Test func `a noon at the ends of the world is on its own day`() async throws {
        // 2022-02-05T12:00 in Kiritimati and in Niue.
        for (offset, noon) in [(50_400, 1_644_012_000), (-39_600, 1_644_102_000)] {
            let fixture = OpenWeatherConditionsFixture(
                others: ["timezone_offset": "\(offset)", "daily": #"[{"dt":\#(noon),"temp":{"max":1}}]"#]
            )
            #expect(try await report(fixture.json).get().days.map(\.date.iso8601) == ["2022-02-05"])
        }
    }

    @Test func `a report that says nothing is a failure`() async throws {
        let failure = failure(of: try await report(#"{"current":{"dt":1,"weather":[]},"daily":[]}"#))
        let reason = "OpenWeather has no current conditions there: choose another source for it"
        #expect(failure == ReloadFailure(reason: reason, retry: .halfHourly))
    }

    @Test(arguments: [
        ("current", "null"), ("current", "[]"), ("current", #"{"temp":1}"#), ("current", #"{"dt":"1","temp":1}"#),
        ("current", #"{"dt":1,"temp":"5.8"}"#), ("current", #"{"dt":1,"temp":NaN}"#),
        ("current", #"{"dt":1,"weather":{}}"#), ("current", #"{"dt":1,"weather":[{"id":"800"}]}"#),
        ("current", #"{"dt":1,"rain":5}"#), ("current", #"{"dt":1,"rain":{"1h":"5"}}"#), ("daily", "{}"),
        ("daily", "[null]"), ("daily", #"[{"dt":null}]"#), ("daily", #"[{"dt":1,"temp":5}]"#),
        ("daily", #"[{"dt":1,"temp":{"min":"5"}}]"#), ("timezone", "9"), ("timezone_offset", #""32400""#),
    ])
    func `an answer that is not as documented is refused whole`(key: String, json: String) async throws {
        let failure = failure(of: try await report(OpenWeatherConditionsFixture(others: [key: json]).json))
        #expect(failure.retry == .backoff)
        #expect(failure.reason.hasPrefix("OpenWeather sent an answer that cannot be read"))
    }

    @Test func `half an answer is none`() async throws {
        let json = OpenWeatherConditionsFixture().json
        for end in stride(from: 0, to: json.count - 1, by: 97) {
            #expect(failure(of: try await report(String(json.prefix(end)))).retry == .backoff)
        }
    }

    @Test(arguments: [
        #"{"list":[]}"#, #"{"list":[{"main":{}}]}"#, #"{"list":[{"main":{"aqi":0}}]}"#, "{}", "", "<html>",
        #"{"list":[{"main":{"aqi":6}}]}"#, #"{"list":[{"main":{"aqi":"4"}}]}"#, #"{"list":[{"main":{"aqi":4}}]"#,
    ])
    func `without the air's index there is a report without it`(air: String) async throws {
        let server = try OpenWeatherConditionsFixture.server(air: .json(air))
        let report = try await source(server).reports(for: try coordinates((35.65, 139.63))).first?.get()
        #expect(report?.current.temperature != nil)
        #expect(report?.airQuality == nil)
    }

    @Test func `each place is asked for by itself`() async throws {
        let server = try HTTPServer { request in
            guard request.path == "/data/3.0/onecall", request.query["lat"] != "2.00" else { return .html("<html>") }
            return .json(OpenWeatherConditionsFixture(current: ["temp": request.query["lat"] ?? ""]).json)
        }
        let results = await source(server).reports(for: try coordinates((1, 0), (2, 0), (3, 0)))
        #expect(results.map { try? $0.get().current.temperature?.wholeCelsius } == [1, nil, 3])
    }

    @Test func `a subscription that lacks holds up neither the air nor the names`() async throws {
        let server = try HTTPServer { request in
            request.path == "/data/3.0/onecall"
                ? .json(#"{"cod":401,"message":"requires a separate subscription"}"#, status: 401)
                : .json(#"[{"name":"Setagaya"}]"#)
        }
        let source = source(server)
        let place = try coordinates((35.65, 139.63))
        #expect(failure(of: await source.reports(for: place)[0]).reason.contains("subscribe"))
        #expect(await source.name(at: place[0], language: "en") == .success("Setagaya"))
    }

    @Test(arguments: [
        ([String: String](), true), (["api_key": ""], true), (["api_key": "k"], false),
    ])
    func `without a key it says what to do`(secrets: [String: String], isProblem: Bool) {
        var settings = SourceSettings(defaultsOf: OpenWeather.description)
        settings.secrets = secrets.mapValues(Secret.init)
        let words =
            "openweather needs an API key: set `sources.openweather.api_key_file` or KIATSU_OPENWEATHER_API_KEY"
        #expect(OpenWeather.problem(in: settings) == (isProblem ? words : nil))
    }
}
