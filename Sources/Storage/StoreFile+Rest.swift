import CSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The mark that tells an open store from one at rest.
///
/// An open store has the header of a database with a write-ahead log, and its log beside it, even after a crash. At
/// rest it has the header of a database without one. So a database with the first header and no log has lost it, and a
/// log beside one with the second header belongs to another database: SQLite would write it into this one.
extension StoreFile {
    /// The path that a log is moved to where it belongs to another database.
    var strayLogPath: String { path + "-wal.stray" }

    /// True for a database that has lost its log, as one copied without it.
    var lacksLog: Bool {
        byteCount(of: path + "-wal") == nil && byteCount(of: path) ?? 0 > 0
            && FileHeader(openedBySQLite: path)?.isOfOpenStore == true
    }

    /// True for a log that belongs to another database than the one beside it.
    var hasStrayLog: Bool {
        byteCount(of: path + "-wal") ?? 0 > 0 && FileHeader(path: path)?.isAtRest == true
    }

    /// The same, for the start, when a store in this process may have the file open.
    private var hasStrayLogAtStart: Bool {
        guard byteCount(of: path + "-wal") ?? 0 > 0, byteCount(of: path) ?? 0 > 0 else { return false }
        return FileHeader(openedBySQLite: path)?.isAtRest == true
    }

    /// Moves a log that belongs to another database out of the way; returns the report of it, nil where there is none.
    func setStrayLogAside() throws(StoreError) -> String? {
        guard hasStrayLogAtStart else { return nil }
        guard unsafe rename(path + "-wal", strayLogPath) == 0 else { throw systemError() }
        sync(directory)
        return "A log lay beside the store \(path) that belongs to another database, as when a backup is copied over a "
            + "store without removing its log. It is kept as \(strayLogPath), and the store is as it was copied. Use "
            + "`kiatsu restore` instead, which takes care of it."
    }

    /// The report of a database that has lost its log.
    var reportOfLackingLog: String {
        "The store \(path) was not closed, and its log \(path)-wal is not there: it was copied from a running bridge "
            + "without its log, or the log was removed. Positions, options and panels may be older than they were, or "
            + "missing: put the log beside it if you have it (stop Kiatsu first), else send them again. "
            + "`kiatsu backup` makes copies that are whole."
    }

    /// Puts all content into the database, closes it, and leaves it at rest without a log.
    ///
    /// Where that fails, the log stays, and the next start takes its content in.
    func closeAtRest(_ connection: SQLiteConnection) {
        connection.keepLogFile()
        if (try? connection.value("PRAGMA journal_mode = DELETE")) == .text("delete") {
            // Empty by now. While the lock is held, nobody else has begun one.
            unsafe unlink(path + "-wal")
        }
        connection.close()
    }
}
