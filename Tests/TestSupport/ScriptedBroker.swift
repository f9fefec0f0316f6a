import Foundation
import Glibc
import Synchronization

/// Answers each connection's first packet with the next of its scripts, then ends the connection.
package final class ScriptedBroker: Sendable {
    package let port: UInt16
    private let listener: Int32
    private let state: Mutex<State>

    private struct State {
        var scripts: [[UInt8]]
        var served = 0
        /// The address for connections that have no script.
        let fallback: Address?
    }

    /// After the last script, connections are relayed to `fallback`; without one the last is repeated.
    package init(_ scripts: [[UInt8]], fallback: Address? = nil) throws {
        (listener, port) = try Loopback.listen()
        state = Mutex(State(scripts: scripts, fallback: fallback))
        Loopback.accept(on: listener) { [weak self] client in
            guard let self else { return false }
            Thread.detachNewThread { Self.serve(client, by: self.next()) }
            return true
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// For ``TLSRelay``.
    package var baseURL: String { "tcp://127.0.0.1:\(port)" }

    /// The number of connections so far.
    package var servedCount: Int { state.withLock { $0.served } }

    private enum Service {
        case script([UInt8])
        case relay(Address)
    }

    private func next() -> Service {
        state.withLock { state in
            state.served += 1
            if state.served <= state.scripts.count { return .script(state.scripts[state.served - 1]) }
            if let fallback = state.fallback { return .relay(fallback) }
            return .script(state.scripts.last ?? [])
        }
    }

    private static func serve(_ client: Int32, by service: Service) {
        defer { close(client) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        switch service {
        case .script(let bytes):
            guard recv(client, &buffer, buffer.count, 0) > 0 else { return }
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
            shutdown(client, Int32(SHUT_WR))
            while recv(client, &buffer, buffer.count, 0) > 0 {}
        case .relay(let target):
            guard let server = Loopback.connect(to: target) else { return }
            defer { close(server) }
            var ends = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            while poll(&ends, 2, -1) > 0 {
                for (from, to) in [(client, server), (server, client)] {
                    guard ends.contains(where: { $0.fd == from && $0.revents != 0 }) else { continue }
                    let count = recv(from, &buffer, buffer.count, 0)
                    guard count > 0, send(to, buffer, count, Int32(MSG_NOSIGNAL)) == count else { return }
                }
            }
        }
    }
}

/// Streams that no broker sends: each type of packet with each fault.
package enum HostileStreams {
    /// The packet by which a broker lets a client in.
    package static func letIn(isVersion5: Bool) -> [UInt8] { isVersion5 ? [0x20, 3, 0, 0, 0] : [0x20, 2, 0, 0] }

    /// A packet for which libmosquitto 2.0 ends the process.
    package static let unknownProperty: [UInt8] = [0x20, 5, 0, 0, 2, 5, 0]

    /// Some 300 by name, half of them in the place of CONNACK, half of them after it.
    package static func all(isVersion5: Bool) -> [(name: String, bytes: [UInt8])] {
        var streams: [(name: String, bytes: [UInt8])] = []
        for type in UInt8(0)...15 {
            for (name, packet) in packets(of: type) {
                streams.append(("\(name) of type \(type) first", packet))
                streams.append(("\(name) of type \(type)", letIn(isVersion5: isVersion5) + packet))
            }
        }
        return streams + special.map { ($0.name, letIn(isVersion5: isVersion5) + $0.bytes) }
    }

    private static func packets(of type: UInt8) -> [(String, [UInt8])] {
        let first = type << 4 | ([6, 8, 10].contains(type) ? 2 : 0)
        return [
            ("empty", [first, 0]),
            ("one byte", [first, 1, 0]),
            ("identifier 0", [first, 2, 0, 0]),
            ("unknown identifier", [first, 2, 0x7F, 0xFF]),
            ("unknown property", [first, 6, 0, 1, 0, 2, 5, 0]),
            ("property past the end", [first, 6, 0, 1, 0, 0x7F, 0x25, 1]),
            ("flags", [first | 0x0F, 4, 0, 1, 0, 0]),
            ("256 MB", [first, 0xFF, 0xFF, 0xFF, 0x7F, 0, 1]),
            ("length of five bytes", [first, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]),
            ("cut short", [first, 40, 0, 1, 0]),
        ]
    }

    private static let special: [(name: String, bytes: [UInt8])] = [
        ("topic of nothing", [0x30, 3, 0, 0, 0]), ("topic past the end", [0x30, 3, 0xFF, 0xFF, 0]),
        ("topic that is no UTF-8", [0x30, 6, 0, 3, 0xC0, 0x80, 0xFF, 0]), ("topic with NUL", [0x30, 4, 0, 1, 0, 0]),
        ("topic with an escape", [0x32, 6, 0, 1, 0x1B, 0, 9, 0]),
        ("topic with wildcards", [0x30, 6, 0, 3, 0x23, 0x2F, 0x2B, 0]),
        ("QoS 3", [0x36, 6, 0, 1, 0x61, 0, 1, 0]),
        ("QoS 2 for ever", Array(repeating: [0x34, 6, 0, 1, 0x61, 0, 1, 0], count: 500).joined().map { $0 }),
        ("topic alias", [0x30, 7, 0, 1, 0x61, 3, 0x23, 0, 1]),
        ("alias in the place of a topic", [0x30, 6, 0, 0, 3, 0x23, 0, 1]),
        (
            "properties for ever",
            [0x30, 0xFD, 0x7F, 0, 1, 0x61, 0xF7, 0x7F] + Array(repeating: [0x26, 0, 0, 0, 0], count: 3275).joined() + [
                0, 0,
            ]
        ),
        ("SUBACK of 100 codes", [0x90, 103, 0, 1, 0] + Array(repeating: 1, count: 100)),
        ("PUBACK 10,000 times", Array(repeating: [0x40, 2, 0, 1], count: 10_000).joined().map { $0 }),
        ("PINGRESP 10,000 times", Array(repeating: [0xD0, 0], count: 10_000).joined().map { $0 }),
        ("CONNACK twice", [0x20, 3, 0, 0, 0]), ("CONNACK of 3.1.1", [0x20, 2, 0, 0]),
        ("HTTP", Array("HTTP/1.1 200 OK\r\n\r\n".utf8)), ("zeros", Array(repeating: 0, count: 70_000)),
        ("ones", Array(repeating: 0xFF, count: 70_000)), ("nothing", []),
    ]
}
