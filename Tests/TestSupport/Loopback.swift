import Foundation
import Glibc

/// TCP on the loopback interface.
enum Loopback {
    /// Listens on a free port.
    static func listen() throws -> (listener: Int32, port: UInt16) {
        let listener = streamSocket()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        var address = address(port: 0)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && Glibc.listen(listener, 64) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isListening else {
            let code = errno
            close(listener)
            throw SystemError(call: "bind", code: code)
        }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// Hands over each connection, on a thread of its own, until `serve` gives false or the listener is shut down.
    ///
    /// The thread closes the listener: closed elsewhere, its number might be another test's before this has seen it.
    static func accept(on listener: Int32, serve: @escaping @Sendable (Int32) -> Bool) {
        Thread.detachNewThread {
            while true {
                let client = Glibc.accept(listener, nil, nil)
                guard client >= 0 else { break }
                guard serve(client) else {
                    close(client)
                    break
                }
            }
            close(listener)
        }
    }

    /// A connection to a port; nil where nobody listens there.
    static func connect(to port: UInt16) -> Int32? {
        let descriptor = streamSocket()
        var address = address(port: port)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Whether nobody has taken a port.
    static func isFree(_ port: UInt16) -> Bool {
        let descriptor = streamSocket()
        defer { close(descriptor) }
        var address = address(port: port)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func streamSocket() -> Int32 {
        socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
