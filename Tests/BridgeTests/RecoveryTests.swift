import Configuration
import Synchronization
import TestSupport
import Testing
import Time
import Timelines
import Upstreams
import Weather
import Widgets

@testable import Bridge
@testable import Daemon

/// Sources that are asked beside each other, and what else than an answer they give for a while.
struct BadHours: Sendable, CustomTestStringConvertible {
    var choice: SourceChoice
    var name: String
    var response: HTTPServer.Response
    var hours: Int

    var testDescription: String { "\(choice.title), \(name) for \(hours) h" }

    private static let words = """
        {"cod":401,"error":true,"reason":"Daily API request limit exceeded.","message":"Invalid API key"}
        """

    private static let responses: [(String, HTTPServer.Response)] =
        [400, 401, 403, 404, 418, 502].map { ("HTML \($0)", .html("<html>Log in</html>", status: $0)) }
        + [400, 401, 403, 404, 429, 500].map { ("own words with \($0)", .json(words, status: $0)) } + [
            ("429 after a moment", .empty(status: 429, headers: ["Retry-After": "7"])),
            ("503 after a moment", .empty(status: 503, headers: ["Retry-After": "7"])),
            ("a login page", .html("<html>Log in</html>")),
        ]

    static let all = [SourceChoice.openMeteo, .openWeather, .v1, .v7].flatMap { choice in
        responses.map { BadHours(choice: choice, name: $0.0, response: $0.1, hours: 3) }
    }
}

/// The panels after their upstreams have recovered.
@Suite(.timeLimit(.minutes(4)))
struct RecoveryTests {
    private static let begin = RequestCount.start.addingHours(2) + .seconds(777)

    @Test(arguments: BadHours.all)
    func `hours are back half an hour after the last refusal`(bad: BadHours) async throws {
        let clock = TestClock(now: RequestCount.start)
        let services = WeatherServices(clock: clock, expiresAfter: .seconds(1822))
        let end = Self.begin.addingHours(bad.hours)
        let good = Mutex<[String: UTCInstant]>([:])
        let server = try HTTPServer { request in
            if (Self.begin..<end).contains(clock.now) { return bad.response }
            let question = request.path + (request.query["current"] == nil ? "" : " current")
            if clock.now >= end {
                good.withLock { $0[question, default: clock.now] = min($0[question] ?? clock.now, clock.now) }
            }
            return services.answer(request)
        }
        let client = HTTPClient(version: "0", contact: "me@example.org")
        var configuration = try ProvidedBridge.configuration(
            bad.choice.yaml + "\npanels: [{id: p, location: \"35.65,139.63\", widgets: [weather, conditions]}]",
            environment: ["KIATSU_OPENWEATHER_API_KEY": "key", "KIATSU_QWEATHER_API_KEY": "key"]
        )
        for name in configuration.sources.keys {
            for key in ["base_url", "air_quality_base_url", "api_host"] {
                guard configuration.sources[name]?.values[key] != nil else { continue }
                configuration.sources[name]?.values[key] = server.baseURL
            }
        }
        let sources = Sources(configuration, environment: UpstreamEnvironment(client: client, clock: clock))
        let environment = sources.environment(zones: ProvidedBridge.zones)
        var bridge = await ProvidedBridge(configuration, environment, clock: clock)
        bridge.isPublishing = false
        while await bridge.next(by: end + .seconds(1800)) != nil {}
        client.shutDown()
        #expect(bridge.state.presenter.freshness(of: try #require(bridge.state.panels["p"])) == .fresh)
        let late = good.withLock { $0 }.filter { $0.value > end + .seconds(1800) }
        #expect(late.isEmpty)
    }
}
