import CSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A damaged file is set aside, and what is known or can be read of it goes on in a new one.
extension StoreFile {
    /// So many damaged files are kept beside each other, the oldest with the lowest number.
    static let mostSetAside = 5

    /// Whether a damaged file was ours: it has our mark, or is what a disk makes of a file, zeros or nothing; or its header
    /// is damaged and it has our tables.
    ///
    /// Anything else may be somebody's whom a wrong path led to.
    var isRecognised: Bool {
        guard let header = FileHeader(path: path) else { return false }
        if header.isBlank || header.isOurs { return true }
        guard header.resemblesOurs, let copy = try? copyInMemory(restoringHeader: true) else { return false }
        return copy.hasOurTables
    }

    /// A copy of the damaged file, of which its tables can be read, or as much of it as there is to be had.
    func readableCopy() throws(StoreError) -> Connection? {
        if let copy = try copyInMemory(restoringHeader: true), copy.hasOurTables { return copy }
        // Its pages are of another size, perhaps.
        return try copyInMemory()
    }

    func replaced(_ damage: StoreError, after memory: Connection?) throws(StoreError) -> OpenedStore {
        let new = StoreFile(path: path + ".new", migrations: migrations, copyDirectories: copyDirectories)
        let rowCount = try makeReplacement(new, after: memory)
        guard byteCount(of: new.path + "-wal") ?? 0 == 0 else { throw damage }
        let (aside, hasRemoved) = try nameAside()
        // The log first: a log without its file would be taken for the new one's. There is a file at each moment.
        guard unsafe rename(path + "-wal", aside + "-wal") == 0 || errno == ENOENT,
            // Some file systems of memory cards have no second names.
            unsafe link(path, aside) == 0 || rename(path, aside) == 0,
            unsafe rename(new.path, path) == 0
        else { throw systemError() }
        sync(directory)
        let removal =
            hasRemoved
            ? " \(path).damaged-1 to -\(Self.mostSetAside) were there already: the oldest is removed, and the others have "
                + "the number before. The disk damages what it holds: copy what you need of them, and replace it."
            : " If it happens once more, replace the disk."
        let notice =
            "The store \(path) was damaged: \(damage.words). It is kept as \(aside), and a new one takes its place "
            + "with the \(rowCount) rows that were known or could be read. Positions, options and panels that are missing "
            + "now must be sent again." + removal
        return OpenedStore(connection: try connect(), notice: notice)
    }

    /// The name that the damaged file is kept by, behind those that are there, and whether the oldest of them gave way.
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

    /// Makes a whole new file, on disk, and says how many rows it has; where that fails nothing is left of it.
    private func makeReplacement(_ new: StoreFile, after memory: Connection?) throws(StoreError) -> Int {
        let names = [new.path, new.path + "-wal"]
        for name in names { unsafe remove(name) }
        do throws(StoreError) {
            let sources = [memory, try readableCopy()].compactMap(\.self)
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
    func salvage(from sources: [Connection], into connection: Connection) throws(SQLiteFailure) -> Int {
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
    /// Whether its schema can be read, and has the tables that each file of ours has.
    fileprivate var hasOurTables: Bool {
        let query = """
            SELECT count(*) FROM sqlite_schema
            WHERE type = 'table' AND name IN ('position', 'shown', 'timeline', 'retained_topic')
            """
        return (try? value(query)) == .integer(4)
    }

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
