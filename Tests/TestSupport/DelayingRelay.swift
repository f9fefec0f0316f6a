import Foundation
import Glibc
import Synchronization

/// A way to what listens on this machine, on which all that is sent arrives, in order and so much later.
package final class DelayingRelay: Sendable {
    package let port: UInt16
    private let listener: Int32
    private let connections: Mutex<[Int32]>

    package init(to target: Address, delay: Duration) throws {
        (listener, port) = try Loopback.listen()
        connections = Mutex([])
        Loopback.accept(on: listener) { [weak self] client in
            self?.relay(client, to: target, delay: delay)
            return true
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        for descriptor in connections.withLock({ $0 }) { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    private func relay(_ client: Int32, to target: Address, delay: Duration) {
        guard let server = Loopback.connect(to: target) else {
            close(client)
            return
        }
        for descriptor in [client, server] {
            var enabled: Int32 = 1
            // A socket file has no such option, and no need of it.
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &enabled, socklen_t(MemoryLayout<Int32>.size))
        }
        connections.withLock { $0 += [client, server] }
        // The descriptors stay open until the process ends: closed, their numbers might be another test's.
        Line(from: client, to: server, delay: delay).start()
        Line(from: server, to: client, delay: delay).start()
    }
}

/// One direction of a connection: what was read waits for its time, and the end of input with it.
private final class Line: Sendable {
    private struct Chunk {
        var bytes: [UInt8]
        var due: ContinuousClock.Instant
    }

    private let source: Int32
    private let target: Int32
    private let delay: Duration
    private let chunks = Mutex<[Chunk]>([])
    private let isFilled = DispatchSemaphore(value: 0)

    init(from source: Int32, to target: Int32, delay: Duration) {
        self.source = source
        self.target = target
        self.delay = delay
    }

    func start() {
        Thread.detachNewThread { self.read() }
        Thread.detachNewThread { self.write() }
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            let chunk = Chunk(bytes: Array(buffer[..<max(0, count)]), due: .now + delay)
            chunks.withLock { $0.append(chunk) }
            isFilled.signal()
            if count <= 0 { return }
        }
    }

    private func write() {
        while true {
            isFilled.wait()
            let chunk = chunks.withLock { $0.removeFirst() }
            let remaining = ContinuousClock.now.duration(to: chunk.due)
            if remaining > .zero { usleep(UInt32(remaining / .microseconds(1))) }
            guard !chunk.bytes.isEmpty, send(target, chunk.bytes, chunk.bytes.count, Int32(MSG_NOSIGNAL)) >= 0 else {
                shutdown(target, Int32(SHUT_WR))
                return
            }
        }
    }
}
