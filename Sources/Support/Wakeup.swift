import CProcess

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A flag that one thread raises and another waits for, as a descriptor so that `poll` can wait for it among sockets.
package final class Wakeup: Sendable {
    /// Readable while the flag is raised; it is closed with its owner.
    package let descriptor: Int32

    /// Fails where the process or the system has no descriptor left.
    package init() throws(SystemError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError(call: "eventfd", code: errno) }
    }

    deinit { close(descriptor) }

    /// Sets the flag; any thread may do so at any time.
    package func raise() { _ = eventfd_write(descriptor, 1) }

    /// Clears the flag.
    package func lower() {
        var value: eventfd_t = 0
        _ = unsafe eventfd_read(descriptor, &value)
    }

    /// Blocks the thread until the flag is raised or the deadline has passed, and returns true if it is raised.
    package func wait(until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let remaining = ContinuousClock.now.duration(to: deadline)
            if poll(Interest(descriptor: descriptor), within: remaining).first.isReadable { return true }
            if remaining <= .zero { return false }
        }
    }
}
