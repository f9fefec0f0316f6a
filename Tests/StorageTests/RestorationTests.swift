import Foundation
import Testing
import Time
import Weather

@testable import Storage

@Suite(.timeLimit(.minutes(4)))
struct RestorationTests {
    private static let now = UTCInstant(unixSeconds: 1_795_396_500)
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private var file: String { directory.path + "/backup.db" }
    private var former: String { directory.store + ".replaced-" + Self.now.iso8601.replacing(":", with: "-") }

    private func save(_ panels: [String], at path: String) async throws {
        let store = try await Store.open(at: path)
        for panel in panels {
            let position = StoredPosition(coordinate: .origin, acceptedAt: UTCInstant(unixSeconds: 1), source: .command)
            try await store.save(position, for: panel)
        }
        await store.close()
    }

    private func panels(at path: String) async throws -> [String] {
        let store = try await Store.open(at: path)
        #expect(await store.takeNotice() == nil)
        let panels = try await store.positions().keys.sorted()
        await store.close()
        return panels
    }

    @Test func `a restored store is the backup, and the one before is kept`() async throws {
        try await save(["old"], at: file)
        try await save(["new"], at: directory.store)
        let outcome = try StoreRestoration(of: directory.store, from: file).run(at: Self.now)
        #expect(outcome.former == former && outcome.summary.positionCount == 1 && !outcome.lacksLog)
        #expect(try await panels(at: directory.store) == ["old"])
        #expect(try await panels(at: former) == ["new"])
        #expect(try await panels(at: file) == ["old"])
        let mode = try FileManager.default.attributesOfItem(atPath: directory.store)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `where there is no store the backup becomes one`() async throws {
        try await save(["old"], at: file)
        let outcome = try StoreRestoration(of: directory.store, from: file).run(at: Self.now)
        #expect(outcome.former == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path + "/state") == ["kiatsu.db"])
        #expect(try await panels(at: directory.store) == ["old"])
    }

    @Test func `a store that is open is left alone`() async throws {
        try await save(["old"], at: file)
        let (path, file) = (directory.store, file)
        let store = try await Store.open(at: path)
        // In another process, as the lock of this one would not hinder it.
        await #expect(processExitsWith: .exitCode(75)) { [path = path as String, file = file as String] in
            do throws(BackupError) {
                _ = try StoreRestoration(of: path, from: file).run(at: UTCInstant(unixSeconds: 0))
            } catch {
                guard case .running(path, let process) = error else { exit(1) }
                exit(process == getppid() ? 75 : 2)
            }
        }
        await store.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path + "/state") == ["kiatsu.db"])
    }

    @Test func `a store that was killed keeps its log under its new name`() async throws {
        try await save(["old"], at: file)
        let path = directory.store
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let store = try await Store.open(at: path)
            let position = StoredPosition(coordinate: .origin, acceptedAt: UTCInstant(unixSeconds: 1), source: .follow)
            try await store.save(position, for: "killed")
            kill(getpid(), SIGKILL)
        }
        _ = try StoreRestoration(of: directory.store, from: file).run(at: Self.now)
        #expect(!FileManager.default.fileExists(atPath: directory.store + "-wal"))
        #expect(try await panels(at: directory.store) == ["old"])
        #expect(try await panels(at: former) == ["killed"])
    }

    @Test func `what is no store, or the store itself, changes nothing`() async throws {
        try await save(["new"], at: directory.store)
        let before = try Data(contentsOf: URL(filePath: directory.store))
        try Data(repeating: 0x41, count: 5000).write(to: URL(filePath: file))
        for source in [file, directory.store, directory.path + "/none"] {
            #expect(throws: BackupError.self) {
                try StoreRestoration(of: directory.store, from: source).run(at: Self.now)
            }
        }
        #expect(try Data(contentsOf: URL(filePath: directory.store)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path + "/state") == ["kiatsu.db"])
    }

    @Test func `an older schema is restored as it is, and brought up at the start`() async throws {
        let old = StoreFile(path: file, migrations: Array(Schema.migrations.prefix(4)))
        old.closeAtRest(try old.connect())
        let outcome = try StoreRestoration(of: directory.store, from: file).run(at: Self.now)
        #expect(outcome.summary.schema == 4)
        #expect(try await panels(at: directory.store).isEmpty)
        #expect(try SQLiteConnection(reading: directory.store).value("PRAGMA user_version") == .integer(5))
    }
}
