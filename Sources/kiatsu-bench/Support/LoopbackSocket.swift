import Support

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// TCP on 127.0.0.1.
enum LoopbackSocket {
    /// A port that nobody listened on a moment ago.
    static func freePort() throws(BenchmarkError) -> UInt16 {
        let listener = try makeListener()
        close(listener.descriptor)
        return listener.port
    }

    static func makeListener() throws(BenchmarkError) -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw BenchmarkError("socket: \(SystemError.words(for: errno))") }
        var address = address(port: 0)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                var length = size
                return unsafe bind(descriptor, address, size) == 0 && listen(descriptor, 128) == 0
                    && getsockname(descriptor, address, &length) == 0 ? 0 : errno
            }
        }
        guard code == 0 else {
            close(descriptor)
            throw BenchmarkError("no port on 127.0.0.1: \(SystemError.words(for: code))")
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// True if something listens on the port.
    static func accepts(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = address(port: port)
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
