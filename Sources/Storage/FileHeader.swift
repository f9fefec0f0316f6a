#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The header of a database file, in front of its first page's content
/// (https://www.sqlite.org/fileformat2.html#the_database_header).
struct FileHeader {
    private static let byteCount = 100
    private static let title = Array("SQLite format 3\0".utf8)
    private static let mostDamagedTitleBytes = 4

    private let bytes: [UInt8]

    /// The header of a file; nil where it cannot be read.
    ///
    /// Bytes behind the end of a short file are zero.
    init?(path: String) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.byteCount)
        guard unsafe read(descriptor, &bytes, bytes.count) >= 0 else { return nil }
        self.bytes = bytes
    }

    /// The header of a file that a store in this process may have open; nil where it cannot be read.
    init?(openedBySQLite path: String) {
        guard let connection = try? SQLiteConnection(path: path) else { return nil }
        defer { connection.close() }
        guard let bytes = connection.firstBytes(Self.byteCount) else { return nil }
        self.bytes = bytes
    }

    /// True for a header of zeros only.
    var isBlank: Bool { bytes.allSatisfy { $0 == 0 } }

    /// True for a header of SQLite with Kiatsu's application identifier.
    var isOurs: Bool { bytes.starts(with: Self.title) && hasMark }

    /// True for Kiatsu's header of a database with a write-ahead log, which stays while the store is open.
    var isOfOpenStore: Bool { hasVersions(2) }

    /// True for Kiatsu's header of a database without a log.
    var isAtRest: Bool { hasVersions(1) }

    /// A new store has no mark yet, when it is only known for a database.
    private func hasVersions(_ version: UInt8) -> Bool {
        bytes.starts(with: Self.title) && bytes[18..<20].allSatisfy { $0 == version }
            && (hasMark || bytes[68..<72].allSatisfy { $0 == 0 })
    }

    /// True for a header like Kiatsu's with some damage; cheap, as the file may be large.
    var resemblesOurs: Bool {
        zip(bytes, Self.title).count { $0 != $1 } <= Self.mostDamagedTitleBytes || hasMark
    }

    private var hasMark: Bool { bytes[68..<72].elementsEqual(Self.mark) }

    private static var mark: [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: Schema.applicationIdentifier >> (24 - 8 * $0)) }
    }

    /// Overwrites a file's header with the bytes that all files of Kiatsu share; the other fields, such as the list of
    /// free pages, do not matter for reading.
    static func restore(in path: String) {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        bytes.replaceSubrange(0..<16, with: title)
        // Pages of 4096 bytes, a write-ahead log, and the payload fractions, which are constants.
        bytes.replaceSubrange(16..<24, with: [0x10, 0, 2, 2, 0, 64, 32, 32])
        // The schema format, and UTF-8.
        bytes[47] = 4
        bytes[59] = 1
        bytes.replaceSubrange(68..<72, with: mark)
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = unsafe pwrite(descriptor, bytes, bytes.count, 0)
    }
}
