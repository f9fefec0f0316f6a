import CSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open store, whatever the state of its file.
struct OpenedStore {
    var connection: SQLiteConnection
    /// The reason why `connection` is a read-only copy in memory; nil where it is the file.
    var trouble: StoreError?
    /// The report of a repair; nil where there was none.
    var notice: String?
}

/// Continued operation with a damaged file, or on a disk that cannot be written: an unattended installation must keep
/// showing the weather.
extension StoreFile {
    /// Opens the file; a damaged one is set aside and its readable rows go into a new one; where it cannot be written
    /// or replaced for now, a copy in memory stands in for it.
    ///
    /// Rows of `memory`, known from when the file was sound, take precedence over those of the damaged file.
    func opened(after memory: SQLiteConnection? = nil, thoroughly: Bool = false) throws(StoreError) -> OpenedStore {
        let problem: StoreError
        do throws(StoreError) {
            // A store that was open until now has an account of its own of what is missing.
            let lacksLog = memory == nil && lacksLog
            let stray = try setStrayLogAside()
            let connection = try connect(thoroughly: thoroughly)
            return OpenedStore(connection: connection, notice: lacksLog ? reportOfLackingLog : stray)
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

    /// The same as ``opened(after:thoroughly:)``, but throws where the file cannot be written or replaced.
    func repaired(after memory: SQLiteConnection? = nil) throws(StoreError) -> OpenedStore {
        do throws(StoreError) {
            let stray = try setStrayLogAside()
            return OpenedStore(connection: try connect(), notice: stray)
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

    /// True for a failure of the disk; false for one that a user caused, such as a path that is not writable.
    private func isPassing(_ error: StoreError) -> Bool {
        switch error.kind {
        case .diskFull: true
        case .readOnly, .cannotOpen: isOnReadOnlyFileSystem
        case .other: error.code == SQLITE_OK || error.code & 0xFF == SQLITE_IOERR
        case .corrupt, .unrecognised, .foreign, .newerSchema, .inUse, .closed: false
        }
    }

    // MARK: A disk that cannot be written

    /// A read-only copy in memory of the known contents and of the file with its log, as far as they can be read.
    func standIn(for error: StoreError, after memory: SQLiteConnection? = nil) throws(StoreError) -> OpenedStore {
        var connection = try soundCopy(unless: memory)
        if connection == nil { connection = try salvagedCopy(after: memory) }
        guard let connection else { throw error }
        try attempt { () throws(SQLiteFailure) in try connection.execute("PRAGMA query_only = ON") }
        return OpenedStore(connection: connection, trouble: error)
    }

    /// A copy of an undamaged file; nil where the file is damaged or `memory` is known.
    private func soundCopy(unless memory: SQLiteConnection?) throws(StoreError) -> SQLiteConnection? {
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

    private func salvagedCopy(after memory: SQLiteConnection?) throws(StoreError) -> SQLiteConnection {
        try attempt { () throws(SQLiteFailure) in
            let connection = try SQLiteConnection(path: nil)
            try migrate(connection, from: 0)
            let sources = [memory, try? readableCopy()].compactMap(\.self)
            _ = try? salvage(from: sources, into: connection)
            return connection
        }
    }

    /// A copy of the file and its log; nil where there is no file or it cannot be opened.
    ///
    /// With `restoringHeader` a damaged header is replaced.
    ///
    /// SQLite cannot read a log on a read-only disk.
    func copyInMemory(restoringHeader: Bool = false) throws(StoreError) -> SQLiteConnection? {
        guard byteCount(of: path) ?? 0 > 0 else { return nil }
        for parent in copyDirectories {
            var template = Array("\(parent)/kiatsu-XXXXXX".utf8CString)
            guard unsafe mkdtemp(&template) != nil else { continue }
            let directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            let copy = directory + "/kiatsu.db"
            // An open file outlives its name, so that nothing is left of it however this process ends.
            defer {
                for name in [copy, copy + "-wal", copy + "-journal", directory] { unsafe remove(name) }
            }
            guard try self.copy(path, to: copy) else { continue }
            if byteCount(of: path + "-wal") != nil, !hasStrayLog {
                guard try self.copy(path + "-wal", to: copy + "-wal") else { continue }
            }
            if restoringHeader { FileHeader.restore(in: copy) }
            return try opened(copy: copy)
        }
        throw error(.diskFull, "no room for a copy of it in \(copyDirectories.joined(separator: ", "))")
    }

    private func opened(copy: String) throws(StoreError) -> SQLiteConnection? {
        try attempt { () throws(SQLiteFailure) in
            do throws(SQLiteFailure) {
                let connection = try SQLiteConnection(path: copy)
                try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                // Reads the log, which needs its name.
                _ = try connection.value("SELECT count(*) FROM sqlite_schema")
                return connection
            } catch  where !error.isOfTheDisk {
                return nil
            }
        }
    }

    /// False where the directory has no space for the copy.
    func copy(_ path: String, to copy: String) throws(StoreError) -> Bool {
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
