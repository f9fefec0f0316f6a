#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The contents of a regular file, read at once.
struct BoundedFile {
    let bytes: [UInt8]
    /// True where every user of the host may read it.
    let isWorldReadable: Bool
}

extension BoundedFile {
    /// The reason why a file could not be read, for the text behind "cannot be read: ".
    struct ReadError: Error {
        let words: String
        var isTooLong = false
    }

    /// Reads the file at `path` unless it is longer than `limit` bytes.
    init(at path: String, limit: Int) throws(ReadError) {
        // Opening a pipe that nobody writes to would otherwise wait for ever.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .current }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .current }
        guard status.st_mode & S_IFMT == S_IFREG else { throw ReadError(words: "it is not a regular file") }
        isWorldReadable = status.st_mode & S_IROTH != 0
        bytes = try Self.contents(of: descriptor, limit: limit)
    }

    static func exists(at path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    private static func contents(of descriptor: Int32, limit: Int) throws(ReadError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .current }
            if count == 0 { return bytes }
            bytes += chunk.prefix(count)
            guard bytes.count <= limit else {
                throw ReadError(words: "it is longer than \(limit) bytes", isTooLong: true)
            }
        }
    }
}

extension BoundedFile.ReadError {
    /// The system's message for `errno`.
    fileprivate static var current: Self {
        Self(words: unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)")
    }
}
