import CSQLite
package import Time

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A look at a store's file from outside, which takes no lock, makes nothing and changes nothing.
package struct StoreInspection: Sendable, Equatable {
    /// How it stands with the file.
    package enum File: Sendable, Equatable {
        case absent
        /// Not for this user, in the system's words.
        case unreadable(String)
        /// A process of this number has it open.
        case held(process: Int32)
        /// No store of ours, or a damaged one.
        case faulty(StoreError)
        case sound
    }

    package let file: File
    /// What each account has spent on the day and in its month; nil where that cannot be known.
    package let spent: [String: SpentCalls]?

    package init(path: String, day: CivilDate) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let isAbsent = errno == ENOENT
            file = isAbsent ? .absent : .unreadable(unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "")
            // What was never counted is nothing.
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
            let connection = try Connection(reading: path)
            defer { connection.close() }
            let application = try connection.value("PRAGMA application_id")
            guard application == .integer(Schema.applicationIdentifier) else {
                throw SQLiteFailure(code: SQLITE_NOTADB, words: "it is no store of Kiatsu")
            }
            // What a crash left in the log is not in the file yet: the counts of an earlier time would be wrong.
            spent = Self.hasLog(path) ? nil : try spentCalls(on: day, from: connection)
            file = .sound
        } catch {
            var error = StoreError(error, operation: "read the store", path: path)
            if error.kind == .corrupt, FileHeader(path: path)?.resemblesOurs != true { error.kind = .unrecognised }
            file = .faulty(error)
            spent = nil
        }
    }

    /// Who has SQLite's lock, by asking for it without taking it; closing the descriptor drops none, as we have none.
    private static func holder(of descriptor: Int32) -> Int32? {
        // The pending byte, the reserved byte and the shared range (https://www.sqlite.org/lockingv3.html).
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 0x4000_0000
        lock.l_len = 512
        guard unsafe fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        return lock.l_pid
    }

    private static func hasLog(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path + "-wal", &status) == 0 && status.st_size > 0
    }
}
