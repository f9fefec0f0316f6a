#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The manifest of a store, read from outside while the bridge runs or not.
package enum StoredManifest {
    /// The rows; none where there is no store.
    package static func rows(of path: String) throws(BackupError) -> Set<ManifestRow> {
        guard FileMark(path: path) != nil else {
            guard errno != ENOENT else { return [] }
            throw .unreadable(path, reason: StoreBackup.systemMessage)
        }
        var template = Array("/tmp/kiatsu-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw .unwritable("/tmp", reason: StoreBackup.systemMessage) }
        let directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let image = directory + "/kiatsu.db"
        defer {
            unsafe unlink(image)
            unsafe rmdir(directory)
        }
        let summary = try StoreImage.write(of: path, to: image, reportingTo: directory)
        do throws(StoreError) {
            let file = StoreFile(path: image)
            return try file.attempt { () throws(SQLiteFailure) in
                let connection = try SQLiteConnection(path: image)
                defer { connection.close() }
                try file.migrate(connection, from: summary.schema)
                return try Set(
                    connection.rows("SELECT * FROM retained_topic").map { row throws(SQLiteFailure) in
                        guard let row = ManifestRow(row: row) else { throw unreadableRow }
                        return row
                    }
                )
            }
        } catch {
            throw .damaged(path, reason: error.words)
        }
    }
}
