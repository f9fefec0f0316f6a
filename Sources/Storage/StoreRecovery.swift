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
    /// What the user should know of it.
    var notice: String?
}

/// What is done about a file that is damaged, or on a disk that cannot be written: whoever forgot Kiatsu years ago wants
/// the weather to go on.
extension StoreFile {
    /// So many damaged files are kept beside each other: what breaks more often needs a person.
    private static let mostSetAside = 5

    /// Opens the file; one that is damaged is set aside, and what can be read of it goes on in a new one; one that
    /// cannot be written for now is stood in for by a copy in memory.
    func opened() throws(StoreError) -> OpenedStore {
        do throws(StoreError) {
            return OpenedStore(connection: try connect())
        } catch  where error.kind == .corrupt && isRecognised {
            do throws(StoreError) {
                return try replaced(error)
            } catch  where isPassing(error) {
                return try standIn(for: error)
            }
        } catch  where isPassing(error) {
            return try standIn(for: error)
        }
    }

    /// Whether it is the disk's trouble and none that a user made, such as a path that is not writable.
    private func isPassing(_ error: StoreError) -> Bool {
        switch error.kind {
        case .diskFull: true
        case .readOnly, .cannotOpen: isOnReadOnlyFileSystem
        case .other: error.code == SQLITE_OK || error.code & 0xFF == SQLITE_IOERR
        case .corrupt, .foreign, .newerSchema, .inUse, .closed: false
        }
    }

    // MARK: A disk that cannot be written

    /// A copy in memory of what is in the file and its log, or nothing where there is none.
    private func standIn(for error: StoreError) throws(StoreError) -> OpenedStore {
        let connection: Connection
        if let copy = copyInMemory() {
            connection = copy
        } else {
            connection = try attempt { () throws(SQLiteFailure) in try Connection(path: nil) }
        }
        let version = try knownVersion(of: connection)
        try attempt { () throws(SQLiteFailure) in
            try migrate(connection, from: version)
            try connection.execute("PRAGMA query_only = ON")
        }
        let notice =
            "\(error) Until then panels are shown what was stored before, new positions and settings are refused, "
            + "and what a restart needs is not kept."
        return OpenedStore(connection: connection, trouble: error, notice: notice)
    }

    /// Nil where there is no file, or no place for its copy.
    ///
    /// SQLite cannot read a log on a disk that it cannot write.
    private func copyInMemory() -> Connection? {
        guard byteCount(of: path) ?? 0 > 0 else { return nil }
        for parent in ["/dev/shm", "/run", "/tmp"] {
            var template = Array("\(parent)/kiatsu-XXXXXX".utf8CString)
            guard unsafe mkdtemp(&template) != nil else { continue }
            let directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            let copy = directory + "/kiatsu.db"
            // An open file outlives its name, and nothing is left of it however this process ends.
            defer {
                for name in [copy, copy + "-wal", copy + "-journal", directory] { unsafe remove(name) }
            }
            guard Self.copy(path, to: copy) else { continue }
            guard byteCount(of: path + "-wal") == nil || Self.copy(path + "-wal", to: copy + "-wal") else { continue }
            do throws(SQLiteFailure) {
                let connection = try Connection(path: copy)
                try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                // Reads the log, by its name.
                _ = try connection.value("SELECT count(*) FROM sqlite_schema")
                return connection
            } catch {
                return nil
            }
        }
        return nil
    }

    private static func copy(_ path: String, to copy: String) -> Bool {
        let source = unsafe open(path, O_RDONLY | O_CLOEXEC)
        let target = unsafe open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        defer { for descriptor in [source, target] where descriptor >= 0 { close(descriptor) } }
        guard source >= 0, target >= 0 else { return false }
        while true {
            let count = sendfile(target, source, nil, 1 << 20)
            if count <= 0 { return count == 0 }
        }
    }

    // MARK: Damage

    /// Whether a damaged file was ours: it has our mark, or is what a disk makes of a file, zeros or nothing.
    ///
    /// Anything else may be somebody's whom a wrong path led to.
    private var isRecognised: Bool {
        var header = [UInt8](repeating: 0, count: 72)
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard unsafe read(descriptor, &header, header.count) >= 0 else { return false }
        if header.allSatisfy({ $0 == 0 }) { return true }
        let mark = header[68...].reduce(0) { $0 << 8 | Int64($1) }
        return header.starts(with: Array("SQLite format 3\0".utf8)) && mark == Schema.applicationIdentifier
    }

    private func replaced(_ damage: StoreError) throws(StoreError) -> OpenedStore {
        let aside = (1...Self.mostSetAside).map { "\(path).damaged-\($0)" }.first { byteCount(of: $0) == nil }
        guard let aside else { throw damage }
        let new = StoreFile(path: path + ".new", migrations: migrations)
        for name in [new.path, new.path + "-wal"] { unsafe remove(name) }
        let connection = try new.connect()
        let rowCount = salvage(into: connection)
        connection.close()
        guard byteCount(of: new.path + "-wal") ?? 0 == 0 else { throw damage }
        // The log first: a log without its file would be taken for the new one's. There is a file at each moment.
        guard unsafe rename(path + "-wal", aside + "-wal") == 0 || errno == ENOENT,
            // Some file systems of memory cards have no second names.
            unsafe link(path, aside) == 0 || rename(path, aside) == 0,
            unsafe rename(new.path, path) == 0
        else { throw systemError() }
        sync(directory)
        let notice =
            "The store \(path) was damaged: \(damage.words). It is kept as \(aside), and a new one takes its place "
            + "with the \(rowCount) rows that could be read. Positions, options and panels that are missing now must be "
            + "sent again; if it happens once more, replace the disk."
        return OpenedStore(connection: try connect(), notice: notice)
    }

    /// Takes over what can be read of a damaged file, from both ends of each table, and says how many rows that is.
    private func salvage(into connection: Connection) -> Int {
        guard let damaged = copyInMemory() else { return 0 }
        var rowCount = 0
        try? connection.transaction { () throws(SQLiteFailure) in
            for (table, order) in Schema.tables {
                let ends = ["\(order) ASC", "\(order) DESC"]
                for row in ends.flatMap({ damaged.readableRows("SELECT * FROM \(table) ORDER BY \($0)") }) {
                    let places = Array(repeating: "?", count: row.count).joined(separator: ", ")
                    // A row that is none of this table is passed over.
                    let made = try? connection.rows(
                        "INSERT INTO \(table) SELECT \(places) WHERE true ON CONFLICT DO NOTHING RETURNING 1",
                        row
                    )
                    rowCount += made?.count ?? 0
                }
            }
        }
        return rowCount
    }
}
