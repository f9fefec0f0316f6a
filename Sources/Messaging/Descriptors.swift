import CMosquitto

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A flag that one thread raises and another waits for, as a descriptor so that `poll` can wait for it among sockets.
package final class Wakeup: Sendable {
    /// The descriptor for `poll`, readable while the flag is raised.
    package let descriptor: Int32

    package init() throws(SystemError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError(call: "eventfd", code: errno) }
    }

    deinit { close(descriptor) }

    /// Raises the flag; safe from any thread.
    package func raise() { _ = eventfd_write(descriptor, 1) }

    /// Lowers the flag.
    package func lower() {
        var value: eventfd_t = 0
        _ = unsafe eventfd_read(descriptor, &value)
    }

    /// Waits until the flag is raised or the deadline has passed; true where it is raised.
    package func wait(until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let remaining = ContinuousClock.now.duration(to: deadline)
            if poll(Interest(descriptor: descriptor), within: remaining).first.isReadable { return true }
            if remaining <= .zero { return false }
        }
    }
}

/// The readiness to wait for at a descriptor; a negative descriptor is ignored.
struct Interest {
    var descriptor: Int32 = -1
    var alsoWritable = false
}

/// The readiness that `poll` found at a descriptor.
struct Readiness {
    /// Readable, closed or broken: reading tells which.
    var isReadable = false
    var isWritable = false
}

/// Waits until one of three descriptors is ready or the time is over.
func poll(
    _ first: Interest,
    _ second: Interest = Interest(),
    _ third: Interest = Interest(),
    within limit: Duration
) -> (first: Readiness, second: Readiness, third: Readiness) {
    var entries: InlineArray<3, pollfd> = [first.entry, second.entry, third.entry]
    // Rounded up, as the last millisecond would otherwise be a busy loop.
    let milliseconds = min(max(0, (limit / .milliseconds(1)).rounded(.up)), 3_600_000)
    var span = entries.mutableSpan
    let count = unsafe span.withUnsafeMutableBufferPointer { entries in
        unsafe poll(entries.baseAddress, nfds_t(entries.count), Int32(milliseconds))
    }
    guard count > 0 else { return (Readiness(), Readiness(), Readiness()) }
    return (Readiness(entries[0].revents), Readiness(entries[1].revents), Readiness(entries[2].revents))
}

extension Interest {
    fileprivate var entry: pollfd {
        pollfd(fd: descriptor, events: Int16(alsoWritable ? POLLIN | POLLOUT : POLLIN), revents: 0)
    }
}

extension Readiness {
    fileprivate init(_ events: Int16) {
        isReadable = Int32(events) & (POLLIN | POLLERR | POLLHUP) != 0
        isWritable = Int32(events) & (POLLOUT | POLLERR | POLLHUP) != 0
    }
}
