import Foundation
import Glibc

/// Connections within this machine: ports of the loopback interface, and socket files.
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

    /// A connection; nil where nobody listens there.
    static func connect(to target: Address) -> Int32? {
        let descriptor: Int32
        let isConnected: Bool
        switch target {
        case .port(let port):
            descriptor = streamSocket()
            isConnected = with(address(port: port)) { Glibc.connect(descriptor, $0, $1) == 0 }
        case .socket(let path):
            descriptor = streamSocket(AF_UNIX)
            isConnected = with(address(path: Array(path.utf8))) { Glibc.connect(descriptor, $0, $1) == 0 }
        }
        guard isConnected else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Keeps a port for this process, which other processes with tests see by an abstract socket of its number; false
    /// where one of them has it, or this one already.
    ///
    /// The descriptor stays open until the process ends.
    static func reserve(_ port: UInt16) -> Bool {
        let descriptor = streamSocket(AF_UNIX)
        guard with(address(path: [0] + "kiatsu-tests-\(port)".utf8), { bind(descriptor, $0, $1) == 0 }) else {
            close(descriptor)
            return false
        }
        return true
    }

    /// True if nobody has taken a port.
    static func isFree(_ port: UInt16) -> Bool {
        let descriptor = streamSocket()
        defer { close(descriptor) }
        return with(address(port: port)) { bind(descriptor, $0, $1) == 0 }
    }

    private static func streamSocket(_ family: Int32 = AF_INET) -> Int32 {
        socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    private static func with<Kind>(_ address: Kind, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool) -> Bool {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<Kind>.size))
            }
        }
    }

    /// Zeros follow the path, which is cut where it does not fit.
    private static func address(path: [UInt8]) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.prefix($0.count - 1)) }
        return address
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
