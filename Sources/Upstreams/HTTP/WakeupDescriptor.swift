import CCurl

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A flag that any thread raises and one waits for, as a descriptor among those that libcurl waits for.
///
/// libcurl has one of its own, and no word of it where there was no descriptor left to make it from.
struct WakeupDescriptor: ~Copyable {
    let descriptor: Int32

    /// Fails where the process or the system has no descriptor left.
    init() throws(HTTPFailure) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw .unavailable }
    }

    deinit { close(descriptor) }

    func raise() { _ = eventfd_write(descriptor, 1) }

    func lower() {
        var value: eventfd_t = 0
        _ = unsafe eventfd_read(descriptor, &value)
    }

    /// Waits until it is raised, so many milliseconds at the most.
    func wait(milliseconds: Int32) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&entry, 1, milliseconds)
    }
}
