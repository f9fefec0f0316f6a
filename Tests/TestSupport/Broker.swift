package import Foundation
import Glibc
import Synchronization

/// A real mosquitto on a socket file, in a directory of its own.
package final class Broker: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    package let address: Address

    /// The network of the broker and its clients; nil is that of the tests.
    let namespace: NetworkNamespace?

    /// The broker's directory, where further files for its configuration may be put; gone with the broker.
    package let directory: URL
    private let process: Mutex<ChildProcess>

    /// The broker's default settings: it lets everybody in and keeps nothing across a restart.
    package static let openToAll = ["allow_anonymous true", "persistence false"]

    /// The endpoint that a broker listens on.
    package enum Listener: Sendable {
        /// A file in its directory.
        case socket
        /// A port of the loopback interface, for tests of what only TCP has.
        case port
    }

    /// Starts a broker and returns once it accepts connections; in a namespace it listens on a port.
    ///
    /// `configuration` are lines for mosquitto.conf, added to the listener, the log and the limits. Of `files`, one
    /// called openssl.cnf is OpenSSL's configuration for it.
    package init(
        _ configuration: [String] = Broker.openToAll,
        files: [String: String] = [:],
        on listener: Listener = .socket,
        in namespace: NetworkNamespace? = nil
    ) throws {
        self.namespace = namespace
        directory = FileManager.default.temporaryDirectory.appending(path: "broker-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: directory.appending(path: name)) }
        address =
            listener == .socket && namespace == nil
            ? .socket(directory.path + "/socket") : .port(try Self.freePort())
        try Self.write(configuration, address, in: directory)
        let started = try Self.launch(in: directory, address, namespace)
        guard let started else {
            let log = (try? Self.log(in: directory)) ?? ""
            try? FileManager.default.removeItem(at: directory)
            throw Failure(description: "mosquitto did not start: \(log)")
        }
        process = Mutex(started)
    }

    deinit {
        process.withLock { $0 }.end(with: SIGKILL)
        try? FileManager.default.removeItem(at: directory)
    }

    /// Ends it as a power cut would.
    package func kill() { process.withLock { $0 }.end(with: SIGKILL) }

    /// Ends it as an administrator would.
    package func stop() { process.withLock { $0 }.end(with: SIGTERM) }

    /// Makes it read its rules, passwords and configuration again.
    package func reload() async throws {
        let times = try log.ranges(of: "Reloading config").count
        process.withLock { $0 }.send(SIGHUP)
        try await logs("Reloading config", times: times + 1)
    }

    /// Starts it again where it was, with other lines of configuration where they are given; without persistence it has
    /// forgotten everything.
    package func restart(_ configuration: [String]? = nil) throws {
        process.withLock { $0 }.end(with: SIGTERM)
        if let configuration { try Self.write(configuration, address, in: directory) }
        guard let process = try Self.launch(in: directory, address, namespace) else {
            throw Failure(description: "mosquitto did not start again on \(address)")
        }
        self.process.withLock { $0 = process }
    }

    /// The broker's log since its last start, every packet among it.
    package var log: String {
        get throws { try Self.log(in: directory) }
    }

    private static func log(in directory: URL) throws -> String {
        // Not `String(contentsOf:)`, which leaks a page for each empty file that it reads.
        let file = try FileHandle(forReadingFrom: directory.appending(path: "log"))
        return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    }

    /// Waits until its log has the text so many times; throws with the last lines when the task is cancelled, as by a
    /// test's time limit.
    package func logs(_ text: String, times: Int = 1) async throws {
        do {
            try await eventually { try self.log.ranges(of: text).count >= times }
        } catch is CancellationError {
            let last = try log.split(separator: "\n").suffix(20).joined(separator: "\n")
            throw Failure(description: "mosquitto did not log “\(text)” \(times) times; last:\n\(last)")
        }
    }

    /// Publishes with mosquitto_pub and returns once the broker has acknowledged it.
    ///
    /// `options` are further options of mosquitto_pub, such as `-D publish response-topic answers`.
    package func publish(_ topic: String, _ payload: String, retained: Bool = false, options: [String] = []) throws {
        Journal.shared?.noteOwn(topic: topic, payload: Array(payload.utf8))
        var arguments = address.options + ["-V", "5", "-q", "1", "-t", topic, "-m", payload]
        if retained { arguments.append("-r") }
        try Self.start("mosquitto_pub", arguments + options, in: namespace).waitForEnd()
    }

    static func start(
        _ program: String,
        _ arguments: [String],
        in namespace: NetworkNamespace?,
        output: Int32? = nil
    ) throws -> ChildProcess {
        guard let namespace else { return try ChildProcess(program, arguments, output: output) }
        return try ChildProcess("nsenter", namespace.entering + [program] + arguments, output: output)
    }

    private static func write(_ configuration: [String], _ address: Address, in directory: URL) throws {
        // Not 0 for no limit: 2.0.11 then closes the connection of whoever publishes what its rules forbid.
        let lines =
            [
                address.listener, "set_tcp_nodelay true", "max_queued_messages 100000", "user root",
                "log_dest file \(directory.path)/log", "log_type all",
            ] + configuration.map { $0.replacing("$DIRECTORY", with: directory.path) }
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: directory.appending(path: "mosquitto.conf"))
    }

    /// Returns `nil` when mosquitto gave up, as it does when somebody else has taken a port.
    private static func launch(
        in directory: URL,
        _ address: Address,
        _ namespace: NetworkNamespace?
    ) throws -> ChildProcess? {
        try Data().write(to: directory.appending(path: "log"))
        let file = directory.appending(path: "mosquitto.conf").path
        let settings = directory.appending(path: "openssl.cnf").path
        let process =
            if FileManager.default.fileExists(atPath: settings) {
                try start("env", ["OPENSSL_CONF=" + settings, "mosquitto", "-c", file], in: namespace)
            } else {
                try start("mosquitto", ["-c", file], in: namespace)
            }
        while process.isRunning {
            // The line says that this broker, and not another one, listens there.
            if try log(in: directory).contains(" running"), namespace != nil || accepts(at: address) { return process }
            usleep(2000)
        }
        return nil
    }

    /// A port that nobody else has, and that no other test is given while this process lives.
    ///
    /// Below the ports that the kernel gives to clients: one of those could be taken while the broker is away.
    package static func freePort() throws -> UInt16 {
        for _ in 0..<1000 {
            let port = UInt16.random(in: 10_240..<32_000)
            if Loopback.isFree(port), Loopback.reserve(port) { return port }
        }
        throw Failure(description: "no free port")
    }

    private static func accepts(at address: Address) -> Bool {
        guard let descriptor = Loopback.connect(to: address) else { return false }
        close(descriptor)
        return true
    }
}
