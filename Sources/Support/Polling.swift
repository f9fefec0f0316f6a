#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The readiness to wait for at a descriptor; a negative descriptor is ignored.
package struct Interest {
    /// The descriptor; ignored if negative.
    package var descriptor: Int32
    /// True to wait until it can be written, too.
    package var alsoWritable: Bool

    package init(descriptor: Int32 = -1, alsoWritable: Bool = false) {
        self.descriptor = descriptor
        self.alsoWritable = alsoWritable
    }
}

/// The readiness that `poll` found at a descriptor.
package struct Readiness {
    /// Readable, closed or broken: reading tells which.
    package var isReadable = false
    /// Ready to take bytes.
    package var isWritable = false
}

/// Waits until one of three descriptors is ready or the time is over.
package func poll(
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
