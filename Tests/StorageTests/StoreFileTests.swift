import CSQLite
import Foundation
import Testing
import Time
import Weather

@testable import Storage

@Suite(.timeLimit(.minutes(4)))
struct StoreFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// The error of an open that must fail.
    private func failure(opening path: String) async throws -> StoreError {
        try #require(await #expect(throws: StoreError.self) { try await Store.open(at: path) })
    }

    /// A database at `path` made without the store.
    private func database(_ path: String, _ script: String) throws {
        let connection = try SQLiteConnection(path: path)
        try connection.execute(script)
        connection.close()
    }

    @Test func `opening makes directories of mode 700 and files of mode 600, and no shared memory`() async throws {
        let path = directory.path + "/a/b/kiatsu.db"
        let store = try await Store.open(at: path)
        try await store.pruneTimelines(olderThan: .distantFuture)
        #expect(try mode(directory.path + "/a") == 0o700)
        #expect(try mode(directory.path + "/a/b") == 0o700)
        #expect(try mode(path) == 0o600)
        #expect(try mode(path + "-wal") == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/a/b")
        #expect(names.sorted() == ["kiatsu.db", "kiatsu.db-wal"])
        await store.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path + "/a/b") == ["kiatsu.db"])
    }

    @Test(arguments: [
        ("synchronous", SQLiteValue.integer(2)), ("journal_mode", .text("wal")), ("locking_mode", .text("exclusive")),
        ("foreign_keys", .integer(1)), ("cache_size", .integer(-256)), ("temp_store", .integer(2)),
        ("journal_size_limit", .integer(1_048_576)), ("application_id", .integer(0x4B49_4154)),
        ("user_version", .integer(4)),
    ])
    func `every commit is synced and memory is small`(pragma: String, value: SQLiteValue) throws {
        let connection = try StoreFile(path: directory.store).connect()
        #expect(try connection.value("PRAGMA \(pragma)") == value)
    }

    // MARK: Migrations

    @Test func `an empty file and an empty database become stores`() async throws {
        let empty = directory.path + "/empty.db"
        #expect(FileManager.default.createFile(atPath: empty, contents: nil))
        #expect(try await Store.open(at: empty).positions().isEmpty)
        let version0 = directory.path + "/version0.db"
        try database(version0, "PRAGMA journal_mode = WAL; CREATE TABLE t (a); DROP TABLE t; PRAGMA user_version = 0")
        #expect(try await Store.open(at: version0).positions().isEmpty)
    }

    @Test func `a migration keeps what is there, and one that fails leaves the file as it was`() async throws {
        let position = StoredPosition(coordinate: .origin, acceptedAt: UTCInstant(unixSeconds: 1), source: .follow)
        let store = try await Store.open(at: directory.store)
        try await store.save(position, for: "desk")
        await store.close()

        let broken = Schema.migrations + ["CREATE TABLE extra (a); CREATE TABLE position (a)"]
        let error = #expect(throws: StoreError.self) {
            try StoreFile(path: directory.store, migrations: broken).connect()
        }
        #expect(error?.kind == .other)
        let good = Schema.migrations + ["ALTER TABLE position ADD COLUMN altitude REAL", "CREATE TABLE extra (a)"]
        let connection = try StoreFile(path: directory.store, migrations: good).connect()
        #expect(try connection.value("PRAGMA user_version") == .integer(Int64(Schema.migrations.count + 2)))
        #expect(try connection.rows("SELECT panel FROM position") == [[.text("desk")]])
    }

    @Test func `a newer schema is refused, and so it stays`() async throws {
        await (try Store.open(at: directory.store)).close()
        try database(directory.store, "CREATE TABLE another (a); PRAGMA user_version = 99")
        for _ in 0..<2 {
            let error = try await failure(opening: directory.store)
            #expect(error.kind == .newerSchema(found: 99, known: Schema.migrations.count))
            #expect(error.description.contains("run the newer Kiatsu"))
        }
    }

    @Test(arguments: [
        "CREATE TABLE mail (a)", "PRAGMA application_id = 7; CREATE TABLE t (a)", "PRAGMA user_version = 1",
    ])
    func `another program's database is refused and not touched`(script: String) async throws {
        let path = directory.path + "/other.db"
        try database(path, script)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(try await failure(opening: path).kind == .foreign)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    // MARK: Files that cannot be opened

    @Test func `a file that is no database is kept, and the error says how to move it away`() async throws {
        let path = directory.path + "/kiatsu.db"
        let garbage = Data(repeating: 0x41, count: 5000)
        try garbage.write(to: URL(fileURLWithPath: path))
        let error = try await failure(opening: path)
        #expect(error.kind == .unrecognised)
        #expect(error.code == SQLITE_NOTADB)
        #expect(error.description.contains("mv '\(path)' '\(path).broken'"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == garbage)
    }

    @Test(arguments: ["/proc/kiatsu/kiatsu.db", "FILE/kiatsu.db", "FILE/deeper/kiatsu.db", "DIRECTORY"])
    func `where no file can be made the error names the path and the remedy`(path: String) async throws {
        let file = directory.path + "/file"
        #expect(FileManager.default.createFile(atPath: file, contents: Data("text".utf8)))
        let path = path.replacingOccurrences(of: "FILE", with: file)
            .replacingOccurrences(of: "DIRECTORY", with: directory.path)
        let error = try await failure(opening: path)
        #expect(error.kind == .cannotOpen)
        #expect(error.description.hasPrefix("Could not open the store in \(path): "))
        #expect(error.description.contains("writable for the user that Kiatsu runs as"))
    }

    @Test(arguments: [
        (SQLITE_FULL, StoreError.Kind.diskFull), (SQLITE_READONLY | 6 << 8, .readOnly), (SQLITE_PERM, .cannotOpen),
        (SQLITE_CANTOPEN | 2 << 8, .cannotOpen), (SQLITE_CORRUPT | 1 << 8, .corrupt), (SQLITE_BUSY | 1 << 8, .inUse),
        (SQLITE_IOERR | 3 << 8, .other),
    ])
    func `an extended code tells what the user can do`(code: Int32, kind: StoreError.Kind) {
        let failure = SQLiteFailure(code: code, words: "words")
        let error = StoreError(failure, operation: "save the timelines", path: "/p")
        #expect(error.kind == kind)
        #expect(error.description == "Could not save the timelines in /p: words (SQLite \(code)). \(error.advice)")
    }

    @Test func `a full disk undoes the change whole, and what was stored stays`() throws {
        let connection = try StoreFile(path: directory.store).connect()
        try connection.execute("CREATE TABLE blob (bytes BLOB); INSERT INTO blob VALUES ('before')")
        let pages = try connection.value("PRAGMA page_count")
        guard case .integer(let count) = pages else {
            Issue.record("page_count is \(pages)")
            return
        }
        _ = try connection.value("PRAGMA max_page_count = \(count + 2)")
        let failure = #expect(throws: SQLiteFailure.self) {
            try connection.transaction { () throws(SQLiteFailure) in
                try connection.rows("DELETE FROM blob")
                try connection.rows("INSERT INTO blob VALUES (zeroblob(100000))")
            }
        }
        #expect(failure?.code == SQLITE_FULL)
        #expect(try connection.rows("SELECT bytes FROM blob") == [[.text("before")]])
        try connection.transaction { () throws(SQLiteFailure) in try connection.rows("DELETE FROM blob") }
    }
}
