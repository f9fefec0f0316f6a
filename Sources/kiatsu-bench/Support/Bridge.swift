/// A configuration of `kiatsu run` and the process that runs it, on a broker, an upstream and a store of its own.
struct Bridge {
    struct Panel {
        var id: String
        var latitude: String
        var longitude: String
    }

    enum Source: String {
        case openMeteo = "open-meteo"
        case openWeather = "openweather"
    }

    /// The name of the panels' places, which sample data does not have.
    static let placeName = "Bench"

    let broker: Broker
    let upstream: UpstreamServer
    private let stage: Stage
    private let directory: String
    private let configuration: String

    init(_ stage: Stage, name: String, panels: [Panel], source: Source = .openMeteo) throws(BenchmarkError) {
        self.stage = stage
        broker = try Broker(stage.workplace)
        upstream = try UpstreamServer()
        directory = stage.workplace.path(name)
        let list = panels.map { panel in
            "  - {id: \(panel.id), location: \"\(panel.latitude),\(panel.longitude)\", name: \(Self.placeName)}"
        }
        let text = """
            mqtt: {host: 127.0.0.1, port: \(broker.port)}
            source: \(source.rawValue)
            sources:
              open-meteo: {base_url: "\(upstream.baseURL)"}
              openweather: {base_url: "\(upstream.baseURL)"}
            location: {commands_per_minute: 6000}
            panels:
            \(list.joined(separator: "\n"))

            """
        configuration = try stage.workplace.write(text, to: "\(name).yaml")
    }

    /// One panel at one place.
    static func withOnePanel(_ stage: Stage, name: String) throws(BenchmarkError) -> Bridge {
        try Bridge(stage, name: name, panels: [Panel(id: "panel1", latitude: "35.65", longitude: "139.63")])
    }

    /// Panels `p0`, `p1`, … in turn at places that are each a cell of their own.
    static func panels(_ count: Int, places: Int) -> [Panel] {
        (0..<count).map { index in
            let place = index % places
            return Panel(
                id: "p\(index)",
                latitude: (35 + Double(place / 10) / 10).text(decimals: 2),
                longitude: (135 + Double(place % 10) / 10).text(decimals: 2)
            )
        }
    }

    /// Starts the daemon; its store is as the last run left it.
    func start() throws(BenchmarkError) -> ChildProcess {
        let log = "\(directory).log"
        return try ChildProcess(
            stage.kiatsu.path,
            ["run", "--config", configuration],
            environment: [
                "KIATSU_STORE_PATH": "\(directory)/kiatsu.db", "KIATSU_OPENWEATHER_API_KEY": "bench",
                // Or only root could measure it.
                "KIATSU_DUMPABLE": "1",
            ],
            output: .file(log),
            log: log,
            workplace: stage.workplace
        )
    }

    /// A client that sees what the panels get on one topic each, such as `status`.
    func observer(of topic: String) throws(BenchmarkError) -> MQTTSession {
        try MQTTSession(broker, identifier: "bench-observer-\(topic)", filter: "kiatsu/+/\(topic)")
    }

    /// Starts the daemon and returns when every panel has its first real entry and nothing more is published.
    func startAndSettle(_ panelCount: Int, observer: borrowing MQTTSession) throws(BenchmarkError) -> ChildProcess {
        let process = try start()
        guard try observer.wait(for: "fresh", count: panelCount, within: .seconds(60)) else {
            throw BenchmarkError("kiatsu publishes nothing fresh; it said:\n\(lastWords)")
        }
        try observer.waitForQuiet(of: .seconds(2))
        return process
    }

    /// The end of what the daemon logged.
    var lastWords: String {
        let text = (try? System.contents(of: "\(directory).log")) ?? ""
        return text.split(separator: "\n").suffix(5).joined(separator: "\n")
    }
}
