import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The state that the server's threads share; they hold this and not the server, so that the server's end can end them.
final class HTTPServerCore: Sendable {
    struct State {
        var handler: HTTPServer.Handler
        var requests: [HTTPServer.Request] = []
        var connectionCount = 0
        var abandonedAnswers = 0
        var isStopped = false
        /// Open sockets; whoever closes one takes it out first, so that no number is used after its end.
        var connections: Set<Int32> = []
        /// Two ends: held answers wait for the first to see the second close.
        var gate: (wait: Int32, open: Int32)
        /// First ends whose second is closed; threads may still poll them, so they stay open to the end.
        var spentGates: [Int32] = []
        var waiters: [(condition: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    let state: Mutex<State>
    private let listener: Int32

    init(handler: @escaping HTTPServer.Handler, listener: Int32) {
        self.listener = listener
        state = Mutex(State(handler: handler, gate: Self.makeGate()))
    }

    deinit {
        state.withLock { state in
            for gate in state.spentGates + [state.gate.wait, state.gate.open] { close(gate) }
        }
    }

    private static func makeGate() -> (wait: Int32, open: Int32) {
        var ends: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        return (ends[0], ends[1])
    }

    /// Changes the state and wakes those whose condition has become true.
    @discardableResult
    func change<Value>(_ body: (inout State) -> Value) -> Value where Value: Sendable {
        let (value, ready) = state.withLock { state in
            let value = body(&state)
            let waiters = state.waiters
            state.waiters = waiters.filter { !$0.condition(state) }
            return (value, waiters.filter { $0.condition(state) }.map(\.continuation))
        }
        for continuation in ready { continuation.resume() }
        return value
    }

    func wait(until condition: @escaping @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            change { $0.waiters.append((condition, continuation)) }
        }
    }

    func release() {
        let gate = change { state in
            let gate = state.gate
            state.spentGates.append(gate.wait)
            state.gate = Self.makeGate()
            return gate
        }
        close(gate.open)
    }

    func hangUp() {
        state.withLock { state in
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    func stop() {
        let isFirst = change { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        guard isFirst else { return }
        hangUp()
        shutdown(listener, Int32(SHUT_RDWR))
        release()
    }

    /// Runs on a thread of its own until the server stops.
    func acceptConnections() {
        while true {
            let connection = accept(listener, nil, nil)
            if connection < 0, errno == EINTR || errno == ECONNABORTED { continue }
            guard connection >= 0 else { break }
            let isOpen = change { state in
                if !state.isStopped {
                    state.connections.insert(connection)
                    state.connectionCount += 1
                }
                return !state.isStopped
            }
            guard isOpen else {
                close(connection)
                break
            }
            Thread.detachNewThread { self.serve(connection) }
        }
        close(listener)
    }

    private func serve(_ connection: Int32) {
        var buffer: [UInt8] = []
        while let request = HTTPServer.Request(from: connection, buffer: &buffer) {
            // The gate of the request's own time: one opened after a test has seen the request is open for it.
            let (handler, gate) = change { state in
                state.requests.append(request)
                return (state.handler, state.gate.wait)
            }
            guard answer(connection, with: handler(request), gate: gate) else { break }
        }
        change { _ = $0.connections.remove(connection) }
        close(connection)
    }
}

extension HTTPServerCore {
    /// Returns whether the connection can take another request.
    private func answer(_ connection: Int32, with response: HTTPServer.Response, gate: Int32) -> Bool {
        if response.isHeld, !waitForRelease(on: connection, gate: gate) { return false }
        let length = response.body.count
        switch response.ending {
        case .whole:
            return write(head(of: response, length: length) + response.body, to: connection)
        case .cutOff:
            _ = write(head(of: response, length: length + 100) + response.body, to: connection)
        case .stalled:
            if write(head(of: response, length: length + 100) + response.body, to: connection) {
                _ = waitForRelease(on: connection, gate: gate)
            }
        case .endless:
            let chunk = [UInt8](repeating: UInt8(ascii: " "), count: 16_384)
            var isOpen = write(head(of: response, length: nil), to: connection)
            while isOpen { isOpen = write(chunk, to: connection) }
            change { $0.abandonedAnswers += 1 }
        case .verbatim:
            _ = write(response.body, to: connection)
        case .unfinished:
            if write(response.body, to: connection) { _ = waitForRelease(on: connection, gate: gate) }
        case .dripping:
            drip(head(of: response, length: nil) + response.body, to: connection)
        }
        return false
    }

    /// Sends spaces after the bytes until the client has closed.
    private func drip(_ bytes: [UInt8], to connection: Int32) {
        var rest = bytes[...]
        var client = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        // What can be read is the end, and the pause is what is to be tried.
        while poll(&client, 1, 50) == 0 {
            guard write([rest.popFirst() ?? UInt8(ascii: " ")], to: connection) else { break }
        }
        change { $0.abandonedAnswers += 1 }
    }

    /// Returns false when the client closed first: it sends nothing while it waits, so what can be read is the end.
    private func waitForRelease(on connection: Int32, gate: Int32) -> Bool {
        var polls = [
            pollfd(fd: gate, events: 0, revents: 0), pollfd(fd: connection, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&polls, 2, -1) < 0 && errno == EINTR {}
        if polls[0].revents != 0 { return !state.withLock { $0.isStopped } }
        change { $0.abandonedAnswers += 1 }
        return false
    }

    /// A body without a length ends with the connection.
    private func head(of response: HTTPServer.Response, length: Int?) -> [UInt8] {
        var text = "HTTP/1.1 \(response.status) \(response.status < 400 ? "OK" : "Fault")\r\n"
        for (name, value) in response.headers { text += "\(name): \(value)\r\n" }
        text += length.map { "Content-Length: \($0)\r\n\r\n" } ?? "Connection: close\r\n\r\n"
        return Array(text.utf8)
    }

    private func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

extension HTTPServer.Request {
    /// Reads one request without a body; nil when the client closes or sends something else.
    init?(from connection: Int32, buffer: inout [UInt8]) {
        let end = Array("\r\n\r\n".utf8)
        var length: Int?
        while length == nil, buffer.count < 1 << 20 {
            var chunk = [UInt8](repeating: 0, count: 16_384)
            let count = recv(connection, &chunk, chunk.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            buffer += chunk[..<count]
            // A method begins with a letter; anything else, such as TLS, is not for this server.
            guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(buffer[0]) else { return nil }
            length = buffer.indices.first { buffer[$0...].starts(with: end) }
        }
        guard let length else { return nil }
        let lines = String(decoding: buffer[..<length], as: UTF8.self).components(separatedBy: "\r\n")
        buffer.removeFirst(length + end.count)
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        let target = words[1].split(separator: "?", maxSplits: 1)
        method = String(words[0])
        path = String(target[0])
        query = [:]
        for item in target.count > 1 ? target[1].split(separator: "&") : [] {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? String(parts[1]) : ""
            query[String(parts[0])] = value.removingPercentEncoding ?? value
        }
        headers = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
    }
}
