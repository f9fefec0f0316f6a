import Foundation
import Glibc

/// Stands before a real broker, and turns away who speaks MQTT 5, as brokers do that are older than it.
package final class OldBroker: Sendable {
    /// The broker's treatment of clients that speak MQTT 5.
    package enum Manner: Sendable {
        /// These bytes, and the end of the connection.
        case answer([UInt8])
        /// Neither an answer nor an end.
        case silence
    }

    package let port: UInt16
    /// The version of each CONNECT: 4 for 3.1.1, 5 for 5.
    package let levels: Recorder<UInt8>
    private let listener: Int32

    package init(before broker: Broker, _ manner: Manner) throws {
        (listener, port) = try Loopback.listen()
        let levels = Recorder<UInt8>()
        self.levels = levels
        let target = broker.address
        Loopback.accept(on: listener) { client in
            Thread.detachNewThread { Self.serve(client, target: target, manner, levels) }
            return true
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func serve(_ client: Int32, target: Address, _ manner: Manner, _ levels: Recorder<UInt8>) {
        defer { close(client) }
        guard let hello = read(client) else { return }
        // Type, remaining length of one byte or two, the name MQTT with its length, the version.
        let level = hello.count > 9 ? hello[hello[1] < 0x80 ? 8 : 9] : 0
        levels.append(level)
        guard level != 5 else {
            switch manner {
            case .answer(let answer): write(answer, to: client)
            case .silence: _ = read(client)
            }
            return
        }
        guard let broker = Loopback.connect(to: target) else { return }
        defer { close(broker) }
        write(hello, to: broker)
        var ends = [client, broker].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&ends, 2, -1) > 0 {
            for (from, to) in [(0, 1), (1, 0)] where ends[from].revents != 0 {
                guard let bytes = read(ends[from].fd) else { return }
                write(bytes, to: ends[to].fd)
            }
        }
    }

    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
