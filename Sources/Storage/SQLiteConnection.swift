import CSQLite

/// A failure reported by SQLite.
struct SQLiteFailure: Error, Equatable {
    /// The extended result code.
    var code: Int32
    var words: String

    /// True where the disk is full, broken or read-only: the failure says nothing about the rows.
    var isOfTheDisk: Bool {
        !isOfContent && [SQLITE_FULL, SQLITE_IOERR, SQLITE_READONLY, SQLITE_CANTOPEN].contains(code & 0xFF)
    }

    /// True where the file's content is damaged.
    var isOfContent: Bool {
        // SQLITE_IOERR_SHORT_READ: the file ends too early.
        [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF) || code == SQLITE_IOERR | 2 << 8
    }
}

/// A value in a column or for a parameter.
enum SQLiteValue: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// A connection to one database file.
///
/// All calls into SQLite are in this file. Not Sendable: its owner makes one call at a time, as `SQLITE_OPEN_NOMUTEX`
/// requires. The pointers never leave it, a statement is finalised before its database is closed, and no memory of
/// SQLite's is used after the call that lent it, which makes the class safe to use.
@safe final class SQLiteConnection {
    private var database: OpaquePointer?
    /// Prepared statements by their text; bounded, since every text is a literal of this module.
    private var statements: [String: OpaquePointer] = unsafe [:]

    /// Opens a file and creates it where there is none; nil opens a database in memory.
    init(path: String?) throws(SQLiteFailure) {
        // A path with a directory cannot be taken for ":memory:" or a URI.
        let name = path.map { $0.hasPrefix("/") ? $0 : "./" + $0 } ?? ":memory:"
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = unsafe sqlite3_open_v2(name, &database, flags, nil)
        guard code == SQLITE_OK else {
            let failure = failure(code)
            // A failed open may leave a handle that must be closed.
            close()
            throw failure
        }
        if isReadOnly {
            close()
            throw SQLiteFailure(code: SQLITE_READONLY, words: "attempt to write a readonly database")
        }
        unsafe sqlite3_busy_timeout(database, 1000)
    }

    /// Opens a file read-only as it is on disk: without locks and without its write-ahead log.
    init(reading path: String) throws(SQLiteFailure) {
        let name = path.hasPrefix("/") ? path : "./" + path
        var address = "file:"
        for character in name {
            switch character {
            case "%": address += "%25"
            case "?": address += "%3f"
            case "#": address += "%23"
            default: address.append(character)
            }
        }
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = unsafe sqlite3_open_v2(address + "?mode=ro&immutable=1", &database, flags, nil)
        guard code == SQLITE_OK else {
            let failure = failure(code)
            close()
            throw failure
        }
    }

    deinit {
        close()
    }

    var isOpen: Bool { unsafe database != nil }

    /// True where SQLite refuses writes, which the file's header may require.
    var isReadOnly: Bool { unsafe sqlite3_db_readonly(database, "main") == 1 }

    /// Finalises the statements and closes the file; the second call does nothing.
    func close() {
        guard isOpen else { return }
        while let statement = unsafe sqlite3_next_stmt(database, nil) { unsafe sqlite3_finalize(statement) }
        unsafe statements = [:]
        unsafe sqlite3_close_v2(database)
        unsafe database = nil
    }

    /// The file's first bytes, zero behind its end; nil where they cannot be read.
    ///
    /// Read through SQLite, as closing a descriptor of our own would drop the locks of another store in this process.
    func firstBytes(_ count: Int) -> [UInt8]? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        // The file belongs to the connection and lives as long; the call writes `count` bytes and keeps no pointer.
        guard unsafe sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
            let file = unsafe file, let methods = unsafe file.pointee.pMethods, let read = unsafe methods.pointee.xRead
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        let code = unsafe read(file, &bytes, Int32(count), 0)
        // SQLITE_IOERR_SHORT_READ: the rest is zero.
        return code == SQLITE_OK || code == SQLITE_IOERR | 2 << 8 ? bytes : nil
    }

    /// Keeps the log's file when the log is closed, empty if all of it is in the database.
    func keepLogFile() {
        var isKept: Int32 = 1
        unsafe sqlite3_file_control(database, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
    }

    /// Executes statements without parameters, such as a migration.
    func execute(_ script: String) throws(SQLiteFailure) {
        let code = unsafe sqlite3_exec(database, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// The first column of the first row of a statement that is not cached, such as a pragma.
    func value(_ sql: String) throws(SQLiteFailure) -> SQLiteValue {
        let statement = unsafe try prepare(sql, flags: 0)
        defer { unsafe sqlite3_finalize(statement) }
        return unsafe try step(statement)?.first ?? .null
    }

    /// Runs one statement to its end, caches it prepared, and returns its rows.
    @discardableResult
    func rows(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteFailure) -> [[SQLiteValue]] {
        let statement = unsafe try kept(sql)
        defer {
            // A reset ends the statement's read transaction; cleared bindings keep no caller's data.
            unsafe sqlite3_reset(statement)
            unsafe sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() {
            let code = unsafe bind(value, to: statement, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw failure(code) }
        }
        var rows: [[SQLiteValue]] = []
        while let row = unsafe try step(statement) { rows.append(row) }
        return rows
    }

    /// The rows of a statement up to the first damaged one; throws where the disk is at fault.
    func readableRows(_ sql: String) throws(SQLiteFailure) -> [[SQLiteValue]] {
        var rows: [[SQLiteValue]] = []
        do throws(SQLiteFailure) {
            let statement = unsafe try prepare(sql, flags: 0)
            defer { unsafe sqlite3_finalize(statement) }
            while let row = unsafe try step(statement) { rows.append(row) }
        } catch  where !error.isOfTheDisk {
            // The rows behind the damage are read in descending order.
        }
        return rows
    }

    /// Executes `body` as one transaction: on disk when this returns, rolled back when it throws.
    @discardableResult
    func transaction<Result>(_ body: () throws(SQLiteFailure) -> Result) throws(SQLiteFailure) -> Result {
        try rows("BEGIN IMMEDIATE")
        do throws(SQLiteFailure) {
            let result = try body()
            try rows("COMMIT")
            return result
        } catch {
            // After some failures, such as a full disk, SQLite has rolled back already.
            if unsafe sqlite3_get_autocommit(database) == 0 { _ = try? rows("ROLLBACK") }
            throw error
        }
    }

    private func kept(_ sql: String) throws(SQLiteFailure) -> OpaquePointer {
        if let statement = unsafe statements[sql] { return unsafe statement }
        let statement = unsafe try prepare(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
        unsafe statements[sql] = statement
        return unsafe statement
    }

    private func prepare(_ sql: String, flags: UInt32) throws(SQLiteFailure) -> OpaquePointer {
        var statement: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(database, sql, -1, flags, &statement, nil)
        guard code == SQLITE_OK, let statement = unsafe statement else { throw failure(code) }
        return unsafe statement
    }

    private func bind(_ value: SQLiteValue, to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch value {
        case .null: unsafe sqlite3_bind_null(statement, index)
        case .integer(let integer): unsafe sqlite3_bind_int64(statement, index, integer)
        case .real(let real): unsafe sqlite3_bind_double(statement, index, real)
        case .text(let text): unsafe csqlite_bind_text(statement, index, text, Int32(text.utf8.count))
        case .blob(let bytes): unsafe csqlite_bind_blob(statement, index, bytes, Int32(bytes.count))
        }
    }

    /// The next row, copied; nil at the end.
    private func step(_ statement: OpaquePointer) throws(SQLiteFailure) -> [SQLiteValue]? {
        switch unsafe sqlite3_step(statement) {
        case SQLITE_ROW: (0..<(unsafe sqlite3_column_count(statement))).map { unsafe column($0, of: statement) }
        case SQLITE_DONE: nil
        case let code: throw failure(code)
        }
    }

    private func column(_ index: Int32, of statement: OpaquePointer) -> SQLiteValue {
        let type = unsafe sqlite3_column_type(statement, index)
        switch type {
        case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(statement, index))
        case SQLITE_TEXT, SQLITE_BLOB:
            // The pointer first: the call fixes the representation that the count refers to.
            let start = unsafe sqlite3_column_blob(statement, index)
            let count = Int(unsafe sqlite3_column_bytes(statement, index))
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
            return unsafe type == SQLITE_BLOB ? .blob(Array(bytes)) : .text(String(decoding: bytes, as: UTF8.self))
        default: return .null
        }
    }

    private func failure(_ code: Int32) -> SQLiteFailure {
        let words = unsafe database == nil ? sqlite3_errstr(code) : sqlite3_errmsg(database)
        return SQLiteFailure(code: code, words: unsafe words.map { unsafe String(cString: $0) } ?? "unknown error")
    }
}
