#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Finds an address of a host that accepts connections.
///
/// libmosquitto's own connecting has no time limit: an address that answers nothing would hold the thread for minutes.
enum Probe {
    /// The first address, in numbers, that accepts a connection, each within `limit`; `nil` when told to stop.
    static func reachableAddress(
        host: String,
        port: UInt16,
        within limit: Duration,
        stop: Wakeup
    ) throws(ConnectionEnd) -> String? {
        // A socket file answers at once, or is not there.
        guard !host.hasPrefix("/") else { return host }
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
            switch unsafe attempt(candidate.pointee, within: limit, stop: stop) {
            case .connected: return unsafe numericName(of: candidate.pointee) ?? host
            case .stopped: return nil
            case .failed(let code): lastCode = code
            }
            unsafe next = unsafe candidate.pointee.ai_next
        }
        let isOurs = [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(lastCode)
        throw ConnectionEnd(isOurs ? .resources : .network, event(for: lastCode, host: host, port: port))
    }

    private enum Outcome {
        case connected
        case stopped
        case failed(Int32)
    }

    private static func attempt(_ address: addrinfo, within limit: Duration, stop: Wakeup) -> Outcome {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = unsafe socket(address.ai_family, type, 0)
        guard descriptor >= 0 else { return .failed(errno) }
        defer { close(descriptor) }
        if unsafe connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return .connected }
        guard errno == EINPROGRESS else { return .failed(errno) }
        let deadline = ContinuousClock.now + limit
        while true {
            let remaining = ContinuousClock.now.duration(to: deadline)
            guard remaining > .zero else { return .failed(ETIMEDOUT) }
            let interest = Interest(descriptor: descriptor, alsoWritable: true)
            let ready = poll(interest, Interest(descriptor: stop.descriptor), within: remaining)
            if ready.second.isReadable { return .stopped }
            guard ready.first.isWritable else { continue }
            var code: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
            return code == 0 ? .connected : .failed(code)
        }
    }

    private static func numericName(of address: addrinfo) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { name in
            let code = unsafe getnameinfo(
                address.ai_addr,
                address.ai_addrlen,
                name.baseAddress,
                socklen_t(name.count),
                nil,
                0,
                NI_NUMERICHOST
            )
            guard code == 0, let start = name.baseAddress else { return nil }
            return unsafe String(validatingCString: start)
        }
    }

    private static func event(for code: Int32, host: String, port: UInt16) -> String {
        switch code {
        case ECONNREFUSED: "Nothing accepts connections at \(host):\(port)"
        case ETIMEDOUT: "\(host):\(port) does not answer"
        default: "\(host):\(port) cannot be reached: \(SystemError(call: "connect", code: code))"
        }
    }
}
