import Support
import Synchronization
import Time

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Open-Meteo and OpenWeather on loopback: answers every request at once, over kept connections.
final class UpstreamServer: Sendable {
    /// The upstream's behaviour towards requests.
    enum Behaviour: Int, CaseIterable {
        case answer
        /// Answers 500.
        case fail
        /// Answers text that is not JSON.
        case babble
        /// Announces more than it sends, and closes the connection.
        case breakOff
    }

    let port: UInt16
    private let requests = Atomic<Int>(0)
    private let behaviour = Atomic<Int>(Behaviour.answer.rawValue)

    /// The number of requests answered.
    var requestCount: Int { requests.load(ordering: .relaxed) }

    var baseURL: String { "http://127.0.0.1:\(port)" }

    func behave(_ behaviour: Behaviour) { self.behaviour.store(behaviour.rawValue, ordering: .relaxed) }

    /// Serves until the process ends, with forecasts from the hour of the clock on.
    init(clock: any WallClock = SystemWallClock()) throws(BenchmarkError) {
        let listener = try LoopbackSocket.makeListener()
        port = listener.port
        try Thread.start("upstream") { [self] in
            var answers = ForecastAnswers(clock: clock)
            serve(listener.descriptor, &answers)
        }
    }

    private func serve(_ listener: Int32, _ answers: inout ForecastAnswers) {
        var entries = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
        var received: [Int32: [UInt8]] = [:]
        while true {
            guard unsafe poll(&entries, nfds_t(entries.count), -1) > 0 else { continue }
            for entry in entries where entry.revents != 0 {
                if entry.fd == listener {
                    let connection = takeConnection(listener)
                    if connection >= 0 { received[connection] = [] }
                } else if !serveRequests(entry.fd, &received[entry.fd, default: []], &answers) {
                    close(entry.fd)
                    received[entry.fd] = nil
                }
            }
            entries = [entries[0]] + received.keys.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        }
    }

    private func takeConnection(_ listener: Int32) -> Int32 {
        let connection = accept(listener, nil, nil)
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        var enabled: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        unsafe setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &enabled, size)
        return connection
    }

    /// Reads what is there and answers the requests that are whole; false when the connection is over.
    private func serveRequests(_ connection: Int32, _ buffer: inout [UInt8], _ answers: inout ForecastAnswers) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 16_384)
        let count = unsafe recv(connection, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        buffer += chunk[..<count]
        // A GET has no body: it ends with its headers.
        while let end = Self.endOfRequest(in: buffer) {
            let target = buffer[..<end].split(separator: UInt8(ascii: " "), maxSplits: 2).dropFirst().first ?? []
            buffer.removeFirst(end)
            requests.add(1, ordering: .relaxed)
            let behaviour = Behaviour(rawValue: behaviour.load(ordering: .relaxed)) ?? .answer
            let answer =
                switch behaviour {
                case .answer: answers.answer(to: String(decoding: target, as: UTF8.self))
                case .fail: ForecastAnswers.response("500 Internal Server Error", body: [])
                case .babble: ForecastAnswers.response("200 OK", body: Array("<html>later</html>".utf8))
                case .breakOff: Array("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n[{".utf8)
                }
            guard write(answer, to: connection), behaviour != .breakOff else { return false }
        }
        return true
    }

    private static func endOfRequest(in buffer: [UInt8]) -> Int? {
        let end: [UInt8] = [13, 10, 13, 10]
        guard buffer.count >= end.count else { return nil }
        return (0...buffer.count - end.count).first { buffer[$0..<$0 + end.count].elementsEqual(end) }
            .map { $0 + end.count }
    }

    private func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes { rest in
                unsafe send(connection, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
