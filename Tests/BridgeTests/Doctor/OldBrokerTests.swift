import Configuration
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Bridge

/// Stands before a real broker, and turns away who speaks MQTT 5, as brokers do that are older than it.
private final class OldBroker: Sendable {
    let port: UInt16
    private let listener: Int32

    /// `answer` is what who is turned away gets, before the end of the connection.
    init(before broker: Broker, answer: [UInt8]) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        var address = Self.address(0)
        let listener = listener
        let failed = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) != 0 || listen(listener, 16) != 0
                    || getsockname(listener, address, &size) != 0
            }
        }
        guard !failed else { throw CocoaError(.fileWriteUnknown) }
        port = UInt16(bigEndian: address.sin_port)
        let target = broker.port
        Thread.detachNewThread {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                Thread.detachNewThread { Self.serve(client, target: target, answer: answer) }
            }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func serve(_ client: Int32, target: UInt16, answer: [UInt8]) {
        defer { close(client) }
        guard let hello = read(client) else { return }
        // Type, remaining length of one byte or two, the name MQTT with its length, the version.
        let level = hello.count > 8 ? hello[hello[1] < 0x80 ? 8 : 9] : 0
        guard level != 5 else {
            write(answer, to: client)
            return
        }
        let broker = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(broker) }
        var address = address(target)
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(broker, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard connected else { return }
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

@Suite(.timeLimit(.minutes(1)))
struct OldBrokerTests {
    @Test(arguments: [[0x20, 2, 0, 1], [0x20, 3, 0, 0x84, 0], []] as [[UInt8]])
    func `a broker without MQTT 5 is examined with 3.1.1, and the setting is named`(answer: [UInt8]) async throws {
        let practice = try Practice()
        let old = try OldBroker(before: practice.broker, answer: answer)
        var configuration = try practice.configuration()
        configuration.mqtt.port = Int(old.port)
        let findings = await practice.findings(configuration)
        #expect(findings.faults.map(\.check) == ["protocol"], "\(findings)")
        #expect(findings.has("protocol", .fault, "lets us in with MQTT 3.1.1", "mqtt.protocol: 3.1.1"), "\(findings)")
        #expect(findings.has("connection", .ok, "over MQTT 3.1.1") && findings.has("retain", .ok), "\(findings)")
    }
}
