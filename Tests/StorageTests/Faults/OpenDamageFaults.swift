import Foundation
import TestSupport
import Testing
import Time
import Weather

@testable import Storage

/// Damage that only a check of the whole file finds, or that occurs while it is open.
@Suite(.timeLimit(.minutes(2)))
struct OpenDamageFaults {
    private static let count = 50
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private static let now = UTCInstant(unixSeconds: 1_800_000_000)

    private static func position(_ number: Int) -> StoredPosition {
        StoredPosition(
            coordinate: .origin,
            name: "place \(number)",
            acceptedAt: now,
            source: .command
        )
    }

    /// A store with positions, and more forecasts than SQLite keeps in memory.
    private func makeStore() async throws -> Store {
        let store = try await Store.open(at: directory.store)
        for number in 0..<Self.count { try await store.save(Self.position(number), for: "panel\(number)") }
        let forecast = StoredTimeline(forecast: Array(repeating: 7, count: 3000), askedAt: Self.now)
        let keys = (0..<300).map { "weather/x/\($0),0" }
        try await store.saveTimelines(Dictionary(uniqueKeysWithValues: keys.map { ($0, forecast) }))
        await store.close()
        let again = try await Store.open(at: directory.store)
        _ = try await again.timelines()
        return again
    }

    private var file: URL { URL(filePath: directory.store) }

    /// Writes garbage over all pages of the file but the first, in place.
    private func damage() throws {
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        let end = try handle.seekToEnd()
        try handle.seek(toOffset: 4096)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: Int(end) - 4096))
    }

    @Test func `damage that comes while the file is open is repaired with what is known`() async throws {
        let store = try await makeStore()
        var alarms = await store.damage().makeAsyncIterator()
        try damage()
        let error = await #expect(throws: StoreError.self) { try await store.save(Self.position(1000), for: "panel0") }
        #expect(error?.kind == .corrupt)
        #expect(error?.advice.contains("mv ") == false)
        #expect(await alarms.next() != nil)
        var known = StoredContents(at: Self.now)
        for number in 0..<Self.count { known.positions["panel\(number)"] = Self.position(number) }
        known.options = ["panel1": ["weather": ["language": "ja"]]]
        known.displays = ["panel2": StoredDisplay(bufferBytes: 256)]
        known.panels = [StoredPanel(id: "panel3", definition: Array("{}".utf8), addedAt: Self.now)]
        known.shown = ["panel4": ["weather": ShownPlace(cell: GridCell(containing: .origin), name: "x")]]
        known.manifest = [RetainedTopic(baseTopic: "k", panel: "p", widget: "w", encoding: "e", suffixes: ["/a"])]
        known.calls = ["openweather": 7]
        try await store.repair(with: known)
        #expect(try #require(await store.takeNotice()).contains(directory.store + ".damaged-1"))
        try await store.save(Self.position(1000), for: "panel0")
        await store.close()

        let again = try await Store.open(at: directory.store)
        #expect(await again.takeNotice() == nil)
        known.positions["panel0"] = Self.position(1000)
        #expect(try await again.positions() == known.positions)
        #expect(try await again.options() == known.options)
        #expect(try await again.displays() == known.displays)
        #expect(try await again.addedPanels() == known.panels)
        #expect(try await again.shown() == known.shown)
        #expect(try await again.manifest() == known.manifest)
        #expect(try await again.spent(on: known.today) == ["openweather": SpentCalls(day: 7, month: 7)])
        await again.close()
        FaultTable.held("database damaged while it is open", "repaired while running, with what is known")
    }

    @Test func `a repair that cannot be written goes on in memory, and on the disk once it can be`() async throws {
        let store = try await makeStore()
        try damage()
        await #expect(throws: StoreError.self) { try await store.save(Self.position(1), for: "panel0") }
        // A directory that is not empty cannot be written over.
        let obstacle = directory.store + ".new/x"
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: true)
        var known = StoredContents(at: Self.now)
        known.positions["panel9"] = Self.position(9)
        try await store.repair(with: known)
        #expect(await store.trouble != nil)
        #expect(try await store.positions()["panel9"] == Self.position(9))
        await #expect(throws: StoreError.self) { try await store.save(Self.position(1), for: "panel0") }
        try FileManager.default.removeItem(atPath: directory.store + ".new")
        try await store.save(Self.position(1), for: "panel0")
        #expect(await store.trouble == nil)
        #expect(try await store.positions()["panel9"] == Self.position(9))
        await store.close()
    }

    @Test func `a repair without damage changes nothing`() async throws {
        let store = try await makeStore()
        try await store.check()
        try await store.repair(with: StoredContents(at: Self.now))
        #expect(await store.takeNotice() == nil)
        #expect(try await store.positions().count == Self.count)
        await store.close()
    }

    /// Makes the index of the manifest empty, as quick_check does not see.
    private func emptyIndex() throws {
        let connection = try SQLiteConnection(path: directory.store)
        guard
            case .integer(let root) = try connection.value(
                "SELECT rootpage FROM sqlite_schema WHERE name = 'retained_topic_identity'"
            )
        else {
            Issue.record("no index")
            return
        }
        _ = try connection.value("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        try handle.seek(toOffset: UInt64(root - 1) * 4096)
        // A leaf of an index without cells, whose content begins at the page's end.
        try handle.write(contentsOf: Data([10, 0, 0, 0, 0, 0x10, 0, 0]))
    }

    @Test func `an index without its rows is found at the start, and each day`() async throws {
        let topics = Set(
            (0..<20).map {
                RetainedTopic(baseTopic: "k", panel: "p\($0)", widget: "w", encoding: "e", suffixes: [])
            }
        )
        let store = try await Store.open(at: directory.store)
        try await store.setManifest(topics)
        await store.close()
        try emptyIndex()
        let check = try SQLiteConnection(reading: directory.store)
        #expect(try check.value("PRAGMA quick_check(1)") == .text("ok"))
        check.close()
        let repaired = try await Store.open(at: directory.store)
        #expect(await repaired.takeNotice() != nil)
        #expect(try await repaired.manifest() == topics)
        await repaired.close()

        // Damage after the start, in a page that was not read since.
        let open = try await makeStore()
        try emptyIndexOfOpenFile()
        let error = await #expect(throws: StoreError.self) { try await open.check() }
        #expect(error?.kind == .corrupt)
        try await open.repair(with: StoredContents(at: Self.now))
        try await open.check()
        #expect(try await open.positions().count == Self.count)
        await open.close()
    }

    private func emptyIndexOfOpenFile() throws {
        let reader = try SQLiteConnection(reading: directory.store)
        guard
            case .integer(let root) = try reader.value(
                "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_timeline_1'"
            )
        else {
            Issue.record("no index")
            return
        }
        reader.close()
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        try handle.seek(toOffset: UInt64(root - 1) * 4096)
        try handle.write(contentsOf: Data([10, 0, 0, 0, 0, 0x10, 0, 0]))
    }
}
