#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A mosquitto of the benchmark's own on a free loopback port.
final class Broker {
    /// All defaults but for these: no Nagle on its side, and more in flight than the 20 it grants over MQTT 5, as the
    /// manual advises; and a longer queue for what waits for an observer.
    static let settings = ["set_tcp_nodelay true", "max_inflight_messages 1000", "max_queued_messages 100000"]

    let port: UInt16
    private(set) var process: ChildProcess
    private let workplace: Workplace

    init(_ workplace: Workplace) throws(BenchmarkError) {
        self.workplace = workplace
        for _ in 0..<5 {
            let port = try LoopbackSocket.freePort()
            guard let process = try Self.launch(port, workplace) else { continue }
            self.port = port
            self.process = process
            return
        }
        throw BenchmarkError("mosquitto does not start on a free port")
    }

    /// Starts it again where it was; what it had retained is gone.
    func restart() throws(BenchmarkError) {
        process.stop(SIGKILL)
        for _ in 0..<5 {
            guard let process = try Self.launch(port, workplace) else { continue }
            self.process = process
            return
        }
        throw BenchmarkError("mosquitto does not start again on port \(port)")
    }

    /// Nil where it ended at once: another program may have taken the port meanwhile.
    private static func launch(_ port: UInt16, _ workplace: Workplace) throws(BenchmarkError) -> ChildProcess? {
        let lines = ["listener \(port) 127.0.0.1", "allow_anonymous true", "persistence false"] + settings
        let log = workplace.path("mosquitto.log")
        let file = try workplace.write(lines.joined(separator: "\n") + "\n", to: "mosquitto-\(port).conf")
        let process = try ChildProcess(try program(), ["-c", file], output: .file(log), log: log, workplace: workplace)
        while process.isRunning {
            if LoopbackSocket.accepts(port) { return process }
            usleep(5000)
        }
        return nil
    }

    static func program() throws(BenchmarkError) -> String {
        let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
        let directories = path.split(separator: ":") + ["/usr/sbin", "/usr/local/sbin"]
        let paths = directories.map { "\($0)/mosquitto" }
        let found = paths.first { unsafe access($0, X_OK) == 0 }
        guard let found else { throw BenchmarkError("mosquitto is not installed") }
        return found
    }
}
