#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The reason why a file could not be written.
package struct FileError: Error, CustomStringConvertible {
    /// The `errno` value.
    package let code: Int32

    package var description: String { unsafe String(cString: strerror(code)) }
}

/// Files that are written whole or left unchanged.
package enum WholeFile {
    /// Writes a new file beside it and puts that in its place.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        // Not longer than names may be, however long the file's own is.
        let temporary = "\(directory).kiatsu-\(UInt64.random(in: .min ... .max))"
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileError(code: errno) }
        do throws(FileError) {
            defer { close(descriptor) }
            try write(bytes, to: descriptor)
        } catch {
            unsafe unlink(temporary)
            throw error
        }
        guard unsafe rename(temporary, path) != 0 else { return }
        let failure = FileError(code: errno)
        unsafe unlink(temporary)
        throw failure
    }

    /// All of the bytes, or an error when they have not all been taken.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                var descriptors = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
                _ = unsafe poll(&descriptors, 1, -1)
                continue
            }
            guard count > 0 else { throw FileError(code: errno) }
            rest = rest.dropFirst(count)
        }
    }
}

/// The system's, which a function of the same name would hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}
