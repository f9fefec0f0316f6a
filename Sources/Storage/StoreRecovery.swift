import CSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A store that was opened, whatever state its file is in.
struct OpenedStore {
    var connection: Connection
    /// Why `connection` is a copy in memory that refuses to be written; nil where it is the file.
    var trouble: StoreError?
    /// What was done about damage; nil where there was none.
    var notice: String?
}

/// What is done about a file that is damaged, or on a disk that cannot be written: whoever forgot Kiatsu years ago wants
/// the weather to go on.
extension StoreFile {
    /// Opens the file; one that is damaged is set aside, and what can be read of it goes on in a new one; one that
    /// cannot be written, or replaced, for now is stood in for by a copy in memory.
    ///
    /// What is in `memory`, which was known while the file was sound, comes before what the damaged file says.
    func opened(after memory: Connection? = nil, thoroughly: Bool = false) throws(StoreError) -> OpenedStore {
        let problem: StoreError
        do throws(StoreError) {
            return OpenedStore(connection: try connect(thoroughly: thoroughly))
        } catch {
            problem = error
        }
        if problem.kind == .corrupt {
            guard isRecognised else { throw unrecognised(problem) }
            do throws(StoreError) {
                return try replaced(problem, after: memory)
            } catch {
                return try standIn(for: error, after: memory)
            }
        }
        guard isPassing(problem) else { throw problem }
        return try standIn(for: problem, after: memory)
    }

    /// As ``opened(after:thoroughly:)``, but throws where the file cannot be written or replaced.
    func repaired(after memory: Connection? = nil) throws(StoreError) -> OpenedStore {
        do throws(StoreError) {
            return OpenedStore(connection: try connect())
        } catch  where error.kind == .corrupt {
            guard isRecognised else { throw unrecognised(error) }
            return try replaced(error, after: memory)
        }
    }

    private func unrecognised(_ error: StoreError) -> StoreError {
        var error = error
        error.kind = .unrecognised
        return error
    }

    /// Whether it is the disk's trouble and none that a user made, such as a path that is not writable.
    private func isPassing(_ error: StoreError) -> Bool {
        switch error.kind {
        case .diskFull: true
        case .readOnly, .cannotOpen: isOnReadOnlyFileSystem
        case .other: error.code == SQLITE_OK || error.code & 0xFF == SQLITE_IOERR
        case .corrupt, .unrecognised, .foreign, .newerSchema, .inUse, .closed: false
        }
    }

    // MARK: A disk that cannot be written

    /// A copy in memory, that refuses to be written, of what is known and what is in the file and its log, as far as it
    /// can be had.
    func standIn(for error: StoreError, after memory: Connection? = nil) throws(StoreError) -> OpenedStore {
        var connection = try soundCopy(unless: memory)
        if connection == nil { connection = try salvagedCopy(after: memory) }
        guard let connection else { throw error }
        try attempt { () throws(SQLiteFailure) in try connection.execute("PRAGMA query_only = ON") }
        return OpenedStore(connection: connection, trouble: error)
    }

    /// Nil where there is something that is known better, or the file is damaged.
    private func soundCopy(unless memory: Connection?) throws(StoreError) -> Connection? {
        guard memory == nil, let copy = try? copyInMemory(),
            (try? copy.value("PRAGMA quick_check(1)")) == .text("ok")
        else { return nil }
        do throws(StoreError) {
            let version = try knownVersion(of: copy)
            try attempt { () throws(SQLiteFailure) in try migrate(copy, from: version) }
            return copy
        } catch  where error.kind == .corrupt {
            return nil
        }
    }

    private func salvagedCopy(after memory: Connection?) throws(StoreError) -> Connection {
        try attempt { () throws(SQLiteFailure) in
            let connection = try Connection(path: nil)
            try migrate(connection, from: 0)
            let sources = [memory, try? readableCopy()].compactMap(\.self)
            _ = try? salvage(from: sources, into: connection)
            return connection
        }
    }

    /// Nil where there is no file, or it is so damaged that it cannot be opened; with `restoringHeader` a damaged header
    /// is no hindrance.
    ///
    /// SQLite cannot read a log on a disk that it cannot write.
    func copyInMemory(restoringHeader: Bool = false) throws(StoreError) -> Connection? {
        guard byteCount(of: path) ?? 0 > 0 else { return nil }
        for parent in copyDirectories {
            var template = Array("\(parent)/kiatsu-XXXXXX".utf8CString)
            guard unsafe mkdtemp(&template) != nil else { continue }
            let directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            let copy = directory + "/kiatsu.db"
            // An open file outlives its name, and nothing is left of it however this process ends.
            defer {
                for name in [copy, copy + "-wal", copy + "-journal", directory] { unsafe remove(name) }
            }
            guard try self.copy(path, to: copy) else { continue }
            if byteCount(of: path + "-wal") != nil {
                guard try self.copy(path + "-wal", to: copy + "-wal") else { continue }
            }
            if restoringHeader { FileHeader.restore(in: copy) }
            return try opened(copy: copy)
        }
        throw error(.diskFull, "no room for a copy of it in \(copyDirectories.joined(separator: ", "))")
    }

    private func opened(copy: String) throws(StoreError) -> Connection? {
        try attempt { () throws(SQLiteFailure) in
            do throws(SQLiteFailure) {
                let connection = try Connection(path: copy)
                try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                // Reads the log, by its name.
                _ = try connection.value("SELECT count(*) FROM sqlite_schema")
                return connection
            } catch  where !error.isOfTheDisk {
                return nil
            }
        }
    }

    /// Whether there was room for it.
    private func copy(_ path: String, to copy: String) throws(StoreError) -> Bool {
        let source = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw systemError() }
        defer { close(source) }
        let target = unsafe open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { return false }
        defer { close(target) }
        while true {
            let count = sendfile(target, source, nil, 1 << 20)
            if count == 0 { return true }
            guard count < 0 else { continue }
            guard errno == EIO else { return false }
            throw systemError()
        }
    }
}
