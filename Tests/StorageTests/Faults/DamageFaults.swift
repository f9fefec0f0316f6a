import Foundation
import TestSupport
import Testing
import Time
import Weather

@testable import Storage

/// Database files that power cuts, worn-out cards and wrong paths leave behind.
@Suite(.timeLimit(.minutes(4)))
struct DamageFaults {
    private static let count = 400
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private static func position(_ number: Int) -> StoredPosition {
        StoredPosition(
            coordinate: .origin,
            name: "place \(number) " + String(repeating: "x", count: number % 40),
            acceptedAt: UTCInstant(unixSeconds: number),
            source: .command
        )
    }

    private static let positions = Dictionary(uniqueKeysWithValues: (0..<count).map { ("panel\($0)", position($0)) })

    /// A closed store with a position for each of many panels.
    private func makeStore() async throws {
        let store = try await Store.open(at: directory.store)
        for (panel, position) in Self.positions { try await store.save(position, for: panel) }
        await store.close()
    }

    private func bytes(_ suffix: String = "") throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: directory.store + suffix)))
    }

    private func write(_ bytes: [UInt8], _ suffix: String = "") throws {
        try Data(bytes).write(to: URL(filePath: directory.store + suffix))
    }

    private func removeAside() {
        for number in 1...5 { try? FileManager.default.removeItem(atPath: directory.store + ".damaged-\(number)") }
    }

    @Test func `pages full of garbage are set aside, and what else there is goes on`() async throws {
        let rounds = Thoroughness.rounds(200, otherwise: 12)
        try await makeStore()
        let whole = try bytes()
        let pages = whole.count / 4096
        var random = SeededGenerator(seed: 11)
        var mostSaved = 0
        for _ in 0..<rounds {
            var damaged = whole
            let page = Int.random(in: 1..<pages, using: &random)
            for index in page * 4096..<(page + 1) * 4096 { damaged[index] = .random(in: 0...255, using: &random) }
            try write(damaged)
            let store = try await Store.open(at: directory.store)
            let positions = try await store.positions()
            // Each row is as stored, or has a name from garbage in a page that is still readable.
            #expect(positions.keys.allSatisfy { Self.positions[$0] != nil })
            #expect(positions.allSatisfy { Self.positions[$0.key] == $0.value })
            mostSaved = max(mostSaved, positions.count)
            let notice = try #require(await store.takeNotice())
            #expect(notice.contains(directory.store + ".damaged-1"))
            #expect(try bytes(".damaged-1") == damaged)
            try await store.save(Self.position(1), for: "new")
            await store.close()
            let again = try await Store.open(at: directory.store)
            #expect(await again.takeNotice() == nil)
            #expect(try await again.positions()["new"] == Self.position(1))
            await again.close()
            removeAside()
        }
        #expect(mostSaved > Self.count / 2)
        FaultTable.held("database pages overwritten with garbage", "set aside whole, the rest goes on", times: rounds)
    }

    @Test(arguments: [0.0, 0.1, 0.5, 0.9])
    func `a file that was cut short, or is all zeros, is set aside`(part: Double) async throws {
        try await makeStore()
        let whole = try bytes()
        // Not at a page's end: SQLite also reports a file without its last pages as damaged.
        let damaged = part == 0 ? Array(repeating: 0, count: 8192) : Array(whole[..<Int(Double(whole.count) * part)])
        try write(damaged)
        let store = try await Store.open(at: directory.store)
        #expect(try #require(await store.takeNotice()).contains(".damaged-1"))
        #expect(try bytes(".damaged-1") == damaged)
        #expect(try await store.positions().allSatisfy { Self.positions[$0.key] == $0.value })
        try await store.save(Self.position(1), for: "new")
        await store.close()
        FaultTable.held("database cut short or full of zeros", "set aside, the program runs")
    }

    @Test func `an empty file beside a full log is set aside with it`() async throws {
        let store = try await Store.open(at: directory.store)
        try await store.save(Self.position(1), for: "desk")
        let log = try bytes("-wal")
        await store.close()
        try write([])
        try write(log, "-wal")
        let next = try await Store.open(at: directory.store)
        #expect(await next.takeNotice() != nil)
        #expect(try bytes(".damaged-1-wal") == log)
        await next.close()
    }

    @Test func `of more than five that were set aside the oldest gives way, and the program runs`() async throws {
        let folder = directory.path + "/state"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for number in 1...8 {
            try write(Array(repeating: 0, count: 4096 * number))
            let store = try await Store.open(at: directory.store)
            let notice = try #require(await store.takeNotice())
            #expect(notice.contains("kept as \(directory.store).damaged-\(min(number, 5)),"))
            #expect(notice.contains("the oldest is removed") == (number > 5))
            #expect(await store.trouble == nil)
            try await store.save(Self.position(number), for: "desk")
            await store.close()
        }
        for number in 1...5 { #expect(try bytes(".damaged-\(number)").count == 4096 * (number + 3)) }
        #expect(!FileManager.default.fileExists(atPath: directory.store + ".damaged-6"))
        FaultTable.held("database damaged more than five times", "the last five are kept, the program runs")
    }

    @Test func `those that were set aside close up where somebody took one away`() async throws {
        let folder = directory.path + "/state"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try write([3], ".damaged-3")
        try write([5], ".damaged-5")
        try write([6], ".damaged-5-wal")
        try write(Array(repeating: 0, count: 8192))
        await (try Store.open(at: directory.store)).close()
        #expect(try bytes(".damaged-1") == [3])
        #expect(try bytes(".damaged-2") == [5])
        #expect(try bytes(".damaged-2-wal") == [6])
        #expect(try bytes(".damaged-3").count == 8192)
    }

    @Test func `a power cut in the log keeps every change before it, whole`() async throws {
        let rounds = Thoroughness.rounds(500, otherwise: 25)
        let store = try await Store.open(at: directory.store)
        for number in 0..<100 { try await store.save(Self.position(number), for: "panel\(number)") }
        let (file, log) = (try bytes(), try bytes("-wal"))
        await store.close()
        var random = SeededGenerator(seed: 7)
        for _ in 0..<rounds {
            // Unsynced pages may be missing or hold anything.
            let end = Int.random(in: 0...log.count, using: &random)
            var torn = Array(log[..<end])
            if Bool.random(using: &random) {
                torn += (0..<min(4096, log.count - end)).map { _ in UInt8.random(in: 0...255, using: &random) }
            }
            try write(file)
            try write(torn, "-wal")
            let cut = try await Store.open(at: directory.store)
            #expect(await cut.takeNotice() == nil)
            let positions = try await cut.positions()
            #expect((0..<positions.count).allSatisfy { positions["panel\($0)"] == Self.position($0) })
            await cut.close()
        }
        FaultTable.held("power cut while the database is written", "it opens whole, changes in order", times: rounds)
    }
}
