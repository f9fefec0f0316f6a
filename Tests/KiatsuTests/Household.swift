import Messaging
import TestSupport
import Time

/// The surroundings of the program itself: a broker, an upstream and a directory of its own, in the real time.
final class Household: Sendable {
    let broker: Broker
    let upstream: HTTPServer
    let directory: ScratchDirectory

    static let kiatsu = Program.path(of: "kiatsu")

    /// The network namespace of all of it; nil is that of the tests.
    private let namespace: NetworkNamespace?

    init(
        broker configuration: [String] = Broker.openToAll,
        files: [String: String] = [:],
        on listener: Broker.Listener = .socket,
        in namespace: NetworkNamespace? = nil
    ) throws {
        self.namespace = namespace
        broker = try Broker(configuration, files: files, on: listener, in: namespace)
        let start = {
            try HTTPServer { OpenMeteoFixture.response(to: $0, now: SystemWallClock().now) }
        }
        upstream = try namespace?.inside(start) ?? start()
        directory = try ScratchDirectory()
    }

    var configurationFile: String { directory.path + "/kiatsu.yaml" }

    /// Writes the configuration; `yaml` is without broker, store and upstreams, `mqtt` further keys of that section.
    ///
    /// `host` and `port` are those of the broker where they are not given.
    func configure(
        _ yaml: String,
        host: String? = nil,
        port: UInt16? = nil,
        mqtt: String = "",
        store: String = "kiatsu.db"
    ) throws {
        let given = (host ?? port.map { _ in "127.0.0.1" }).map { "host: \($0), port: \(port ?? broker.address.port)" }
        let text = """
            mqtt: {\(given ?? broker.address.keys)\(mqtt)}
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
        let line = [Self.kiatsu, command, "--config", configurationFile] + arguments
        let whole = (namespace.map { ["/usr/bin/nsenter"] + $0.entering } ?? []) + line
        return try Program(
            whole[0],
            Array(whole.dropFirst()),
            environment: environment.merging(["HOME": directory.path]) { $1 },
            forJournal: forJournal
        )
    }
}

extension Program {
    /// Ends it with a signal and waits until the recorder has the last that it said, or the broker for it.
    ///
    /// Messages that come after that are the next program's.
    func end(by signal: Int32, seenBy topics: TopicRecorder) async throws -> Ending {
        let mark = topics.mark
        send(signal)
        let ending = await ending()
        try await topics.first(on: "kiatsu/bridge/state", since: mark) { $0.text == "offline" }
        return ending
    }
}

extension ClientConfiguration {
    /// For a client of a test's own.
    static func to(_ address: Address, as clientID: String) -> ClientConfiguration {
        ClientConfiguration(host: address.host, port: address.port, clientID: clientID)
    }
}
