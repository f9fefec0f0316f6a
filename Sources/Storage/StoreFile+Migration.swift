import CSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The migration of a file's schema, and the copy of the file that is kept from before it.
extension StoreFile {
    /// The most copies from before migrations that are kept, those of the newest schemas.
    static let mostMigrationCopies = 2

    /// The path of the copy that is kept of a file with this schema.
    func migrationCopyPath(ofSchema version: Int) -> String { "\(path).schema-\(version)" }

    /// Brings the schema from `version` to this program's.
    func migrate(_ connection: SQLiteConnection, from version: Int) throws(SQLiteFailure) {
        for (index, migration) in migrations.enumerated().dropFirst(version) {
            try connection.transaction { () throws(SQLiteFailure) in
                try connection.execute(migration)
                try connection.execute("PRAGMA application_id = \(Schema.applicationIdentifier)")
                try connection.execute("PRAGMA user_version = \(index + 1)")
            }
        }
    }

    /// Keeps a copy of a file that is about to be migrated, so that an older program can go on with it.
    ///
    /// Where it cannot be made, as on a full disk, it throws, and the file stays as it is.
    func keepCopy(of connection: SQLiteConnection, schema version: Int) throws(StoreError) {
        do throws(StoreError) {
            let copy = migrationCopyPath(ofSchema: version)
            try writeCopy(of: connection, to: copy + ".new")
            guard unsafe rename(copy + ".new", copy) == 0 else { throw systemError() }
            sync(directory)
        } catch {
            var error = error
            error.operation = "copy the store before bringing it from schema \(version) to \(migrations.count)"
            throw error
        }
        let kept = (1..<version).reversed().map(migrationCopyPath).filter { byteCount(of: $0) != nil }
        for name in kept.dropFirst(Self.mostMigrationCopies - 1) { unsafe unlink(name) }
    }

    /// Writes the content of a database to a new file (0600), which is whole and on disk when this returns, in place
    /// of one that was left behind there; a failure leaves nothing of it.
    func writeCopy(of connection: SQLiteConnection, to copy: String) throws(StoreError) {
        unsafe unlink(copy)
        do throws(StoreError) {
            let descriptor = unsafe open(copy, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw systemError() }
            defer { close(descriptor) }
            try attempt { () throws(SQLiteFailure) in
                try connection.rows("VACUUM INTO ?", [.text(copy.hasPrefix("/") ? copy : "./" + copy)])
                let written = try SQLiteConnection(reading: copy)
                defer { written.close() }
                try written.check(withIndexes: true)
            }
            guard fsync(descriptor) == 0 else { throw systemError() }
        } catch {
            unsafe unlink(copy)
            throw error
        }
    }
}
