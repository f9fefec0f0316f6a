import Glibc
import Synchronization

/// A connection within this machine that is read byte by byte, by one thread.
///
/// `@unchecked`: what was read ahead is the reading thread's alone, the descriptor is under the lock.
final class SmallReaderSocket: @unchecked Sendable {
    enum Wait {
        case ready, nothing, ended
    }

    private let descriptor: Int32
    private let isOpen = Mutex(true)
    private var read: [UInt8] = []
    private var next = 0

    init(_ address: Address) throws {
        guard let descriptor = Loopback.connect(to: address) else {
            throw Broker.Failure(description: "no connection to \(address)")
        }
        self.descriptor = descriptor
    }

    /// The next byte; nil when the connection is over.
    func nextByte() -> UInt8? {
        if next == read.count {
            guard fill() else { return nil }
        }
        next += 1
        return read[next - 1]
    }

    func waitForByte(upTo limit: Duration) -> Wait {
        if next < read.count { return .ready }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds = limit / .milliseconds(1)
        guard poll(&entry, 1, Int32(max(0, milliseconds.rounded(.up)))) > 0 else { return .nothing }
        return fill() ? .ready : .ended
    }

    func send(_ bytes: [UInt8]) {
        isOpen.withLock { isOpen in
            if isOpen { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
        }
    }

    /// Sends all of it, waiting for as long as the other end takes; false when the connection is over.
    func sendAll(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Ends the connection, upon which the reading thread finds its end.
    func end() {
        isOpen.withLock { isOpen in
            if isOpen { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// For the reading thread, when it has found the end.
    func close() {
        isOpen.withLock { isOpen in
            if isOpen { Glibc.close(descriptor) }
            isOpen = false
        }
    }

    private func fill() -> Bool {
        read = Array(repeating: 0, count: 1024)
        next = 0
        var count = recv(descriptor, &read, read.count, 0)
        while count < 0, errno == EINTR { count = recv(descriptor, &read, read.count, 0) }
        read.removeLast(read.count - max(0, count))
        return count > 0
    }
}
