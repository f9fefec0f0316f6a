#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A whole copy of a store in one file, made while the bridge runs or not.
package struct StoreBackup: Sendable {
    private let store: String
    private let file: String

    /// A backup of the database at `store` to `file`.
    package init(of store: String, to file: String) {
        (self.store, self.file) = (store, file)
    }

    /// Writes the file (0600), which appears whole or not at all, and tells its contents; `replacing` allows that a
    /// file of that name is there.
    package func write(replacing: Bool = false) throws(BackupError) -> StoreSummary {
        guard FileMark(path: store) != nil else {
            guard errno != ENOENT else { throw .noStore(store) }
            throw .unreadable(store, reason: Self.systemMessage)
        }
        guard !belongsToStore(file) else { throw .isStore(file) }
        if !replacing, unsafe access(file, F_OK) == 0 { throw .exists(file) }
        let partial = file + ".partial"
        let summary = try StoreImage.write(of: store, to: partial, reportingTo: file)
        guard summary.schema > 0 else {
            unsafe unlink(partial)
            throw .emptyStore(store)
        }
        do throws(BackupError) {
            try publish(partial, replacing: replacing)
        } catch {
            unsafe unlink(partial)
            throw error
        }
        return summary
    }

    /// Gives the written file its name.
    private func publish(_ partial: String, replacing: Bool) throws(BackupError) {
        // A link fails where the name is taken by now; file systems without links have no such protection.
        if !replacing, unsafe link(partial, file) == 0 {
            unsafe unlink(partial)
        } else if !replacing, errno == EEXIST {
            throw .exists(file)
        } else if unsafe rename(partial, file) != 0 {
            throw .unwritable(file, reason: Self.systemMessage)
        }
        let written = StoreFile(path: file)
        written.sync(written.directory)
    }

    private func belongsToStore(_ file: String) -> Bool {
        guard let target = FileMark(path: file) else { return [store + "-wal", store + "-journal"].contains(file) }
        return [store, store + "-wal", store + "-journal"].compactMap(FileMark.init).contains(where: target.isSameFile)
    }

    static var systemMessage: String {
        unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
    }
}

/// A database written anew from the files of another one.
enum StoreImage {
    /// Writes the content of the store `source`, its log included, to `target`, and returns what is in it; schema 0
    /// for a database without any content.
    ///
    /// The bytes lie beside `target` twice meanwhile; `name` stands in errors for the files there.
    static func write(
        of source: String,
        to target: String,
        reportingTo name: String
    ) throws(BackupError) -> StoreSummary {
        let snapshot = StoreSnapshot(source: source, copy: target + ".snapshot")
        defer { snapshot.remove() }
        do throws(StoreError) {
            try snapshot.take()
        } catch {
            if error.kind == .inUse { throw .changing(source) }
            throw FileMark(path: source) == nil
                ? .unreadable(source, reason: error.words) : .unwritable(name, reason: error.words)
        }
        let copy = StoreFile(path: snapshot.copy)
        let connection: SQLiteConnection
        let version: Int
        do throws(StoreError) {
            connection = try copy.attempt { () throws(SQLiteFailure) in
                let connection = try SQLiteConnection(path: snapshot.copy)
                try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                return connection
            }
            version = try copy.knownVersion(of: connection)
        } catch {
            throw failure(error, of: source)
        }
        defer { connection.close() }
        do throws(StoreError) {
            try copy.writeCopy(of: connection, to: target)
        } catch {
            throw [.diskFull, .readOnly, .cannotOpen].contains(error.kind)
                ? .unwritable(name, reason: error.words) : failure(error, of: source)
        }
        return StoreSummary(connection, schema: version, byteCount: copy.byteCount(of: target) ?? 0)
    }

    /// The error of a copy, told of the file that it is of.
    private static func failure(_ error: StoreError, of source: String) -> BackupError {
        switch error.kind {
        case .corrupt:
            FileHeader(path: source)?.resemblesOurs == true
                ? .damaged(source, reason: error.words) : .notStore(source, reason: error.words)
        case .foreign, .unrecognised: .notStore(source, reason: error.words)
        case .newerSchema(let found, let known): .newer(source, found: found, known: known)
        default:
            .store(
                StoreError(kind: error.kind, operation: "copy the store", path: source, words: error.words)
            )
        }
    }
}
