import TestSupport
import Time

/// What the program itself works with: a broker, an upstream and a directory of its own, in the real time.
final class Household: Sendable {
    let broker: Broker
    let upstream: HTTPServer
    let directory: ScratchDirectory

    static let kiatsu = Program.path(of: "kiatsu")

    init(broker configuration: [String] = Broker.openToAll, files: [String: String] = [:]) throws {
        broker = try Broker(configuration, files: files)
        upstream = try HTTPServer { OpenMeteoFixture.response(to: $0, now: SystemWallClock().now) }
        directory = try ScratchDirectory()
    }

    var configurationFile: String { directory.path + "/kiatsu.yaml" }

    /// Writes the configuration; `yaml` is without broker, store and upstreams, `mqtt` further keys of that section.
    func configure(_ yaml: String, mqtt: String = "", store: String = "kiatsu.db") throws {
        let text = """
            mqtt: {host: 127.0.0.1, port: \(broker.port)\(mqtt)}
            store: {path: "\(store)"}
            sources: {open-meteo: {base_url: "\(upstream.baseURL)"}, openweather: {base_url: "\(upstream.baseURL)"}}
            \(yaml.withoutDiscovery)
            """
        try directory.write(text + "\n", to: "kiatsu.yaml")
    }

    /// Starts a command with the configuration.
    func start(
        _ command: String = "run",
        _ arguments: [String] = [],
        environment: [String: String] = [:],
        forJournal: Bool = false
    ) throws -> Program {
        try Program(
            Self.kiatsu,
            [command, "--config", configurationFile] + arguments,
            environment: environment.merging(["HOME": directory.path]) { $1 },
            forJournal: forJournal
        )
    }
}
