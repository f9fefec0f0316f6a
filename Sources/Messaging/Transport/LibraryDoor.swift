import CMosquitto
import Support

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The other end of the library's stream, and what the library has written before.
struct LibraryStream: ~Copyable {
    let socket: Descriptor
    let sent: [UInt8]

    fileprivate init(_ socket: consuming Descriptor, sent: [UInt8]) {
        self.socket = socket
        self.sent = sent
    }

    /// Has the library write CONNECT to the one end of a pair of sockets, and is the other one.
    init(_ handle: borrowing MosquittoHandle, _ configuration: ClientConfiguration) throws(ConnectionEnd) {
        let door: LibraryDoor
        do throws(SystemError) { door = try LibraryDoor() } catch { throw ConnectionEnd(error) }
        do throws(MosquittoError) {
            try handle.connect(configuration, port: door.port)
        } catch {
            throw ConnectionEnd(error)
        }
        do throws(SystemError) { self = try door.admit(handle.socket) } catch { throw ConnectionEnd(error) }
    }
}

extension ConnectionEnd {
    fileprivate init(_ error: SystemError) {
        self.init(
            SystemError.isOfResources(error.code) ? .resources : .network,
            "The MQTT library cannot be reached within this machine: \(error)",
            advice: SystemError.isOfResources(error.code)
                ? nil : "Kiatsu needs the loopback interface: let it have 127.0.0.1."
        )
    }
}

/// The address that libmosquitto connects to in place of the broker's.
///
/// The library takes no descriptor: it has to connect to an address. So there is one for a moment, on the loopback
/// interface; then its socket is replaced by one end of a pair, which is not the network's any more.
struct LibraryDoor: ~Copyable {
    /// Longer than the kernel needs for a connection of this machine with itself.
    private static let patience = Duration.seconds(10)

    private let listener: Descriptor
    /// In the machine's byte order.
    let port: UInt16

    init() throws(SystemError) {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let listener = try Descriptor(socket(AF_INET, type, 0), of: "socket")
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        let number = listener.number
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw SystemError(call: "bind to 127.0.0.1", code: errno) }
        // Another program may come in between; it is sent away.
        guard listen(number, 16) == 0 else { throw SystemError(call: "listen at 127.0.0.1", code: errno) }
        port = UInt16(bigEndian: try unsafe Self.name(of: number, getsockname).sin_port)
        self.listener = listener
    }

    /// Puts one end of a pair in the place of the library's socket, and gives the other one.
    consuming func admit(_ descriptor: Int32) throws(SystemError) -> LibraryStream {
        let own = try unsafe Self.name(of: descriptor, getsockname)
        let deadline = ContinuousClock.now + Self.patience
        while true {
            let visitor = try nextVisitor(until: deadline)
            let peer = try? unsafe Self.name(of: visitor.number, getpeername)
            guard peer?.sin_port == own.sin_port else { continue }
            let pair = try Descriptor.pair()
            // Another thread's child may hold a copy of the socket for a moment, so that closing it would not end it.
            shutdown(descriptor, Int32(SHUT_WR))
            guard kiatsu_replace_descriptor(pair.theirs.number, descriptor) == descriptor else {
                throw SystemError(call: "dup3", code: errno)
            }
            return LibraryStream(pair.ours, sent: try Self.drain(visitor))
        }
    }

    private borrowing func nextVisitor(until deadline: ContinuousClock.Instant) throws(SystemError) -> Descriptor {
        while true {
            let visitor = accept(listener.number, nil, nil)
            if visitor >= 0 || ![EAGAIN, EWOULDBLOCK, EINTR, ECONNABORTED].contains(errno) {
                return try Descriptor(visitor, of: "accept")
            }
            let remaining = ContinuousClock.now.duration(to: deadline)
            guard remaining > .zero else { throw SystemError(call: "accept", code: ETIMEDOUT) }
            _ = poll(Interest(descriptor: listener.number), within: remaining)
        }
    }

    /// All that was sent up to the end.
    private static func drain(_ visitor: borrowing Descriptor) throws(SystemError) -> [UInt8] {
        var sent: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            switch visitor.receive(into: &buffer) {
            case .moved(let count): sent.append(contentsOf: buffer[..<count])
            case .wouldBlock: continue
            case .ended:
                // Without this each connection would leave its port occupied for a minute.
                var linger = linger(l_onoff: 1, l_linger: 0)
                let size = socklen_t(MemoryLayout<linger>.size)
                unsafe setsockopt(visitor.number, SOL_SOCKET, SO_LINGER, &linger, size)
                return sent
            case .failed(let code): throw SystemError(call: "recv", code: code)
            }
        }
    }

    private static func name(
        of descriptor: Int32,
        _ call: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) throws(SystemError) -> sockaddr_in {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe call(descriptor, $0, &size) }
        }
        guard code == 0 else { throw SystemError(call: "getsockname", code: errno) }
        return address
    }
}
