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
    /// So many damaged files are kept beside each other: what breaks more often needs a person.
    private static let mostSetAside = 5

    /// Opens the file; one that is damaged is set aside, and what can be read of it goes on in a new one; one that
    /// cannot be written for now is stood in for by a copy in memory.
    func opened() throws(StoreError) -> OpenedStore {
        do throws(StoreError) {
            return try repaired()
        } catch  where isPassing(error) {
            return try standIn(for: error)
        }
    }

    /// Opens the file; one that is damaged is set aside, and a new one has what can be read of it, after what is in
    /// `standIn`, which was read while the file was sound.
    func repaired(after standIn: Connection? = nil) throws(StoreError) -> OpenedStore {
        do throws(StoreError) {
            return OpenedStore(connection: try connect())
        } catch  where error.kind == .corrupt && isRecognised {
            return try replaced(error, after: standIn)
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

    /// A copy in memory of what is in the file and its log, as far as it can be had.
    private func standIn(for error: StoreError) throws(StoreError) -> OpenedStore {
        let connection: Connection
        let copy = try? copyInMemory()
        if let copy, (try? copy.value("PRAGMA quick_check(1)")) == .text("ok") {
            connection = copy
            let version = try knownVersion(of: connection)
            try attempt { () throws(SQLiteFailure) in try migrate(connection, from: version) }
        } else {
            connection = try attempt { () throws(SQLiteFailure) in
                let connection = try Connection(path: nil)
                try migrate(connection, from: 0)
                if let copy { _ = try? salvage(from: [copy], into: connection) }
                return connection
            }
        }
        try attempt { () throws(SQLiteFailure) in try connection.execute("PRAGMA query_only = ON") }
        return OpenedStore(connection: connection, trouble: error)
    }

    /// Nil where there is no file, or it is so damaged that it cannot be opened.
    ///
    /// SQLite cannot read a log on a disk that it cannot write.
    private func copyInMemory() throws(StoreError) -> Connection? {
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
            return try attempt { () throws(SQLiteFailure) in
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
        throw error(.diskFull, "no room for a copy of it in \(copyDirectories.joined(separator: ", "))")
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

    private func replaced(_ damage: StoreError, after standIn: Connection?) throws(StoreError) -> OpenedStore {
        let aside = (1...Self.mostSetAside).map { "\(path).damaged-\($0)" }.first { byteCount(of: $0) == nil }
        guard let aside else { throw damage }
        let new = StoreFile(path: path + ".new", migrations: migrations)
        let rowCount = try makeReplacement(new, after: standIn)
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

    /// Makes a whole new file, on disk, and says how many rows it has; where that fails nothing is left of it.
    private func makeReplacement(_ new: StoreFile, after standIn: Connection?) throws(StoreError) -> Int {
        let names = [new.path, new.path + "-wal"]
        for name in names { unsafe remove(name) }
        do throws(StoreError) {
            let sources = [standIn, try copyInMemory()].compactMap(\.self)
            let connection = try new.connect()
            defer { connection.close() }
            return try attempt { () throws(SQLiteFailure) in
                let rowCount = try salvage(from: sources, into: connection)
                // Closing does it, too, and tells nobody when it fails.
                _ = try connection.value("PRAGMA wal_checkpoint(TRUNCATE)")
                return rowCount
            }
        } catch {
            for name in names { unsafe remove(name) }
            throw error
        }
    }

    /// Takes over what can be read of databases, from both ends of each table, and says how many rows that is; of rows
    /// with the same key the first source's.
    ///
    /// Throws where the disk is full or fails: a row that is missed for that is not a damaged one.
    private func salvage(from sources: [Connection], into connection: Connection) throws(SQLiteFailure) -> Int {
        var rowCount = 0
        try connection.transaction { () throws(SQLiteFailure) in
            for (table, order) in Schema.tables {
                for (source, end) in sources.flatMap({ [($0, "ASC"), ($0, "DESC")] }) {
                    for row in try source.readableRows("SELECT * FROM \(table) ORDER BY \(order) \(end)") {
                        rowCount += try connection.take(row, into: table) ? 1 : 0
                    }
                }
            }
        }
        return rowCount
    }
}

extension Connection {
    /// Whether a row was new; one that is none of this table is passed over.
    fileprivate func take(_ row: [SQLiteValue], into table: String) throws(SQLiteFailure) -> Bool {
        let places = Array(repeating: "?", count: row.count).joined(separator: ", ")
        do throws(SQLiteFailure) {
            let made = try rows(
                "INSERT INTO \(table) SELECT \(places) WHERE true ON CONFLICT DO NOTHING RETURNING 1",
                row
            )
            return !made.isEmpty
        } catch  where !error.isOfTheDisk {
            return false
        }
    }
}
