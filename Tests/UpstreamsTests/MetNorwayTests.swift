import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Upstreams

/// Makes an answer of MET Norway in the documented shape: rows hour by hour, then every sixth hour, the last without
/// a symbol.
struct MetNorwayFixture {
    var start = testNow.hourStart
    var hours = 56
    var sixHours = 30
    var temperature: (Int) -> String? = { "\(5.8 + Double($0) / 10)" }
    var pressure: (Int) -> String? = { "\(1005 + Double($0) / 10)" }
    var symbol: (Int) -> String? = { $0 % 24 < 12 ? "partlycloudy_day" : "partlycloudy_night" }

    var json: String {
        let rows = (0..<hours + sixHours + 1).map { row in
            let time = start.addingHours(row <= hours ? row : hours + (row - hours) * 6)
            let values = [("air_pressure_at_sea_level", pressure(row)), ("air_temperature", temperature(row))]
            let details =
                values.compactMap { name, value in value.map { "\"\(name)\":\($0)" } } + [
                    "\"cloud_area_fraction\":69.5,\"wind_speed\":3.8"
                ]
            let summary = symbol(row).map { "{\"summary\":{\"symbol_code\":\"\($0)\"}}" } ?? "{\"summary\":{}}"
            let periods = (row < hours ? ["next_1_hours"] : []) + (row < hours + sixHours ? ["next_6_hours"] : [])
            return """
                {"time":"\(time.iso8601)","data":{"instant":{"details":{\(details.joined(separator: ","))}}\
                \(periods.map { ",\"\($0)\":\(summary)" }.joined())}}
                """
        }
        return """
            {"type":"Feature","geometry":{"type":"Point","coordinates":[139.63,35.65,42]},"properties":\
            {"meta":{"updated_at":"2022-02-05T06:31:07Z","units":{"air_temperature":"celsius"}},\
            "timeseries":[\(rows.joined(separator: ","))]}}
            """
    }
}

func metNorway(
    _ server: HTTPServer,
    clock: any WallClock,
    client: HTTPClient = HTTPClient(version: "1.2", contact: "everybody@example.org"),
    budget: any RequestBudget = UnlimitedBudget()
) -> MetNorway {
    var settings = SourceSettings(defaultsOf: MetNorway.description)
    settings.values["base_url"] = server.baseURL
    settings.values["contact"] = "mail@example.org"
    return MetNorway(
        settings: settings,
        environment: UpstreamEnvironment(client: client, clock: clock, budget: budget)
    )
}

@Suite(.timeLimit(.minutes(4)))
struct MetNorwayTests {
    private let clock = TestClock(now: testNow)
    private let lastModified = "Sat, 05 Feb 2022 06:31:07 GMT"
    /// Half an hour after the clock.
    private let expires = "Sat, 05 Feb 2022 07:50:00 GMT"

    private func forecast(_ source: MetNorway) async throws -> HourlyForecast {
        try #require(await source.forecasts(for: try coordinates((35.65, 139.63))).first).get()
    }

    @Test func `the request is for one place with two decimals, from who is known`() async throws {
        let json = MetNorwayFixture().json
        let server = try HTTPServer { _ in .gzip(json) }
        let source = metNorway(server, clock: clock)
        #expect(source.placesPerRequest == 1)
        #expect(source.name == "met-norway")
        let results = await source.forecasts(for: try coordinates((35.65, 139.63), (-33.5, -0.05)))
        #expect(results.map { (try? $0.get())?.hours.count } == [87, 87])
        #expect(server.requests.map(\.path) == Array(repeating: "/weatherapi/locationforecast/2.0/compact", count: 2))
        #expect(
            server.requests.map(\.query) == [["lat": "35.65", "lon": "139.63"], ["lat": "-33.50", "lon": "-0.05"]]
        )
        let headers = try #require(server.requests.first).headers
        #expect(headers["user-agent"] == "kiatsu/1.2 (+mail@example.org)")
        #expect(headers["accept-encoding"] == "gzip")
        #expect(headers["if-modified-since"] == nil)
    }

    @Test(arguments: [200, 203])
    func `an answer is read row by row`(status: Int) async throws {
        let json = MetNorwayFixture().json
        let server = try HTTPServer { _ in .json(json, status: status) }
        let forecast = try await forecast(metNorway(server, clock: clock))
        #expect(forecast.obtained == testNow)
        #expect(forecast.source == "met-norway")
        #expect(forecast.timeZone == nil)
        #expect(forecast.hours.prefix(57).map(\.start) == (0...56).map(testNow.hourStart.addingHours))
        let first = try #require(forecast.hours.first)
        #expect(first.temperature == Temperature(celsius: 5.8))
        #expect(first.pressure == SeaLevelPressure(hPa: 1005))
        #expect(first.condition == .mostlyCloudy)
        #expect(first.isDaylight == true)
        #expect(forecast.hours[12].isDaylight == false)
    }

    @Test func `rows of six hours are gaps, with the symbol of the six and no time of day`() async throws {
        let json = MetNorwayFixture(hours: 2, sixHours: 3, symbol: { $0 < 2 ? "fog" : "rain_day" }).json
        let server = try HTTPServer { _ in .json(json) }
        let hours = try await forecast(metNorway(server, clock: clock)).hours
        #expect(hours.map(\.start) == [0, 1, 2, 8, 14, 20].map(testNow.hourStart.addingHours))
        #expect(hours.map(\.condition) == [.fog, .fog, .rain, .rain, .rain, .unknown])
        #expect(hours.allSatisfy { $0.isDaylight == nil })
        #expect(hours.last?.temperature == Temperature(celsius: 6.3))
    }

    @Test(
        arguments: [
            ("clearsky_day", true), ("clearsky_night", false), ("clearsky_polartwilight", false), ("cloudy", nil),
            ("clearsky_dusk", nil),
        ] as [(String, Bool?)]
    )
    func `a symbol's ending tells whether the sun is up`(symbol: String, isDaylight: Bool?) async throws {
        let json = MetNorwayFixture(symbol: { _ in symbol }).json
        let server = try HTTPServer { _ in .json(json) }
        #expect(try await forecast(metNorway(server, clock: clock)).hours.first?.isDaylight == isDaylight)
    }

    @Test func `a value that is missing, null or impossible is none, and no other's fault`() async throws {
        let wrong: [Int: String] = [1: "null", 2: "-300", 3: "1e300"]
        let fixture = MetNorwayFixture(
            temperature: { $0 == 0 ? nil : wrong[$0] ?? "1" },
            pressure: { $0 == 0 ? "80" : $0 == 1 ? nil : "1000" },
            symbol: { $0 == 0 ? nil : $0 == 1 ? "frogs_day" : "rain" }
        )
        let json = fixture.json
        let server = try HTTPServer { _ in .json(json) }
        let hours = try await forecast(metNorway(server, clock: clock)).hours
        #expect(hours.prefix(5).map { $0.temperature == nil } == [true, true, true, true, false])
        #expect(hours.prefix(3).map { $0.pressure == nil } == [true, true, false])
        #expect(hours.prefix(3).map(\.condition) == [.unknown, .unknown, .rain])
    }

    @Test func `nothing is asked before Expires, and then whether there is anything new`() async throws {
        let headers = ["Expires": expires, "Last-Modified": lastModified]
        let json = MetNorwayFixture().json
        let server = try HTTPServer { _ in .json(json, headers: headers) }
        let budget = SmallBudget(2)
        let source = metNorway(server, clock: clock, budget: budget)
        let first = try await forecast(source)
        clock.set(to: testNow + .seconds(1799))
        let second = try await forecast(source)
        #expect(second.hours == first.hours)
        #expect(second.obtained == testNow + .seconds(1799))
        #expect(server.requests.count == 1)
        #expect(await budget.left == 1)

        server.setHandler { _ in .empty(status: 304, headers: ["Expires": "Sat, 05 Feb 2022 08:20:00 GMT"]) }
        clock.set(to: testNow + .seconds(1800))
        let third = try await forecast(source)
        #expect(third.hours == first.hours)
        #expect(third.obtained == clock.now)
        #expect(await server.request(2).headers["if-modified-since"] == lastModified)
        #expect(await budget.left == 0)
        clock.set(to: testNow + .seconds(3599))
        _ = try await forecast(source)
        #expect(server.requests.count == 2)
    }

    @Test func `an answer that is new takes the old one's place`() async throws {
        let old = MetNorwayFixture().json
        let new = MetNorwayFixture(pressure: { _ in "990" }).json
        let server = try HTTPServer { [lastModified] _ in .json(old, headers: ["Last-Modified": lastModified]) }
        let source = metNorway(server, clock: clock)
        _ = try await forecast(source)
        server.setHandler { _ in .json(new, headers: ["Last-Modified": "Sat, 05 Feb 2022 07:31:07 GMT"]) }
        #expect(try await forecast(source).hours.first?.pressure?.wholeHPa == 990)
        _ = try await forecast(source)
        let asked = server.requests.map { $0.headers["if-modified-since"] }
        #expect(asked == [nil, lastModified, "Sat, 05 Feb 2022 07:31:07 GMT"])
    }

    @Test func `a failure keeps what can be asked for again`() async throws {
        let json = MetNorwayFixture().json
        let server = try HTTPServer { [lastModified] _ in .json(json, headers: ["Last-Modified": lastModified]) }
        let source = metNorway(server, clock: clock)
        _ = try await forecast(source)
        server.setHandler { _ in .html("<html>", status: 200) }
        await #expect(throws: ReloadFailure.self) { try await forecast(source) }
        server.setHandler { _ in .empty(status: 304) }
        #expect(try await forecast(source).hours.count == 87)
    }

    @Test(arguments: ["yesterday", "", "0"])
    func `without a date to ask by, the whole answer is asked for`(lastModified: String) async throws {
        let json = MetNorwayFixture().json
        let server = try HTTPServer { _ in .json(json, headers: ["Last-Modified": lastModified, "Expires": "0"]) }
        let source = metNorway(server, clock: clock)
        _ = try await forecast(source)
        _ = try await forecast(source)
        #expect(server.requests.map { $0.headers["if-modified-since"] } == [nil, nil])
        server.setHandler { _ in .empty(status: 304) }
        await #expect(throws: ReloadFailure.self) { try await forecast(source) }
    }

    @Test func `places are kept apart`() async throws {
        let json = MetNorwayFixture().json
        let server = try HTTPServer { [expires] request in
            request.query["lat"] == "1.00" ? .json(json, headers: ["Expires": expires]) : .empty(status: 503)
        }
        let source = metNorway(server, clock: clock)
        for _ in 0..<2 {
            let results = await source.forecasts(for: try coordinates((1, 2), (3, 4)))
            #expect(results.map { (try? $0.get()) != nil } == [true, false])
        }
        #expect(server.requests.map { $0.query["lat"] } == ["1.00", "3.00", "3.00"])
    }

    @Test func `a clock that is set back does not make an answer last`() async throws {
        let json = MetNorwayFixture(start: testNow.addingHours(-48)).json
        let server = try HTTPServer { [expires] _ in .json(json, headers: ["Expires": expires]) }
        let source = metNorway(server, clock: clock)
        _ = try await forecast(source)
        clock.set(to: testNow.addingHours(-24))
        _ = try await forecast(source)
        #expect(server.requests.count == 2)
    }

    @Test func `of the places kept the one asked for longest ago goes first`() async throws {
        let cache = ForecastCache(capacity: 2)
        let places = try coordinates((1, 1), (2, 2), (3, 3))
        func insert(_ index: Int, seconds: Int) async {
            let forecast = HourlyForecast(hours: [], timeZone: nil, obtained: testNow, source: "")
            let item = ForecastCache.Item(forecast: forecast, checked: testNow + .seconds(seconds), lifetime: .zero)
            await cache.insert(item, at: places[index])
        }
        await insert(0, seconds: 0)
        await insert(1, seconds: 1)
        await insert(0, seconds: 2)
        await insert(2, seconds: 3)
        #expect(await cache.item(at: places[0]) != nil)
        #expect(await cache.item(at: places[1]) == nil)
        #expect(await cache.item(at: places[2]) != nil)
    }

    @Test(arguments: [nil, "", "  ", "\u{7}", "天気"])
    func `without a contact there is a problem and its remedy`(contact: String?) {
        var settings = SourceSettings(defaultsOf: MetNorway.description)
        settings.values["contact"] = contact
        #expect(MetNorway.problem(in: settings)?.contains("set `contact`") == true)
        settings.values["contact"] = "mail@example.org"
        #expect(MetNorway.problem(in: settings) == nil)
    }
}
