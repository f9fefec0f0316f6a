import Foundation
import Testing
import Time
import Weather

@testable import Storage

@Suite(.timeLimit(.minutes(4)))
struct BackupTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private var file: String { directory.path + "/backup.db" }

    private func position(_ number: Int) -> StoredPosition {
        StoredPosition(
            coordinate: .origin,
            name: "n\(number)",
            acceptedAt: UTCInstant(unixSeconds: number),
            source: .command
        )
    }

    private func failure(_ body: () throws -> Void) throws -> BackupError {
        try #require(#expect(throws: BackupError.self) { try body() })
    }

    private func names(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    @Test func `a backup holds what an open store holds, and tells what that is`() async throws {
        let store = try await Store.open(at: directory.store)
        for number in 0..<3 { try await store.save(position(number), for: "p\(number)") }
        try await store.setManifest([.panel("p0", baseTopic: "kiatsu"), .bridge(baseTopic: "kiatsu")])
        let summary = try StoreBackup(of: directory.store, to: file).write()
        #expect(summary.schema == Schema.migrations.count && summary.positionCount == 3 && summary.panelCount == 1)
        #expect(summary.description.contains("schema 5, 1 panel(s), 0 of them added at run time, 3 position(s)"))
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600 && attributes[.size] as? Int == summary.byteCount)
        #expect(try names(in: directory.path) == ["backup.db", "state"], "nothing else is left")
        let copy = try await Store.open(at: file)
        #expect(try await copy.positions().count == 3)
        #expect(await copy.takeNotice() == nil)
    }

    @Test func `backups made while the store changes are whole each time`() async throws {
        let store = try await Store.open(at: directory.store)
        let position = position(0)
        let writing = Task {
            var number = 0
            while !Task.isCancelled {
                try await store.save(position, for: "p\(number)")
                if number % 97 == 0 { try await store.checkpoint() }
                number += 1
            }
            return number
        }
        var counts: [Int] = []
        for _ in 0..<40 {
            _ = try StoreBackup(of: directory.store, to: file).write(replacing: true)
            let rows = try SQLiteConnection(reading: file).rows("SELECT panel FROM position")
            let panels = rows.compactMap(\.first?.text)
            #expect(Set(panels) == Set((0..<panels.count).map { "p\($0)" }), "each change up to one, and none after it")
            counts.append(panels.count)
            // The next one is of a later moment.
            try await store.save(position, for: "p0")
        }
        writing.cancel()
        #expect(counts == counts.sorted() && Set(counts).count > 1)
        #expect(try await writing.value >= counts.last ?? 0)
    }

    @Test func `a file that is there is kept, unless it is to be replaced`() async throws {
        await (try Store.open(at: directory.store)).close()
        try Data("mine".utf8).write(to: URL(filePath: file))
        #expect(try failure { _ = try StoreBackup(of: directory.store, to: file).write() } == .exists(file))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
        _ = try StoreBackup(of: directory.store, to: file).write(replacing: true)
        #expect(try SQLiteConnection(reading: file).value("PRAGMA application_id") == .integer(0x4B49_4154))
    }

    @Test(arguments: ["", "-wal"])
    func `the store itself is never written over`(suffix: String) async throws {
        let store = try await Store.open(at: directory.store)
        try await store.save(position(1), for: "desk")
        let target = directory.store + suffix
        #expect(
            try failure { _ = try StoreBackup(of: directory.store, to: target).write(replacing: true) }
                == .isStore(target)
        )
        await store.close()
        #expect(try await Store.open(at: directory.store).positions().count == 1)
    }

    @Test func `what is no store, newer or damaged is told as such, and nothing is written`() async throws {
        #expect(try failure { _ = try StoreBackup(of: file + "x", to: file).write() } == .noStore(file + "x"))
        let path = directory.path + "/other.db"
        let other = try SQLiteConnection(path: path)
        try other.execute("CREATE TABLE mail (a)")
        other.close()
        var error = try failure { _ = try StoreBackup(of: path, to: file).write() }
        #expect(error == .notStore(path, reason: "it is a database of another program"))

        let store = try await Store.open(at: directory.store)
        for number in 0..<500 { try await store.save(position(number), for: "p\(number)") }
        await store.close()
        let connection = try SQLiteConnection(path: directory.store)
        try connection.execute("CREATE TABLE another (a); PRAGMA user_version = 99")
        error = try failure { _ = try StoreBackup(of: directory.store, to: file).write() }
        #expect(error == .newer(directory.store, found: 99, known: Schema.migrations.count))
        try connection.execute("DROP TABLE another; PRAGMA user_version = \(Schema.migrations.count)")
        connection.close()
        var bytes = try Data(contentsOf: URL(filePath: directory.store))
        for index in (bytes.count - 8192)..<bytes.count { bytes[index] = 0x41 }
        try bytes.write(to: URL(filePath: directory.store))
        error = try failure { _ = try StoreBackup(of: directory.store, to: file).write() }
        guard case .damaged(directory.store, _) = error else { throw error }
        #expect(try names(in: directory.path) == ["other.db", "state"])
    }

    @Test func `a directory that is missing is named`() async throws {
        await (try Store.open(at: directory.store)).close()
        let target = directory.path + "/none/backup.db"
        let error = try failure { _ = try StoreBackup(of: directory.store, to: target).write() }
        #expect(error == .unwritable(target, reason: "No such file or directory"))
    }

    @Test func `a log that belongs to another database is not part of a backup`() async throws {
        await (try Store.open(at: directory.store)).close()
        try Data(repeating: 7, count: 5000).write(to: URL(filePath: directory.store + "-wal"))
        let summary = try StoreBackup(of: directory.store, to: file).write()
        #expect(summary.positionCount == 0)
    }
}
