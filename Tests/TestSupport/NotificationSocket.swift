import Foundation
import Glibc

/// The socket that a service manager listens on, such as systemd with NOTIFY_SOCKET.
package final class NotificationSocket: Sendable {
    package struct Failure: Error {}

    /// The messages that came, one an element.
    package let messages = Recorder<String>()
    /// The value of NOTIFY_SOCKET.
    package let name: String
    private let descriptor: Int32

    /// Listens at a path, or at a name in the abstract namespace that begins with `@`.
    package init(_ name: String) throws {
        self.name = name
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var path = Array(name.utf8)
        if path.first == UInt8(ascii: "@") { path[0] = 0 }
        withUnsafeMutableBytes(of: &address) { $0[2...].copyBytes(from: path) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(2 + path.count)) == 0
            }
        }
        guard isBound else {
            close(descriptor)
            throw Failure()
        }
        Thread.detachNewThread { [descriptor, messages] in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count > 0 else { break }
                messages.append(String(decoding: buffer.prefix(count), as: UTF8.self))
            }
            close(descriptor)
        }
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// The first message since the mark with this text, waiting for it where there is none yet.
    @discardableResult
    package func first(_ text: String, since mark: Int = 0) async throws -> String {
        try await messages.first(since: mark) { $0.contains(text) }
    }
}
