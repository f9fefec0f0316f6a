import CSSL
import Foundation
import Glibc
import Synchronization

/// The way over TLS to a server of the loopback interface that speaks none, with whatever certificate a test likes.
package final class TLSRelay: Sendable {
    package let port: UInt16
    private let listener: Int32
    private let pair: Mutex<Certificates.Pair>

    /// Relays to a base URL such as ``HTTPServer/baseURL``.
    package init(to target: String, _ pair: Certificates.Pair) throws {
        let target = target.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        var address = Self.address(port: 0)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isListening else { throw SystemError(call: "bind", code: errno) }
        self.listener = listener
        self.pair = Mutex(pair)
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { break }
                guard let pair = self?.certificate else {
                    close(client)
                    break
                }
                Thread.detachNewThread { Self.relay(client, to: target, pair) }
            }
            close(listener)
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// Without a trailing slash: `https://localhost:49152`.
    package var baseURL: String { "https://localhost:\(port)" }

    /// What the next connections are shown.
    package var certificate: Certificates.Pair {
        get { pair.withLock { $0 } }
        set { pair.withLock { $0 = newValue } }
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    /// Relays one connection until either side ends it.
    private static func relay(_ client: Int32, to target: UInt16, _ pair: Certificates.Pair) {
        // OpenSSL writes to a connection that may be gone.
        var pipe = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, nil)
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let context = SSL_CTX_new(TLS_server_method())
        let connection = SSL_new(context)
        defer {
            SSL_free(connection)
            SSL_CTX_free(context)
            for descriptor in [client, server] { close(descriptor) }
        }
        SSL_use_certificate_file(connection, pair.certificateFile, SSL_FILETYPE_PEM)
        SSL_use_PrivateKey_file(connection, pair.keyFile, SSL_FILETYPE_PEM)
        SSL_set_fd(connection, client)
        guard SSL_accept(connection) == 1 else { return }
        var address = address(port: target)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { return }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            var ready = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            if SSL_pending(connection) == 0, poll(&ready, 2, -1) < 0 { return }
            if SSL_pending(connection) > 0 || ready[0].revents != 0 {
                let count = SSL_read(connection, &buffer, Int32(buffer.count))
                guard count > 0, send(server, buffer, Int(count), Int32(MSG_NOSIGNAL)) == count else { return }
            } else if ready[1].revents != 0 {
                let count = recv(server, &buffer, buffer.count, 0)
                guard count > 0, SSL_write(connection, buffer, Int32(count)) > 0 else { return }
            }
        }
    }
}
