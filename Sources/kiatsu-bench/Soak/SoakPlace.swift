import CBench
import Time

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The surroundings of a soaked bridge: a broker, an upstream, and 1,000 panels at 100 places, ten of them with every
/// widget and format.
final class SoakPlace {
    static let panelCount = 1000
    private static let placeCount = 100
    private static let fullPanelCount = 10

    let broker: Broker
    let upstream: UpstreamServer
    let workplace: Workplace
    let configuration: String
    /// The file with the daemon's standard error.
    let log: String

    init(_ workplace: Workplace, clock: any WallClock) throws(BenchmarkError) {
        self.workplace = workplace
        broker = try Broker(workplace)
        upstream = try UpstreamServer(clock: clock)
        log = workplace.path("roles.log")
        let panels = Bridge.panels(Self.panelCount, places: Self.placeCount).enumerated().map { index, panel in
            let more =
                index < Self.fullPanelCount ? ", widgets: [weather, poem], pictures: [png], picture_size: 296x128" : ""
            return "  - {id: \(panel.id), location: \"\(panel.latitude),\(panel.longitude)\"\(more)}"
        }
        let text = """
            mqtt: {host: 127.0.0.1, port: \(broker.port)}
            store: {path: "\(workplace.path("soak.db"))"}
            sources: {open-meteo: {base_url: "\(upstream.baseURL)"}}
            location: {commands_per_minute: 6000}
            log: {level: warning}
            encodings: [compact, frame]
            panels:
            \(panels.joined(separator: "\n"))

            """
        configuration = try workplace.write(text, to: "soak.yaml")
    }

    /// The real program, in real time.
    func startProgram(_ kiatsu: KiatsuProgram) throws(BenchmarkError) -> ChildProcess {
        try ChildProcess(
            kiatsu.path,
            ["run", "--config", configuration],
            environment: ["KIATSU_STORE_PATH": workplace.path("soak.db"), "KIATSU_DUMPABLE": "1"],
            output: .file(log),
            log: log,
            workplace: workplace
        )
    }

    /// The number of panels whose retained entry is of this hour; 0 while the broker is away.
    func panels(showing hour: UTCInstant) -> Int {
        let needle = "\"ts\":\(hour.unixSeconds),"
        return max(0, Int(unsafe bench_count_retained(Int32(broker.port), "kiatsu/+/weather", needle)))
    }

    /// Waits until all panels show the hour.
    func waitForAll(showing hour: UTCInstant, within limit: Duration) throws(BenchmarkError) {
        let deadline = ContinuousClock.now + limit
        var count = 0
        while ContinuousClock.now < deadline {
            count = panels(showing: hour)
            if count == Self.panelCount { return }
            usleep(20_000)
        }
        throw BenchmarkError(
            "\(hour.iso8601): \(count) of \(Self.panelCount) panels have this hour; kiatsu said:\n\(lastWords)"
        )
    }

    /// Sends positions to random panels, some of them garbage, and waits until each is answered, and so on disk.
    func sendCommands(_ count: Int, using random: inout some RandomNumberGenerator) throws(BenchmarkError) {
        let session = try MQTTSession(broker, identifier: "soak-commands", filter: "kiatsu/+/location/response")
        for _ in 0..<count {
            let panel = Int.random(in: 0..<Self.panelCount, using: &random)
            let latitude = 35 + Double(Int.random(in: 0..<10, using: &random)) / 10
            let longitude = 135 + Double(Int.random(in: 0..<10, using: &random)) / 10
            let payload =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: "{\"lat\":NaN,\"lng\":["
                case 1: "{\"reset\":true}"
                default: "\(latitude.text(decimals: 2)),\(longitude.text(decimals: 2))"
                }
            session.send("kiatsu/p\(panel)/location/set", payload)
        }
        guard try session.wait(for: "\"ok\":", count: count, within: .seconds(60)) else {
            throw BenchmarkError("not all of \(count) commands were answered; kiatsu said:\n\(lastWords)")
        }
    }

    /// Sends positions to every panel, so that what the bridge keeps of a panel's commands is kept for all.
    func sendCommandsToAll(using random: inout some RandomNumberGenerator) throws(BenchmarkError) {
        for _ in 0..<25 { try sendCommands(Self.panelCount / 5, using: &random) }
    }

    /// Waits until the bridge tells of its health with this text in it, once `cause` has been done.
    func waitForHealth(
        with text: String,
        within limit: Duration,
        after cause: () -> Void
    ) throws(BenchmarkError) -> Bool {
        let session = try MQTTSession(broker, identifier: "soak-health", filter: "kiatsu/bridge/health")
        cause()
        return try session.wait(for: text, within: limit)
    }

    /// Waits until threads have ended that libdispatch keeps for five seconds in case there is work for them.
    func waitForIdleThreads() { usleep(7_000_000) }

    var lastWords: String {
        let text = (try? System.contents(of: log)) ?? ""
        return text.split(separator: "\n").suffix(8).joined(separator: "\n")
    }

    /// The number of lines that the daemon has logged.
    var logLines: Int { ((try? System.contents(of: log)) ?? "").split(separator: "\n").count }
}
