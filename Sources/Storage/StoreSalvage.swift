import CSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The replacement of a damaged file by a new one with all known and readable rows.
extension StoreFile {
    /// The most damaged files that are kept, the oldest with the lowest number.
    static let mostSetAside = 5

    /// True for a damaged file of Kiatsu's: it has the application identifier; or only zeros, which disks leave behind;
    /// or a damaged header and Kiatsu's tables.
    ///
    /// Any other file may belong to another program, reached by a wrong path.
    var isRecognised: Bool {
        guard let header = FileHeader(path: path) else { return false }
        if header.isBlank || header.isOurs { return true }
        guard header.resemblesOurs, let copy = try? copyInMemory(restoringHeader: true) else { return false }
        return copy.hasOurTables
    }

    /// A copy of the damaged file with readable tables, or what can be opened of it.
    func readableCopy() throws(StoreError) -> SQLiteConnection? {
        if let copy = try copyInMemory(restoringHeader: true), copy.hasOurTables { return copy }
        // The restored header does not fit pages of another size.
        return try copyInMemory()
    }

    func replaced(_ damage: StoreError, after memory: SQLiteConnection?) throws(StoreError) -> OpenedStore {
        let new = StoreFile(path: path + ".new", migrations: migrations, copyDirectories: copyDirectories)
        let rowCount = try makeReplacement(new, after: memory)
        guard byteCount(of: new.path + "-wal") ?? 0 == 0 else { throw damage }
        let (aside, hasRemoved) = try nameAside()
        // The log first: without its file it would be taken for the new one's. At each moment there is a file.
        guard unsafe rename(path + "-wal", aside + "-wal") == 0 || errno == ENOENT,
            // File systems without hard links, as on some memory cards, fall back to a rename.
            unsafe link(path, aside) == 0 || rename(path, aside) == 0,
            unsafe rename(new.path, path) == 0
        else { throw systemError() }
        sync(directory)
        let removal =
            hasRemoved
            ? " \(path).damaged-1 to -\(Self.mostSetAside) were there already: the oldest is removed, and the others "
                + "have the number before. The disk damages what it holds: copy what you need of them, and replace it."
            : " If it happens once more, replace the disk."
        let notice =
            "The store \(path) was damaged: \(damage.words). It is kept as \(aside), and a new one takes its place "
            + "with the \(rowCount) rows that were known or could be read. Positions, options and panels that are "
            + "missing now must be sent again." + removal
        return OpenedStore(connection: try connect(), notice: notice)
    }

    /// The next free name for the damaged file, and true where the oldest one was deleted for it.
    private func nameAside() throws(StoreError) -> (name: String, hasRemoved: Bool) {
        func name(_ number: Int) -> String { "\(path).damaged-\(number)" }
        var kept = (1...Self.mostSetAside).filter { byteCount(of: name($0)) != nil }
        if kept.last ?? 0 < Self.mostSetAside { return (name((kept.last ?? 0) + 1), false) }
        let isFull = kept.count == Self.mostSetAside
        if isFull {
            let oldest = name(kept.removeFirst())
            unsafe remove(oldest + "-wal")
            guard unsafe remove(oldest) == 0 else { throw systemError() }
        }
        for (number, former) in zip(1..., kept) where number != former {
            guard unsafe rename(name(former) + "-wal", name(number) + "-wal") == 0 || errno == ENOENT,
                unsafe rename(name(former), name(number)) == 0
            else { throw systemError() }
        }
        return (name(kept.count + 1), isFull)
    }

    /// Creates a complete new file and returns its number of rows; a failure leaves nothing of it behind.
    private func makeReplacement(_ new: StoreFile, after memory: SQLiteConnection?) throws(StoreError) -> Int {
        let names = [new.path, new.path + "-wal"]
        for name in names { unsafe remove(name) }
        do throws(StoreError) {
            let sources = [memory, try readableCopy()].compactMap(\.self)
            let connection = try new.connect()
            defer { new.closeAtRest(connection) }
            return try attempt { () throws(SQLiteFailure) in
                let rowCount = try salvage(from: sources, into: connection)
                // Closing would checkpoint, too, but not report a failure.
                try connection.checkpoint()
                return rowCount
            }
        } catch {
            for name in names { unsafe remove(name) }
            throw error
        }
    }

    /// Copies the readable rows of databases, from both ends of each table, and returns their number; of rows with the
    /// same key the first source's is kept.
    ///
    /// Throws where the disk is full or fails: a row that cannot be copied for that is not damaged.
    func salvage(from sources: [SQLiteConnection], into connection: SQLiteConnection) throws(SQLiteFailure) -> Int {
        var rowCount = 0
        try connection.transaction { () throws(SQLiteFailure) in
            for (table, order) in Schema.tables {
                for (source, end) in sources.flatMap({ [($0, "ASC"), ($0, "DESC")] }) {
                    for row in try source.readableRows("SELECT * FROM \(table) ORDER BY \(order) \(end)") {
                        rowCount += try connection.insertSalvaged(row, into: table) ? 1 : 0
                    }
                }
            }
        }
        return rowCount
    }
}

extension SQLiteConnection {
    /// True where the schema is readable and has the tables of the first version.
    fileprivate var hasOurTables: Bool {
        let query = """
            SELECT count(*) FROM sqlite_schema
            WHERE type = 'table' AND name IN ('position', 'shown', 'timeline', 'retained_topic')
            """
        return (try? value(query)) == .integer(4)
    }

    /// Inserts a row; false where its key exists or it does not fit the table.
    fileprivate func insertSalvaged(_ row: [SQLiteValue], into table: String) throws(SQLiteFailure) -> Bool {
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
