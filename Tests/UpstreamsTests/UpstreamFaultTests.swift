import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Upstreams

/// A fault of a server or of the way to it, and when each source tries again after it.
struct Fault: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var response: HTTPServer.Response
    var openMeteo: ReloadFailure.Retry
    var openWeather: ReloadFailure.Retry

    init(
        _ name: String,
        _ response: HTTPServer.Response,
        _ openMeteo: ReloadFailure.Retry,
        _ openWeather: ReloadFailure.Retry
    ) {
        testDescription = name
        self.response = response
        self.openMeteo = openMeteo
        self.openWeather = openWeather
    }

    private static func refusal(_ status: Int, _ reason: String, after: String? = nil) -> HTTPServer.Response {
        let headers = after.map { ["Retry-After": $0] } ?? [:]
        return .json(
            #"{"error":true,"cod":"\#(status)","reason":"\#(reason)","message":"\#(reason)"}"#,
            status: status,
            headers: headers
        )
    }

    private static let subscription = "Please note that using One Call 3.0 requires a separate subscription"

    static let all: [Fault] = [
        Fault("silence", .silence, .backoff, .backoff),
        Fault("stalled", .stalled(), .backoff, .backoff),
        Fault("cut off", .cutOff("{"), .backoff, .backoff),
        Fault("endless", .endless, .backoff, .backoff),
        Fault("gzip bomb", .gzipBomb, .backoff, .backoff),
        Fault("garbage", .verbatim("garbage\r\n\r\n"), .backoff, .backoff),
        Fault("nothing", .verbatim(""), .backoff, .backoff),
        Fault("HTML", .html("<html><h1>Welcome to the hotel</h1></html>"), .backoff, .backoff),
        Fault("HTML error", .html("<html><h1>502</h1></html>", status: 502), .backoff, .backoff),
        Fault("204", .empty(status: 204), .backoff, .backoff),
        Fault("304", .empty(status: 304), .backoff, .backoff),
        Fault("redirect loop", .redirect(to: "/loop"), .backoff, .backoff),
        Fault("redirect away", .redirect(to: "http://login.invalid/"), .backoff, .backoff),
        Fault("500", refusal(500, "Internal error: 500001"), .backoff, .backoff),
        Fault("503", .empty(status: 503), .backoff, .backoff),
        Fault(
            "503 after",
            .empty(status: 503, headers: ["Retry-After": "90"]),
            .doubling(from: .seconds(90)),
            .doubling(from: .seconds(90))
        ),
        Fault("408", .empty(status: 408), .backoff, .backoff),
        Fault("418", .empty(status: 418), .backoff, .backoff),
        Fault("400", refusal(400, "wrong latitude"), .halfHourly, .halfHourly),
        Fault("400 after", refusal(400, "x", after: "5"), .halfHourly, .halfHourly),
        Fault("401 after", refusal(401, "x", after: "5"), .halfHourly, .halfHourly),
        Fault(
            "401 after hours",
            refusal(401, "x", after: "7200"),
            .refused(again: .seconds(7200)),
            .refused(again: .seconds(7200))
        ),
        Fault(
            "429 hourly after",
            refusal(429, "Hourly API request limit exceeded.", after: "5"),
            .after(.seconds(1740)),
            .after(.seconds(30))
        ),
        Fault("404", .empty(status: 404), .backoff, .backoff),
        Fault("403", refusal(403, "no"), .halfHourly, .halfHourly),
        Fault("403 HTML", .html("<html>Log in</html>", status: 403), .backoff, .backoff),
        Fault("404 HTML", .html("<html>", status: 404), .backoff, .backoff),
        Fault("400 without words", .json("{}", status: 400), .backoff, .backoff),
        Fault("401", refusal(401, "Invalid API key."), .halfHourly, .halfHourly),
        Fault("401 subscription", refusal(401, subscription), .halfHourly, .halfHourly),
        Fault("401 HTML", .html("<html>", status: 401), .backoff, .backoff),
        Fault("429", .empty(status: 429), .after(.seconds(30)), .after(.seconds(30))),
        Fault("429 after", refusal(429, "x", after: "7200"), .after(.seconds(7200)), .after(.seconds(7200))),
        Fault(
            "429 after a day",
            refusal(429, "x", after: "999999"),
            .after(.seconds(86_400)),
            .after(.seconds(86_400))
        ),
        Fault(
            "429 after a date",
            refusal(429, "x", after: "Sat, 05 Feb 2022 07:21:00 GMT"),
            .after(.seconds(60)),
            .after(.seconds(60))
        ),
        Fault(
            "429 minutely",
            refusal(429, "Minutely API request limit exceeded. Please try again in one minute."),
            .after(.seconds(60)),
            .after(.seconds(30))
        ),
        Fault(
            "429 hourly",
            refusal(429, "Hourly API request limit exceeded. Please try again in the next hour."),
            .after(.seconds(1740)),
            .after(.seconds(30))
        ),
        Fault(
            "429 daily",
            refusal(429, "Daily API request limit exceeded. Please try again tomorrow."),
            .after(.seconds(1740)),
            .after(.seconds(30))
        ),
        Fault(
            "429 concurrent",
            refusal(429, "Too many concurrent requests"),
            .after(.seconds(30)),
            .after(.seconds(30))
        ),
    ]
}

extension Fault {
    /// Impatient only where patience would only take longer: elsewhere a busy host must not look like a fault.
    var client: HTTPClient {
        var limits = HTTPLimits()
        if testDescription == "silence" { limits.totalTime = .milliseconds(200) }
        if testDescription == "stalled" { limits.lowSpeedSeconds = 1 }
        return HTTPClient(version: "0", contact: "test", limits: limits)
    }

    /// The answer of a server with this fault; the redirect of the loop leads to itself.
    func response(to request: HTTPServer.Request) -> HTTPServer.Response {
        request.path == "/loop" ? .redirect(to: "/loop") : response
    }
}

/// A reason is one line for the log, without secrets and without a position.
func expectFitForTheLog(_ failure: ReloadFailure, _ location: SourceLocation = #_sourceLocation) {
    #expect(!failure.reason.contains("s3cret"), sourceLocation: location)
    #expect(!failure.reason.contains("35.6"), sourceLocation: location)
    #expect(!failure.reason.contains("139.6"), sourceLocation: location)
    #expect(!failure.reason.contains { $0.isNewline }, sourceLocation: location)
    #expect((20...300).contains(failure.reason.count), sourceLocation: location)
}

@Suite(.timeLimit(.minutes(4)))
struct UpstreamFaultTests {
    private func client(for fault: Fault? = nil) -> HTTPClient {
        fault?.client ?? HTTPClient(version: "0", contact: "test")
    }

    private func failures(
        of source: any ForecastSource,
        for places: [Coordinate]
    ) async throws -> [ReloadFailure] {
        try await source.forecasts(for: places).map { result in
            guard case .failure(let failure) = result else {
                throw ReloadFailure(reason: "no failure", retry: .backoff)
            }
            return failure
        }
    }

    @Test(arguments: Fault.all)
    func `Open-Meteo's places all fail with the time to try again`(fault: Fault) async throws {
        let server = try HTTPServer { fault.response(to: $0) }
        // The table's date counts from this clock.
        let clock = TestClock(now: UTCInstant(unixSeconds: 1_644_045_600))
        let source = OpenMeteo(client: client(for: fault), clock: clock, baseURL: server.baseURL, apiKey: "s3cret")
        let failures = try await failures(of: source, for: try coordinates((35.65, 139.63), (1, 2)))
        #expect(failures.map(\.retry) == [fault.openMeteo, fault.openMeteo])
        for failure in failures { expectFitForTheLog(failure) }
    }

    @Test(arguments: [
        (400, #"{"error":true,"reason":"wrong latitude"}"#, 1, ReloadFailure.Retry.halfHourly),
        (400, #"{"error":true,"reason":"wrong latitude"}"#, 2, .halfHourly),
        (400, #"{"error":false,"reason":"wrong latitude"}"#, 1, .backoff),
        (400, #"{"reason":"wrong latitude"}"#, 1, .backoff),
        (400, "<html><h1>400 The plain HTTP request was sent to HTTPS port</h1></html>", 1, .backoff),
        (404, #"{"error":true,"reason":"Not Found"}"#, 1, .halfHourly),
        (404, "", 100, .backoff),
    ])
    func `only what Open-Meteo itself says is waited for half an hour`(
        status: Int,
        body: String,
        places: Int,
        retry: ReloadFailure.Retry
    ) async throws {
        let server = try HTTPServer { _ in .json(body, status: status) }
        let source = OpenMeteo(client: client(), clock: TestClock(now: testNow), baseURL: server.baseURL)
        let asked = try (0..<places).map { try #require(Coordinate(latitude: Double($0) / 2, longitude: 0)) }
        let failures = try await failures(of: source, for: asked)
        #expect(failures.map(\.retry) == Array(repeating: retry, count: places))
    }

    @Test(arguments: Fault.all)
    func `OpenWeather's place fails with the time to try again`(fault: Fault) async throws {
        let server = try HTTPServer { fault.response(to: $0) }
        let clock = TestClock(now: UTCInstant(unixSeconds: 1_644_045_600))
        let source = OpenWeather(client: client(for: fault), clock: clock, baseURL: server.baseURL, apiKey: "s3cret")
        let failures = try await failures(of: source, for: try coordinates((35.65, 139.63)))
        #expect(failures.map(\.retry) == [fault.openWeather])
        for failure in failures { expectFitForTheLog(failure) }
    }

    @Test(arguments: [
        ("Invalid API key. Please see http://openweathermap.org/faq#error401 for more info.", "two hours"),
        ("Please note that using One Call 3.0 requires a separate subscription to the plan.", "subscribe"),
        ("something new", "subscription"),
    ])
    func `OpenWeather's 401 tells which remedy helps`(message: String, remedy: String) async throws {
        let server = try HTTPServer { _ in .json(#"{"cod":401, "message": "\#(message)"}"#, status: 401) }
        let source = OpenWeather(client: client(), clock: TestClock(now: testNow), baseURL: server.baseURL, apiKey: "k")
        let failures = try await failures(of: source, for: try coordinates((1, 2)))
        #expect(failures.first?.reason.contains(remedy) == true)
    }

    @Test func `an upstream's words are shown without the key, the position and line breaks`() async throws {
        let echo = #"bad s3cret\n at 35.6465,139.62971 \#(String(repeating: "x", count: 1000))"#
        let server = try HTTPServer { _ in
            .json(#"{"error":true,"cod":400,"reason":"\#(echo)","message":"\#(echo)"}"#, status: 400)
        }
        let clock = TestClock(now: testNow)
        let sources: [any ForecastSource] = [
            OpenMeteo(client: client(), clock: clock, baseURL: server.baseURL, apiKey: "s3cret"),
            OpenWeather(client: client(), clock: clock, baseURL: server.baseURL, apiKey: "s3cret"),
        ]
        for source in sources {
            let reason = try await failures(of: source, for: try coordinates((1, 2))).first?.reason ?? ""
            #expect(reason.contains("“bad ••• at 35,139 xxx"))
            #expect(reason.count < 300)
        }
    }

    @Test func `a key that an upstream echoes as it stood in the address is hidden too`() {
        let echo = quoted("no plan for appid=0k%2Bs3cret%26x or 0k+s3cret&x", hiding: Secret("0k+s3cret&x"))
        #expect(echo == "“no plan for appid=••• or •••”")
    }

    @Test func `no network, a wrong base URL and a broken key are told apart`() async throws {
        let server = try HTTPServer()
        server.stop()
        let clock = TestClock(now: testNow)
        let place = try coordinates((35.65, 139.63))
        let down = OpenWeather(client: client(), clock: clock, baseURL: server.baseURL, apiKey: "s3cret")
        let wrong = OpenWeather(client: client(), clock: clock, baseURL: "openweathermap.org", apiKey: "s3cret")
        #expect(try await failures(of: down, for: place).map(\.retry) == [.backoff])
        #expect(try await failures(of: wrong, for: place).map(\.retry) == [.untilConfigurationChanges])
        for source in [down, wrong] {
            for failure in try await failures(of: source, for: place) { expectFitForTheLog(failure) }
        }
    }

    @Test func `a source shows no key`() {
        let clock = TestClock(now: testNow)
        let sources: [any ForecastSource] = [
            OpenMeteo(client: client(), clock: clock, apiKey: "s3cret"),
            OpenWeather(client: client(), clock: clock, apiKey: "s3cret"),
        ]
        for source in sources {
            var text = "\(source) \(String(reflecting: source)) "
            dump(source, to: &text)
            #expect(!text.contains("s3cret"))
        }
    }
}
