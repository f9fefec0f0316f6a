import CSQLite
package import Time

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A look at a store's file from outside, which takes no lock and writes nothing.
package struct StoreInspection: Sendable, Equatable {
    /// The state of the file.
    package enum File: Sendable, Equatable {
        /// The file does not exist.
        case absent
        /// The user may not read the file; the system's message.
        case unreadable(String)
        /// The process with this id has the file open.
        case held(process: Int32)
        /// The file is damaged or not a store of Kiatsu.
        case faulty(StoreError)
        /// The file is a store without visible damage.
        case sound
    }

    /// The state of the file.
    package let file: File
    /// The calls of each account on the day and in its month; nil where they cannot be known.
    package let spent: [String: SpentCalls]?

    package init(path: String, day: CivilDate) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let isAbsent = errno == ENOENT
            file = isAbsent ? .absent : .unreadable(unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "")
            // Without a file no calls were counted.
            spent = isAbsent ? [:] : nil
            return
        }
        let holder = Self.holder(of: descriptor)
        close(descriptor)
        if let holder {
            file = .held(process: holder)
            spent = nil
            return
        }
        do throws(SQLiteFailure) {
            let connection = try SQLiteConnection(reading: path)
            defer { connection.close() }
            let application = try connection.value("PRAGMA application_id")
            guard application == .integer(Schema.applicationIdentifier) else {
                throw SQLiteFailure(code: SQLITE_NOTADB, words: "it is no store of Kiatsu")
            }
            // After a crash the log holds changes that the file lacks: its counts would be outdated.
            spent = Self.hasLog(path) ? nil : try spentCalls(on: day, from: connection)
            file = .sound
        } catch {
            var error = StoreError(error, operation: "read the store", path: path)
            if error.kind == .corrupt, FileHeader(path: path)?.resemblesOurs != true { error.kind = .unrecognised }
            file = .faulty(error)
            spent = nil
        }
    }

    /// The process that holds SQLite's lock, found without taking it; closing the descriptor drops no lock of ours.
    static func holder(of descriptor: Int32) -> Int32? {
        var lock = sqliteLock
        guard unsafe fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        return lock.l_pid
    }

    /// The lock that an open store holds, and that excludes all others: SQLite's pending byte, reserved byte and shared
    /// range (https://www.sqlite.org/lockingv3.html).
    static var sqliteLock: flock {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 0x4000_0000
        lock.l_len = 512
        return lock
    }

    private static func hasLog(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path + "-wal", &status) == 0 && status.st_size > 0
    }
}
