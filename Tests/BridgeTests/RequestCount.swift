import Configuration
import Support
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

/// The sources for panels of all four widgets.
struct SourceChoice: Sendable, CustomTestStringConvertible {
    var title: String
    /// Of the configuration.
    var yaml: String
    /// For how long MET Norway's answers hold.
    var expiresAfter = Duration.seconds(1822)

    var testDescription: String { title }

    private static func qWeather(_ generation: String) -> String {
        """
        contact: me@example.org
        sources: {qweather: {api_host: SERVER, generation: \(generation), monthly_budget: unlimited}}
        widgets: {weather: {source: met-norway}, conditions: {source: qweather}}
        """
    }

    static let openMeteo = SourceChoice(title: "open-meteo", yaml: "source: open-meteo")
    static let openWeather = SourceChoice(title: "openweather", yaml: "source: openweather")
    static let v1 = SourceChoice(title: "met-norway and qweather v1", yaml: qWeather("v1"))
    static let v7 = SourceChoice(title: "met-norway and qweather v7", yaml: qWeather("v7"))
    /// Answers that hold longer than an hour.
    static let twoHours = SourceChoice(
        title: "met-norway, Expires after 2 h",
        yaml: qWeather("v1"),
        expiresAfter: .seconds(7200)
    )
}

/// The requests that an upstream was sent.
struct SourceCount: Equatable {
    var requests = 0
    /// As the service counts them.
    var calls = 0
}

/// Counts what is spent, and spends without limit.
final class CountingBudget: RequestBudget {
    private let counted = Mutex<[String: SourceCount]>([:])

    var counts: [String: SourceCount] { counted.withLock { $0 } }

    func giveBack(_ calls: Int, of account: String, at now: UTCInstant) {}

    func spend(_ calls: Int, of account: String, at now: UTCInstant) async throws(ReloadFailure) {
        counted.withLock { counted in
            counted[account, default: SourceCount()].requests += 1
            counted[account, default: SourceCount()].calls += calls
        }
    }
}

/// Some hours of a bridge with so many panels, with real adapters that ask a server on this machine.
struct RequestCount {
    static let start = UTCInstant(unixSeconds: 1_774_483_200)
    static let placeCount = 50

    let counts: [String: SourceCount]
    /// All that came at the server.
    let requestsAtServer: Int
    let warnings: [String]

    /// `isOut`: the server answers 503 to everything.
    init(_ choice: SourceChoice, panels: Int, hours: Int, isOut: Bool = false) async throws {
        let clock = TestClock(now: Self.start)
        let services = WeatherServices(clock: clock, expiresAfter: choice.expiresAfter)
        let server = try HTTPServer { isOut ? .empty(status: 503) : services.answer($0) }
        let budget = CountingBudget()
        let client = HTTPClient(version: "0", contact: "me@example.org")
        var configuration = try ProvidedBridge.configuration(
            choice.yaml + "\n" + """
                panels: [{id: p, location: "0,0", widgets: {weather: {}, conditions: {}, \
                day: {source: hitokoto}, poem: {}}}]
                """,
            environment: ["KIATSU_OPENWEATHER_API_KEY": "key", "KIATSU_QWEATHER_API_KEY": "key"]
        )
        for name in configuration.sources.keys {
            for key in ["base_url", "air_quality_base_url", "api_host"] {
                guard configuration.sources[name]?.values[key] != nil else { continue }
                configuration.sources[name]?.values[key] = server.baseURL
            }
        }
        configuration.panels = try Self.panels(panels, like: try #require(configuration.panels.first))
        let sources = Sources(
            configuration,
            environment: UpstreamEnvironment(client: client, clock: clock, budget: budget)
        )
        let environment = sources.environment(zones: ProvidedBridge.zones)
        var bridge = await ProvidedBridge(configuration, environment, clock: clock)
        bridge.isPublishing = false
        var warnings: [String] = []
        while let events = await bridge.next(by: Self.start.addingHours(hours) - .seconds(1)) {
            for case .logged(let level, let text) in events where level <= .warning { warnings.append(text) }
        }
        client.shutDown()
        counts = budget.counts
        requestsAtServer = server.requests.count
        self.warnings = warnings
    }

    /// In turn at places all around the world, the same ones for any number of panels.
    private static func panels(_ count: Int, like one: PanelConfiguration) throws -> [PanelConfiguration] {
        try (0..<count).map { index in
            let place = index % placeCount
            var panel = one
            panel.id = "p\(index)"
            panel.location = try #require(
                Coordinate(latitude: Double(place) - 20, longitude: Double(place) * 7 - 170)
            )
            return panel
        }
    }
}
