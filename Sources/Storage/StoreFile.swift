import CSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The database file: its creation, opening and migration.
struct StoreFile {
    var path: String
    var migrations = Schema.migrations
    /// The directories for a copy that is read in place of the file.
    var copyDirectories = ["/dev/shm", "/run", "/tmp"]
    /// The size up to which a file is small: checking all of it does not noticeably delay the start.
    static let mostSmallBytes = 8 << 20

    /// Opens the file, creates it (0600) and its directory (0700) where they do not exist, and migrates its schema.
    ///
    /// A small file is checked completely, as is any file with `thoroughly`; a large one without its indexes.
    func connect(thoroughly: Bool = false) throws(StoreError) -> SQLiteConnection {
        try createDirectory(directory)
        try createFile()
        // SQLite would take the file for a new one and drop the log.
        if byteCount(of: path) == 0, byteCount(of: path + "-wal") ?? 0 > 0 {
            throw error(.corrupt, "the file is empty and its write-ahead log is not")
        }
        let connection = try attempt { () throws(SQLiteFailure) in
            let connection = try SQLiteConnection(path: path)
            try connection.lock()
            return connection
        }
        let version = try knownVersion(of: connection)
        // The file is writable, or the connection would have failed to open.
        if connection.isReadOnly { throw error(.corrupt, "the version of the file's format is damaged") }
        let isSmall = thoroughly || byteCount(of: path) ?? 0 <= Self.mostSmallBytes
        try attempt { () throws(SQLiteFailure) in
            try connection.execute(Schema.settings)
            // Before anything is written: a damaged file is kept as it was found.
            try connection.check(withIndexes: isSmall)
            guard try connection.value("PRAGMA journal_mode = WAL") == .text("wal") else {
                throw SQLiteFailure(code: SQLITE_IOERR, words: "no write-ahead log on this file system")
            }
        }
        if version > 0, version < migrations.count { try keepCopy(of: connection, schema: version) }
        try attempt { () throws(SQLiteFailure) in try migrate(connection, from: version) }
        // A database that is copied without its log has at least all that was known at the start. Where it fails, as on
        // a full disk, the log has it.
        try? connection.checkpoint()
        return connection
    }

    /// The version of the file's schema, 0 for a new file; throws for files of other programs or newer versions.
    ///
    /// If the tables are Kiatsu's and the header says otherwise, the header is damaged.
    func knownVersion(of connection: SQLiteConnection) throws(StoreError) -> Int {
        let (application, version, tables) = try attempt { () throws(SQLiteFailure) in
            do throws(SQLiteFailure) {
                return (
                    try connection.value("PRAGMA application_id"), try connection.value("PRAGMA user_version"),
                    try connection.tables()
                )
            } catch  where error.code == SQLITE_ERROR {
                throw SQLiteFailure(code: SQLITE_CORRUPT, words: error.words)
            }
        }
        let isOurs = application == .integer(Schema.applicationIdentifier)
        let found = if case .integer(let found) = version { Int(found) } else { 0 }
        if application == .integer(0), found == 0, tables.isEmpty { return 0 }
        let isKnown = (0...migrations.count).contains(found)
        if isOurs, isKnown, tables == self.tables(of: found) { return found }
        if (1...max(1, migrations.count)).contains(where: { tables == self.tables(of: $0) }) {
            throw error(.corrupt, "the header of the file is damaged")
        }
        guard isOurs else { throw error(.foreign, "it is a database of another program") }
        guard isKnown else {
            throw error(.newerSchema(found: found, known: migrations.count), "its schema is newer than this program")
        }
        return found
    }

    /// The content of a version's schema; nil where it cannot be built.
    private func tables(of version: Int) -> [[SQLiteValue]]? {
        guard let connection = try? SQLiteConnection(path: nil) else { return nil }
        defer { connection.close() }
        do throws(SQLiteFailure) {
            for migration in migrations.prefix(version) { try connection.execute(migration) }
            return try connection.tables()
        } catch {
            return nil
        }
    }

    var directory: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    func createDirectory(_ directory: String) throws(StoreError) {
        if unsafe mkdir(directory, 0o700) == 0 {
            sync(parent(of: directory))
            return
        }
        switch errno {
        case EEXIST: return
        case ENOENT where parent(of: directory) != directory:
            try createDirectory(parent(of: directory))
            guard unsafe mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw systemError() }
            sync(parent(of: directory))
        default: throw systemError()
        }
    }

    /// Creates the file before SQLite does, which would make it readable for all users.
    private func createFile() throws(StoreError) {
        // An existing file is not opened: closing it would drop the locks of another store in this process.
        let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { return }
            throw systemError()
        }
        close(descriptor)
    }

    private func parent(of directory: String) -> String {
        StoreFile(path: directory).directory
    }

    /// True where the file system is mounted read-only.
    var isOnReadOnlyFileSystem: Bool { status.map { $0.f_flag & UInt(ST_RDONLY) != 0 } ?? false }

    private var isFull: Bool { status?.f_bavail == 0 }

    private var status: statvfs? {
        var status = statvfs()
        return unsafe statvfs(directory, &status) == 0 ? status : nil
    }

    /// The size of a file in bytes; nil where there is none.
    func byteCount(of path: String) -> Int? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Syncs a new directory entry to disk; a failure is ignored, as the file still works.
    func sync(_ directory: String) {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    func attempt<Result>(_ body: () throws(SQLiteFailure) -> Result) throws(StoreError) -> Result {
        do throws(SQLiteFailure) {
            return try body()
        } catch {
            var error = StoreError(error, operation: "open the store", path: path)
            // SQLite reports a full disk as an I/O error, or as a file that cannot be opened.
            if [.cannotOpen, .other].contains(error.kind), isFull { error.kind = .diskFull }
            throw error
        }
    }

    func systemError() -> StoreError {
        let kind: StoreError.Kind =
            switch errno {
            case EROFS: .readOnly
            case ENOSPC, EDQUOT: .diskFull
            case EIO: .other
            default: .cannotOpen
            }
        return error(kind, unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)")
    }

    func error(_ kind: StoreError.Kind, _ words: String) -> StoreError {
        StoreError(kind: kind, operation: "open the store", path: path, words: words)
    }
}

extension SQLiteConnection {
    /// The content of the schema: kind, name and definition of each object, sorted.
    fileprivate func tables() throws(SQLiteFailure) -> [[SQLiteValue]] {
        try rows("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY 1, 2")
    }

    /// Takes the file for this connection alone, until that is closed.
    fileprivate func lock() throws(SQLiteFailure) {
        try execute("PRAGMA locking_mode = EXCLUSIVE")
        do throws(SQLiteFailure) {
            // Two that read first and write then would hinder each other.
            try execute("BEGIN EXCLUSIVE; COMMIT")
        } catch  where error.code & 0xFF != SQLITE_BUSY {
            // Reading tells the reason.
        }
    }

    /// Moves the write-ahead log into the database, and leaves it empty.
    func checkpoint() throws(SQLiteFailure) { _ = try value("PRAGMA wal_checkpoint(TRUNCATE)") }

    /// Throws where the file is damaged; without its indexes the check takes a fraction of the time.
    func check(withIndexes: Bool) throws(SQLiteFailure) {
        guard try value("PRAGMA \(withIndexes ? "integrity_check" : "quick_check")(1)") == .text("ok") else {
            throw SQLiteFailure(code: SQLITE_CORRUPT, words: "the check of the file found damage")
        }
    }
}
