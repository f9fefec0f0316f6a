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
        (listener, port) = try Loopback.listen()
        self.pair = Mutex(pair)
        Loopback.accept(on: listener) { [weak self] client in
            guard let pair = self?.certificate else { return false }
            Thread.detachNewThread { Self.relay(client, to: target, pair) }
            return true
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// Without a trailing slash: `https://localhost:49152`.
    package var baseURL: String { "https://localhost:\(port)" }

    /// The certificate that the next connections are shown.
    package var certificate: Certificates.Pair {
        get { pair.withLock { $0 } }
        set { pair.withLock { $0 = newValue } }
    }

    /// Relays one connection until either side ends it.
    private static func relay(_ client: Int32, to target: UInt16, _ pair: Certificates.Pair) {
        // OpenSSL writes to a connection that may be gone.
        var pipe = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, nil)
        let context = SSL_CTX_new(TLS_server_method())
        let connection = SSL_new(context)
        defer {
            SSL_free(connection)
            SSL_CTX_free(context)
            close(client)
        }
        SSL_use_certificate_file(connection, pair.certificateFile, SSL_FILETYPE_PEM)
        SSL_use_PrivateKey_file(connection, pair.keyFile, SSL_FILETYPE_PEM)
        SSL_set_fd(connection, client)
        guard SSL_accept(connection) == 1 else { return }
        guard let server = Loopback.connect(to: .port(target)) else { return }
        defer { close(server) }
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
