import Foundation
import Testing
import Time
import Weather

@testable import Storage

/// Databases without their logs, logs without their databases, and what a start says of them.
@Suite(.timeLimit(.minutes(4)))
struct LeftBehindTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private let position = StoredPosition(
        coordinate: .origin,
        acceptedAt: UTCInstant(unixSeconds: 1),
        source: .command
    )

    private func copy(_ from: String, _ to: String) throws {
        try FileManager.default.copyItem(atPath: from, toPath: to)
    }

    @Test func `a database copied without its log has all up to the checkpoint, and its start says what may lack`()
        async throws
    {
        let store = try await Store.open(at: directory.store)
        try await store.save(position, for: "before")
        try await store.checkpoint()
        #expect(try FileManager.default.attributesOfItem(atPath: directory.store + "-wal")[.size] as? Int == 0)
        try await store.save(position, for: "after")
        let naive = directory.path + "/naive.db"
        try copy(directory.store, naive)
        await store.close()
        let copied = try await Store.open(at: naive)
        let notice = try #require(await copied.takeNotice())
        #expect(notice.contains("\(naive)-wal is not there") && notice.contains("kiatsu backup"))
        #expect(try await copied.positions().keys.sorted() == ["before"])
        await copied.close()
        let again = try await Store.open(at: naive)
        #expect(await again.takeNotice() == nil, "it is said once")
    }

    @Test func `a copy of both files, a killed store and a closed one start without a word`() async throws {
        let store = try await Store.open(at: directory.store)
        try await store.save(position, for: "desk")
        let both = directory.path + "/both.db"
        try copy(directory.store, both)
        try copy(directory.store + "-wal", both + "-wal")
        await store.close()
        for path in [both, directory.store] {
            let opened = try await Store.open(at: path)
            #expect(await opened.takeNotice() == nil)
            #expect(try await opened.positions().keys.sorted() == ["desk"])
        }
    }

    @Test func `a database copied over a killed store is not mixed with the log that lies there`() async throws {
        let store = try await Store.open(at: directory.store)
        for number in 0..<50 { try await store.save(position, for: "killed\(number)") }
        let path = directory.path + "/kiatsu.db"
        try copy(directory.store + "-wal", path + "-wal")
        await store.close()
        let other = directory.path + "/other/kiatsu.db"
        let backup = try await Store.open(at: other)
        try await backup.save(position, for: "backup")
        await backup.close()
        try copy(other, path)
        let opened = try await Store.open(at: path)
        let notice = try #require(await opened.takeNotice())
        #expect(notice.contains("\(path)-wal.stray") && notice.contains("kiatsu restore"))
        #expect(try await opened.positions().keys.sorted() == ["backup"])
        #expect(try FileManager.default.attributesOfItem(atPath: path + "-wal.stray")[.size] as? Int ?? 0 > 4096)
    }

    @Test func `a log without its database is kept, and the start says so`() async throws {
        let store = try await Store.open(at: directory.store)
        try await store.save(position, for: "desk")
        let path = directory.path + "/kiatsu.db"
        try copy(directory.store + "-wal", path + "-wal")
        await store.close()
        let opened = try await Store.open(at: path)
        let notice = try #require(await opened.takeNotice())
        #expect(notice.contains("its write-ahead log is not") && notice.contains(".damaged-1"))
        #expect(FileManager.default.fileExists(atPath: path + ".damaged-1-wal"))
        #expect(try await opened.positions().isEmpty)
    }

    // MARK: Migration

    @Test func `a copy of the store is kept from before its migration, and an older program can go on with it`()
        async throws
    {
        let old = StoreFile(path: directory.store, migrations: Array(Schema.migrations.prefix(4)))
        let connection = try old.connect()
        try connection.execute("INSERT INTO position VALUES ('desk', 1, 2, NULL, NULL, NULL, 7, 'command')")
        connection.close()
        await (try Store.open(at: directory.store)).close()
        let copy = directory.store + ".schema-4"
        #expect(try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o600)
        let kept = try StoreFile(path: copy, migrations: Array(Schema.migrations.prefix(4))).connect()
        #expect(try kept.value("PRAGMA user_version") == .integer(4))
        #expect(try kept.rows("SELECT panel FROM position") == [[.text("desk")]])
        kept.close()
        let error = #expect(throws: StoreError.self) { try old.connect() }
        #expect(error?.description.contains("kiatsu restore '\(directory.store).schema-4'") == true)
    }

    @Test func `the copies of the two newest schemas are kept`() throws {
        for count in 1...5 {
            let file = StoreFile(path: directory.store, migrations: Array(Schema.migrations.prefix(count)))
            file.closeAtRest(try file.connect())
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/state").sorted()
        #expect(names == ["kiatsu.db", "kiatsu.db.schema-3", "kiatsu.db.schema-4"])
    }

    @Test func `without a copy there is no migration`() throws {
        let old = StoreFile(path: directory.store, migrations: Array(Schema.migrations.prefix(4)))
        old.closeAtRest(try old.connect())
        // A directory in the place of the copy, which stands for any failure to write it.
        try FileManager.default.createDirectory(
            atPath: directory.store + ".schema-4.new/x",
            withIntermediateDirectories: true
        )
        let error = #expect(throws: StoreError.self) { try StoreFile(path: directory.store).connect() }
        #expect(error?.description.contains("copy the store before bringing it from schema 4 to 5") == true)
        #expect(try SQLiteConnection(reading: directory.store).value("PRAGMA user_version") == .integer(4))
    }
}
