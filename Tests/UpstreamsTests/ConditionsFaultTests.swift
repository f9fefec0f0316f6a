import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Upstreams

/// Faults of servers and of the way to them, for reports and names of places.
@Suite(.timeLimit(.minutes(4)))
struct ConditionsFaultTests {
    private let clock = TestClock(now: testNow)

    private func failures(of source: any ConditionsSource, for places: [Coordinate]) async -> [ReloadFailure] {
        await source.reports(for: places).map { failure(of: $0) }
    }

    @Test(arguments: Fault.all)
    func `Open-Meteo's reports all fail with the time to try again`(fault: Fault) async throws {
        let server = try HTTPServer { fault.response(to: $0) }
        let source = OpenMeteo(client: fault.client, clock: clock, baseURL: server.baseURL, apiKey: "s3cret")
        let failures = await failures(of: source, for: try coordinates((35.65, 139.63), (1, 2)))
        #expect(failures.map(\.retry) == [fault.openMeteo, fault.openMeteo])
        for failure in failures { expectFitForTheLog(failure) }
    }

    @Test(arguments: Fault.all)
    func `OpenWeather's report and name fail with the time to try again`(fault: Fault) async throws {
        let server = try HTTPServer { fault.response(to: $0) }
        let place = try coordinates((35.65, 139.63))
        let source = OpenWeather(client: fault.client, clock: clock, baseURL: server.baseURL, apiKey: "s3cret")
        let report = try #require(await failures(of: source, for: place).first)
        #expect(report.retry == fault.openWeather)
        expectFitForTheLog(report)
        // Another account, since what blocks one blocks it for both.
        let namer = OpenWeather(client: fault.client, clock: clock, baseURL: server.baseURL, apiKey: "s3cret")
        let name = failure(of: await namer.name(at: place[0], language: "ja"))
        #expect(name.retry == fault.openWeather)
        expectFitForTheLog(name)
    }

    @Test(arguments: Fault.all)
    func `Nominatim's name fails with the time to try again`(fault: Fault) async throws {
        let server = try HTTPServer { fault.response(to: $0) }
        let namer = Nominatim(client: fault.client, clock: clock, baseURL: server.baseURL, apiKey: "s3cret")
        let failure = failure(of: await namer.name(at: try coordinates((35.65, 139.63))[0], language: "ja"))
        expectFitForTheLog(failure)
        switch fault.testDescription {
        case "429 after a day": #expect(failure.retry == .after(.seconds(86_400)))
        case "429 after": #expect(failure.retry == .after(.seconds(7200)))
        case "429 after a date": #expect(failure.retry == .after(.seconds(60)))
        case let name where name.hasPrefix("429"): #expect(failure.retry == .after(.seconds(30)))
        case "400 after", "401 after": #expect(failure.retry == .doubling(from: .seconds(5)))
        case "401 after hours": #expect(failure.retry == .doubling(from: .seconds(7200)))
        case let name where name.hasPrefix("403"): #expect(failure.retry == .refused(again: .seconds(30)))
        // It has no words of its own for a refusal that a proxy would not use as well.
        case let name where name.hasPrefix("40"): #expect(failure.retry == .backoff)
        default: #expect(failure.retry == fault.openMeteo)
        }
    }

    @Test(arguments: Fault.all)
    func `a fault of the air leaves the reports without it`(fault: Fault) async throws {
        let place = try coordinates((35.65, 139.63))
        let first = try HTTPServer { request in
            request.path == "/v1/forecast" ? .json(OpenMeteoConditionsFixture().json) : fault.response(to: request)
        }
        let openMeteo = OpenMeteo(client: fault.client, clock: clock, baseURL: first.baseURL)
        let report = try #require(await openMeteo.reports(for: place).first).get()
        #expect(report.days.count == 5 && report.airQuality == nil)
        let second = try HTTPServer { request in
            request.path == "/data/3.0/onecall"
                ? .json(OpenWeatherConditionsFixture().json) : fault.response(to: request)
        }
        let openWeather = OpenWeather(client: fault.client, clock: clock, baseURL: second.baseURL, apiKey: "k")
        let other = try #require(await openWeather.reports(for: place).first).get()
        #expect(other.days.count == 8 && other.airQuality == nil)
    }

    @Test func `what no budget is left for is not asked`() async throws {
        let server = try HTTPServer()
        let client = HTTPClient(version: "0", contact: "test")
        let budget = RecordingBudget(refusal: RecordingBudget.usedUp)
        let places = try coordinates((35.65, 139.63), (1, 2))
        let openMeteo = OpenMeteo(client: client, clock: clock, baseURL: server.baseURL, budget: budget)
        let openWeather = OpenWeather(
            client: client,
            clock: clock,
            baseURL: server.baseURL,
            apiKey: "k",
            budget: budget
        )
        let nominatim = Nominatim(client: client, clock: clock, baseURL: server.baseURL, budget: budget)
        let usedUp = [RecordingBudget.usedUp, RecordingBudget.usedUp]
        #expect(await failures(of: openMeteo, for: places) == usedUp)
        #expect(await failures(of: openWeather, for: places) == usedUp)
        #expect(await openMeteo.forecasts(for: places).map { failure(of: $0) } == usedUp)
        #expect(await openWeather.forecasts(for: places).map { failure(of: $0) } == usedUp)
        #expect(await openWeather.name(at: places[0], language: "ja") == .failure(RecordingBudget.usedUp))
        #expect(await nominatim.name(at: places[0], language: "ja") == .failure(RecordingBudget.usedUp))
        #expect(server.requests.isEmpty)
    }

    @Test func `a limit on the account that one request met is kept by the others`() async throws {
        let server = try HTTPServer { _ in
            .json(#"{"error":true,"reason":"Hourly API request limit exceeded."}"#, status: 429)
        }
        let client = HTTPClient(version: "0", contact: "test")
        let place = try coordinates((35.65, 139.63))
        let openMeteo = OpenMeteo(client: client, clock: clock, baseURL: server.baseURL)
        let openWeather = OpenWeather(client: client, clock: clock, baseURL: server.baseURL, apiKey: "k")
        #expect(await failures(of: openMeteo, for: place).map(\.retry) == [.after(.seconds(1740))])
        #expect(await failures(of: openWeather, for: place).map(\.retry) == [.after(.seconds(30))])
        clock.advance(by: .seconds(29))
        #expect(failure(of: await openMeteo.forecasts(for: place)[0]).retry == .after(.seconds(1711)))
        #expect(failure(of: await openWeather.forecasts(for: place)[0]).retry == .after(.seconds(1)))
        #expect(failure(of: await openWeather.name(at: place[0], language: "ja")).retry == .after(.seconds(1)))
        #expect(server.requests.count == 2)
    }

    @Test func `a key that was refused is not sent again for half an hour`() async throws {
        let server = try HTTPServer { _ in .json(#"{"cod":401,"message":"Invalid API key."}"#, status: 401) }
        let client = HTTPClient(version: "0", contact: "test")
        let source = OpenWeather(client: client, clock: clock, baseURL: server.baseURL, apiKey: "k")
        let failures = await failures(of: source, for: try coordinates((1, 2), (3, 4), (5, 6)))
        #expect(failures.map(\.retry) == [.halfHourly, .halfHourly, .halfHourly])
        #expect(server.requests.count == 1)
    }

    @Test func `neither key nor position is in what an upstream echoes`() async throws {
        let echo = #"bad s3cret\n at 35.6465,139.62971"#
        let server = try HTTPServer { _ in
            .json(#"{"error":true,"cod":400,"reason":"\#(echo)","message":"\#(echo)"}"#, status: 400)
        }
        let client = HTTPClient(version: "0", contact: "test")
        let place = try coordinates((35.6465, 139.62971))
        let openMeteo = OpenMeteo(client: client, clock: clock, baseURL: server.baseURL, apiKey: "s3cret")
        let openWeather = OpenWeather(client: client, clock: clock, baseURL: server.baseURL, apiKey: "s3cret")
        let failures = [
            await failures(of: openMeteo, for: place)[0], await failures(of: openWeather, for: place)[0],
            failure(of: await openWeather.name(at: place[0], language: "ja")),
        ]
        for failure in failures { #expect(failure.reason.contains("“bad ••• at 35,139”")) }
    }
}
