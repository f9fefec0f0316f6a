#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The service manager that started the process, such as systemd, told of its state as sd_notify(3) describes.
///
/// Without a manager that listens, no notice is sent. The socket is open from the beginning, so that a process that has
/// no file descriptor left can still report that it is alive.
package final class ServiceManager: Sendable {
    /// A notice to the service manager.
    package enum Notice: Sendable, Equatable {
        /// The service does its work.
        case ready
        /// The configuration is being read again; ``ready`` ends that.
        case reloading
        /// The service ends, as it was told to.
        case stopping
        /// The watchdog is fed.
        case alive
        /// One line for people.
        case status(String)
    }

    /// Within which time ``Notice/alive`` must come again and again; nil where the manager waits for none.
    package let watchdogTime: Duration?
    private let address: sockaddr_un
    private let addressBytes: socklen_t
    /// -1 where no manager listens.
    private let descriptor: Int32

    /// Finds the manager by `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
    package init(environment: [String: String]) {
        (address, addressBytes) = Self.address(environment["NOTIFY_SOCKET"] ?? "") ?? (sockaddr_un(), 0)
        descriptor = addressBytes > 0 ? Self.openSocket() : -1
        watchdogTime = descriptor >= 0 ? Self.watchdogTime(environment, process: getpid()) : nil
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Tells the manager, all in one message; what it cannot take within seconds is lost.
    package func tell(_ notices: Notice...) {
        guard descriptor >= 0 else { return }
        let text = Array(notices.map(Self.lines).joined(separator: "\n").utf8)
        var address = address
        unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = unsafe sendto(descriptor, text, text.count, Int32(MSG_NOSIGNAL), address, addressBytes)
            }
        }
    }

    static func lines(_ notice: Notice) -> String {
        switch notice {
        case .ready: "READY=1"
        case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(monotonicMicroseconds)"
        case .stopping: "STOPPING=1"
        case .alive: "WATCHDOG=1"
        case .status(let text): "STATUS=" + String(text.map { $0.isNewline ? " " : $0 })
        }
    }

    /// The time that the manager asks for, where it asks `process`.
    static func watchdogTime(_ environment: [String: String], process: Int32) -> Duration? {
        guard let microseconds = environment["WATCHDOG_USEC"].flatMap(Int64.init), microseconds > 0 else { return nil }
        if let asked = environment["WATCHDOG_PID"], asked != "\(process)" { return nil }
        return .microseconds(microseconds)
    }

    /// A path, or a name in the abstract namespace after `@`.
    private static func address(_ name: String) -> (sockaddr_un, socklen_t)? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        let room = MemoryLayout<sockaddr_un>.size - start
        var path = Array(name.utf8)
        guard let first = path.first, path.count > 1, path.count < room else { return nil }
        switch first {
        case UInt8(ascii: "/"): path.append(0)
        case UInt8(ascii: "@"): path[0] = 0
        default: return nil
        }
        unsafe withUnsafeMutableBytes(of: &address) { unsafe $0[start...].copyBytes(from: path) }
        return (address, socklen_t(start + path.count))
    }

    private static func openSocket() -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return -1 }
        // A manager that hangs must not take the bridge with it.
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        return descriptor
    }

    /// The clock that sd_notify(3) asks for.
    private static var monotonicMicroseconds: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    }
}
