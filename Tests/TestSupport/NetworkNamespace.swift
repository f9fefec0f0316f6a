import Foundation
import Glibc

/// A network of its own, with a loopback interface and nothing else, whose packets a test may drop.
///
/// It is gone with the last reference to it and what runs in it.
package final class NetworkNamespace: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    /// True if the tests may make one, and drop packets in it.
    package static let isAvailable: Bool = {
        let tools = ["/usr/bin/unshare", "/usr/bin/nsenter", "/usr/sbin/iptables", "/usr/sbin/ip"]
        guard geteuid() == 0, tools.allSatisfy({ access($0, X_OK) == 0 }) else { return false }
        let script = "iptables -A INPUT -p tcp -m statistic --mode random --probability 0.3 -j DROP"
        guard let trial = try? ChildProcess("unshare", ["-n", "sh", "-c", script + " && kill -9 $$"]) else {
            return false
        }
        return trial.endedBySignal
    }()

    /// Keeps the namespace for as long as it runs.
    private let holder: Program

    /// Swift's Glibc has neither `setns` nor its constant CLONE_NEWNET.
    private static let setns: (@convention(c) (Int32, Int32) -> Int32)? = dlsym(nil, "setns").map {
        unsafeBitCast($0, to: (@convention(c) (Int32, Int32) -> Int32).self)
    }
    private static let network: Int32 = 0x4000_0000

    private static let environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]

    package init() async throws {
        let script = "ip link set lo up && echo up && exec sleep infinity"
        holder = try Program("/usr/bin/unshare", ["-n", "sh", "-c", script], environment: Self.environment)
        _ = try await holder.output.first { $0 == "up" }
    }

    /// The arguments of `nsenter` that lead into it; those of the command follow.
    package var entering: [String] { ["-t", "\(holder.identifier)", "-n"] }

    /// Runs a command in it to its end.
    package func run(_ arguments: String...) async throws {
        let program = try Program("/usr/bin/nsenter", entering + arguments, environment: Self.environment)
        guard await program.ending() == .exit(0) else {
            throw Failure(description: "\(arguments.joined(separator: " ")): \(program.errors.elements)")
        }
    }

    /// Drops packets to and from a port, of TCP unless told otherwise; all of them, or by chance.
    package func drop(port: UInt16, protocol name: String = "tcp", probability: Double? = nil) async throws {
        let chance = probability.map { ["-m", "statistic", "--mode", "random", "--probability", "\($0)"] } ?? []
        for side in ["--dport", "--sport"] {
            let rule = ["iptables", "-w", "-A", "INPUT", "-p", name, side, "\(port)"] + chance + ["-j", "DROP"]
            let program = try Program("/usr/bin/nsenter", entering + rule, environment: Self.environment)
            guard await program.ending() == .exit(0) else {
                throw Failure(description: "\(program.errors.elements)")
            }
        }
    }

    /// Lets all packets through again.
    package func dropNothing() async throws { try await run("iptables", "-w", "-F", "INPUT") }

    /// Does something on a thread that is in it for as long: sockets that are made meanwhile are of this network.
    package func inside<Value>(_ body: () throws -> Value) throws -> Value {
        let home = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)
        let here = open("/proc/\(holder.identifier)/ns/net", O_RDONLY | O_CLOEXEC)
        defer {
            close(home)
            close(here)
        }
        guard let enter = Self.setns, enter(here, Self.network) == 0 else {
            throw Failure(description: "setns: \(errno)")
        }
        defer { _ = enter(home, Self.network) }
        return try body()
    }
}
