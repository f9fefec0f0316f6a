#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The identity and beginning of a file, by which a change is noticed.
struct FileMark: Equatable {
    var device: UInt64
    var inode: UInt64
    var byteCount: Int
    /// The file's first bytes, for a write-ahead log its header, which has other salts each time the log begins anew.
    var beginning: [UInt8]

    private static let beginningByteCount = 32

    /// Nil where there is no such file, or it cannot be read.
    init?(path: String) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        var bytes = [UInt8](repeating: 0, count: Self.beginningByteCount)
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        let count = unsafe read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { return nil }
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
        byteCount = Int(status.st_size)
        beginning = Array(bytes.prefix(count))
    }

    /// True for the same file, whatever it holds by now.
    func isSameFile(as other: FileMark) -> Bool { device == other.device && inode == other.inode }
}
