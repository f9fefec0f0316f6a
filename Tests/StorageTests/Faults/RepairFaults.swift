import Foundation
import TestSupport
import Testing
import Time
import Weather

@testable import Storage

/// Repairs of damaged files that the disk prevents, for good or for a while.
@Suite(.timeLimit(.minutes(1)))
struct RepairFaults {
    private static let count = 400
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Creates a file with a position for each of many panels and overwrites all but its first pages with garbage.
    private func makeDamaged() async throws -> Data {
        let store = try await Store.open(at: directory.store)
        for number in 0..<Self.count {
            let position = StoredPosition(
                coordinate: .origin,
                name: "place \(number)",
                acceptedAt: UTCInstant(unixSeconds: number),
                source: .command
            )
            try await store.save(position, for: "panel\(number)")
        }
        await store.close()
        var bytes = try Data(contentsOf: file)
        let tail = bytes.count - 2 * 4096
        bytes.replaceSubrange(tail..., with: Data(repeating: 0xA5, count: 2 * 4096))
        try bytes.write(to: file)
        return bytes
    }

    private var file: URL { URL(filePath: directory.store) }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: directory.path + "/state").sorted() }
    }

    private static func panels(_ connection: SQLiteConnection) throws -> Int {
        try connection.rows("SELECT panel FROM position").count
    }

    @Test func `a disk too full for what was saved leaves the damaged file alone until there is room`() async throws {
        let damaged = try await makeDamaged()
        // Exactly the pages that empty tables take.
        let full = StoreFile(path: directory.store, migrations: Schema.migrations + ["PRAGMA max_page_count = 1"])
        let opened = try full.opened()
        #expect(opened.trouble?.kind == .diskFull)
        #expect(opened.notice == nil)
        #expect(try Data(contentsOf: file) == damaged)
        #expect(try names == ["kiatsu.db"])

        let roomy = try StoreFile(path: directory.store).opened()
        #expect(roomy.trouble == nil)
        #expect(roomy.notice?.contains(".damaged-1") == true)
        #expect(try Self.panels(roomy.connection) > Self.count / 2)
        FaultTable.held("store damaged and its disk full", "the damaged file stays until its rows have room")
    }

    @Test func `no room to read a damaged file is a full disk, not a file without rows`() async throws {
        let damaged = try await makeDamaged()
        let full = StoreFile(path: directory.store, copyDirectories: ["/dev/null"])
        let opened = try full.opened()
        #expect(opened.trouble?.kind == .diskFull)
        #expect(opened.trouble?.words == "no room for a copy of it in /dev/null")
        #expect(try Data(contentsOf: file) == damaged)
        #expect(try names == ["kiatsu.db"])
    }

    @Test func `a file that comes back damaged is repaired with all that was known of it`() async throws {
        let store = try await Store.open(at: directory.store)
        for number in 0..<Self.count {
            let position = StoredPosition(coordinate: .origin, acceptedAt: UTCInstant(unixSeconds: 1), source: .command)
            try await store.save(position, for: "panel\(number)")
        }
        await store.close()
        let whole = try Data(contentsOf: file)
        let known = try SQLiteConnection(reading: directory.store)
        defer { known.close() }
        let elsewhere = directory.path + "/back.db"
        var damaged = whole
        damaged.replaceSubrange(4096..., with: Data(repeating: 0xA5, count: whole.count - 4096))
        try damaged.write(to: URL(filePath: elsewhere))
        let opened = try StoreFile(path: elsewhere).repaired(after: known)
        #expect(try Self.panels(opened.connection) == Self.count)
        #expect(opened.notice?.contains("\(elsewhere).damaged-1") == true)
        #expect(opened.trouble == nil)
    }
}
