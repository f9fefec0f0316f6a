import Support

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension Thread {
    /// Runs what blocks on a thread of its own until the process ends.
    static func start(_ name: String, _ run: @escaping @Sendable () -> Void) throws(BenchmarkError) {
        do throws(SystemError) {
            try Thread(name: name, run).abandon()
        } catch {
            throw BenchmarkError("\(error)")
        }
    }
}

/// Calls of the operating system in Swift's words.
enum System {
    /// The whole of a file, such as one of `/proc`.
    static func contents(of path: String) throws(BenchmarkError) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BenchmarkError("\(path): \(SystemError.words(for: errno))") }
        defer { close(descriptor) }
        return readAll(descriptor)
    }

    /// All that comes until the other end closes.
    static func readAll(_ descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    /// Removes a file, or a directory with all that is in it, as far as the system lets it; follows no link.
    static func removeAll(at path: String) {
        guard unsafe unlink(path) != 0, let entries = unsafe opendir(path) else { return }
        while let entry = unsafe readdir(entries) {
            // Safe: the system ends the name with a zero, and it stays until the next `readdir`.
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { removeAll(at: "\(path)/\(name)") }
        }
        unsafe closedir(entries)
        unsafe rmdir(path)
    }
}
