import Support

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Connects to a host: to the first of its addresses that accepts.
///
/// libmosquitto's own connecting has no time limit: an address that answers nothing would hold the thread for minutes.
enum Dialer {
    /// The connection, for which each address has `limit`; `nil` when told to stop.
    ///
    /// `host` may be the path of a socket.
    static func dial(
        host: String,
        port: UInt16,
        within limit: Duration,
        stop: Wakeup
    ) throws(ConnectionEnd) -> Descriptor? {
        if host.hasPrefix("/") { return try dial(path: host, within: limit, stop: stop) }
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>? = nil
        let code = unsafe getaddrinfo(host, String(port), &hints, &list)
        guard code == 0 else {
            throw unsafe ConnectionEnd(
                .nameResolution,
                "The host \(host) was not found: \(String(cString: gai_strerror(code)))"
            )
        }
        defer { unsafe freeaddrinfo(list) }
        var lastCode: Int32 = 0
        var next = unsafe list
        while let candidate = unsafe next {
            let (address, size) = unsafe (candidate.pointee.ai_addr, candidate.pointee.ai_addrlen)
            switch unsafe attempt(address, size, candidate.pointee.ai_family, within: limit, stop: stop) {
            case .connected(let descriptor): return descriptor
            case .stopped: return nil
            case .failed(let code): lastCode = code
            }
            unsafe next = unsafe candidate.pointee.ai_next
        }
        throw failure(lastCode, at: "\(host):\(port)")
    }

    private static func dial(path: String, within limit: Duration, stop: Wakeup) throws(ConnectionEnd) -> Descriptor? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = path.utf8CString
        guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path) else {
            throw failure(ENAMETOOLONG, at: path)
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
            for index in bytes.indices { unsafe room[index] = UInt8(bitPattern: bytes[index]) }
        }
        let outcome = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe attempt($0, socklen_t(MemoryLayout<sockaddr_un>.size), AF_UNIX, within: limit, stop: stop)
            }
        }
        switch consume outcome {
        case .connected(let descriptor): return descriptor
        case .stopped: return nil
        case .failed(let code): throw failure(code, at: path)
        }
    }

    private enum Outcome: ~Copyable {
        case connected(Descriptor)
        case stopped
        case failed(Int32)
    }

    private static func attempt(
        _ address: UnsafePointer<sockaddr>?,
        _ size: socklen_t,
        _ family: Int32,
        within limit: Duration,
        stop: Wakeup
    ) -> Outcome {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor: Descriptor
        do throws(SystemError) {
            descriptor = try Descriptor(socket(family, type, 0), of: "socket")
        } catch {
            return .failed(error.code)
        }
        if unsafe connect(descriptor.number, address, size) == 0 { return .connected(descriptor) }
        guard errno == EINPROGRESS else { return .failed(errno) }
        let deadline = ContinuousClock.now + limit
        while true {
            let remaining = ContinuousClock.now.duration(to: deadline)
            guard remaining > .zero else { return .failed(ETIMEDOUT) }
            let interest = Interest(descriptor: descriptor.number, alsoWritable: true)
            let ready = poll(interest, Interest(descriptor: stop.descriptor), within: remaining)
            if ready.second.isReadable { return .stopped }
            guard ready.first.isWritable else { continue }
            var code: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            unsafe getsockopt(descriptor.number, SOL_SOCKET, SO_ERROR, &code, &size)
            return code == 0 ? .connected(descriptor) : .failed(code)
        }
    }

    private static func failure(_ code: Int32, at address: String) -> ConnectionEnd {
        let event =
            switch code {
            case ECONNREFUSED: "Nothing accepts connections at \(address)"
            case ETIMEDOUT: "\(address) does not answer"
            default: "\(address) cannot be reached: \(SystemError(call: "connect", code: code))"
            }
        return ConnectionEnd(SystemError.isOfResources(code) ? .resources : .network, event)
    }
}
