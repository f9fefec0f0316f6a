import Configuration
import Messaging
import Payloads
import Pictures
import Support
import Synchronization
import TestSupport
import Testing
import Time
import Upstreams
import Weather

@testable import Bridge
@testable import Daemon

/// The surroundings of a daemon in this process: a broker, an upstream, a clock and a store of its own.
final class Installation: Sendable {
    let broker: Broker
    let upstream: HTTPServer
    let clock: TestClock
    let log = Recorder<String>()
    let directory: ScratchDirectory
    let drawer: any PictureDrawer

    /// 2026-03-28T12:00:00Z.
    static let noon = UTCInstant(unixSeconds: 1_774_699_200)

    /// The upstream is an Open-Meteo that answers at once, the clock stands at a minute past noon.
    ///
    /// The pressure rises by 1 hPa an hour, from 1005 hPa in the hour of the request.
    init(
        broker configuration: [String] = Broker.openToAll,
        files: [String: String] = [:],
        drawer: any PictureDrawer = NoDrawer()
    ) throws {
        self.drawer = drawer
        let clock = TestClock(now: Self.noon + .seconds(60))
        self.clock = clock
        broker = try Broker(configuration, files: files)
        upstream = try HTTPServer { Self.answer($0, clock) }
        directory = try ScratchDirectory()
    }

    /// A machine that is busy with many tests is no slow upstream: while the clock stands, nobody would ask again.
    static var patient: HTTPLimits {
        var limits = HTTPLimits()
        limits.totalTime = .seconds(600)
        limits.lowSpeedSeconds = 600
        limits.connectTime = .seconds(600)
        return limits
    }

    static func answer(_ request: HTTPServer.Request, _ clock: TestClock) -> HTTPServer.Response {
        OpenMeteoFixture.response(to: request, now: clock.now) { 1005 + Double($0) }
    }

    /// `yaml` without broker, store and upstreams, which are the installation's; `sources` are further keys of
    /// upstreams, each with a comma before it.
    func configuration(
        _ yaml: String,
        host: String? = nil,
        mqtt: String = "",
        environment: [String: String] = [:],
        sources: [String: String] = [:]
    ) throws -> Configuration {
        let url = upstream.baseURL
        func keys(_ source: String) -> String { "{base_url: \"\(url)\"\(sources[source] ?? "")}" }
        let text = """
            mqtt: {\(host.map { "host: \"\($0)\"" } ?? broker.address.keys)\(mqtt)}
            store: {path: "\(directory.path)/kiatsu.db"}
            sources:
              open-meteo: {base_url: "\(url)", air_quality_base_url: "\(url)"\(sources["open-meteo"] ?? "")}
              openweather: \(keys("openweather"))
              hitokoto: \(keys("hitokoto"))
              nominatim: \(keys("nominatim"))
              qweather: {api_host: "\(url)"}
            log: {level: debug}
            \(yaml.withoutDiscovery)
            """
        return try Configuration.parse(
            yaml: Array(text.utf8),
            fileName: "test.yaml",
            environment: environment,
            catalogue: .kiatsu,
            topicRoom: { _, _, _, _ in nil }
        ).configuration
    }

    /// Runs the daemon while `body` runs, and stops it as SIGTERM does.
    func run<Value: Sendable>(
        _ configuration: Configuration,
        limits: HTTPLimits = Installation.patient,
        backoff: BackoffConfiguration = BackoffConfiguration(),
        _ body: (_ daemon: Running) async throws -> Value
    ) async throws -> Value {
        let (signals, continuation) = AsyncStream.makeStream(of: ControlSignal.self)
        let running = Running(configuration, signals: continuation)
        let daemon = Daemon(
            load: { () throws(ConfigurationErrors) in running.configuration },
            clock: clock,
            drawer: drawer,
            limits: limits,
            backoff: backoff,
            log: Logger(level: .debug, clock: clock) { [log] in log.append($0) }
        )
        let task = Task { try await daemon.run(configuration, signals: signals) }
        let result: Result<Value, any Error>
        do { result = .success(try await body(running)) } catch { result = .failure(error) }
        continuation.yield(.stop)
        try await task.value
        return try result.get()
    }

    /// The first log line with this text, waiting for it where there is none yet.
    @discardableResult
    func logs(_ text: String, since mark: Int = 0) async throws -> String {
        try await log.first(since: mark) { $0.contains(text) }
    }

    /// Waits until an upstream's answer for a widget, asked for when the clock was set to a moment, has been taken in.
    func reloaded(_ widget: String, at moment: UTCInstant) async throws {
        let beginning = "\(moment.iso8601) debug: \(widget) from "
        _ = try await log.first { $0.hasPrefix(beginning) && $0.hasSuffix(" timeline(s)") }
    }

    /// Waits until an upstream's answer for a widget has been taken in.
    func reloaded(_ widget: String, since mark: Int) async throws {
        _ = try await log.first(since: mark) {
            $0.contains(" debug: \(widget) from ") && $0.hasSuffix(" timeline(s)")
        }
    }

    /// Waits until the daemon sleeps until the next hour mark, and moves the clock there.
    func advanceToHourMark() async {
        let hour = clock.now.hourStart.addingHours(1)
        clock.set(to: await clock.nextSleep { $0 == hour })
    }
}

/// A daemon that runs.
final class Running: Sendable {
    private let signals: AsyncStream<ControlSignal>.Continuation
    private let next: Mutex<Configuration>

    init(_ configuration: Configuration, signals: AsyncStream<ControlSignal>.Continuation) {
        self.signals = signals
        next = Mutex(configuration)
    }

    var configuration: Configuration { next.withLock { $0 } }

    /// Reloads as for an operator who edits the configuration and sends SIGHUP.
    func reload(_ configuration: Configuration) {
        next.withLock { $0 = configuration }
        signals.yield(.reload)
    }
}

extension ObservedMessage {
    /// The entry of a compact, full or frame topic.
    var weather: DecodedWeather {
        get throws {
            try topic.hasSuffix("/frame")
                ? FrameDecoder.decode(payload) : WeatherPayload.decode(compactOrFull: payload)
        }
    }

    /// True if it is an entry for this hour.
    func isEntry(for hour: UTCInstant) -> Bool { (try? weather.date) == hour }
}

extension TopicRecorder {
    /// The entry for the hour on a panel's compact topic.
    @discardableResult
    func entry(for hour: UTCInstant, on panel: String, since mark: Int = 0) async throws -> DecodedWeather {
        try await first(on: "kiatsu/\(panel)/weather", since: mark) { $0.isEntry(for: hour) }.weather
    }

    /// Waits until the panel has this status.
    func status(_ status: String, of panel: String, since mark: Int = 0) async throws {
        try await first(on: "kiatsu/\(panel)/status", since: mark) { $0.text == status }
    }
}

extension DecodedWeather {
    /// The pressure of the entry's hour, in tenths of a hectopascal.
    var firstPressure: Int? { pressures.isEmpty ? nil : pressures[0].map { Int($0.tenthsHPa) } }
}
