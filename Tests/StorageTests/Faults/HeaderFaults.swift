import Foundation
import TestSupport
import Testing
import Time
import Weather

@testable import Storage

/// Damage to each byte of a database file's header.
@Suite(.timeLimit(.minutes(4)))
struct HeaderFaults {
    private static let positions = Dictionary(
        uniqueKeysWithValues: (0..<100).map { number in
            let position = StoredPosition(
                coordinate: .origin,
                name: "place \(number)",
                acceptedAt: UTCInstant(unixSeconds: number),
                source: .command
            )
            return ("panel\(number)", position)
        }
    )
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private var file: URL { URL(filePath: directory.store) }

    private func makeStore() async throws -> [UInt8] {
        let store = try await Store.open(at: directory.store)
        for (panel, position) in Self.positions { try await store.save(position, for: panel) }
        // Deleted rows, so that the list of free pages is not empty.
        let forecast = StoredTimeline(forecast: Array(repeating: 1, count: 40_000), askedAt: UTCInstant(unixSeconds: 0))
        try await store.saveTimelines(["weather/x/1,1": forecast])
        try await store.pruneTimelines(olderThan: UTCInstant(unixSeconds: 1))
        await store.close()
        return Array(try Data(contentsOf: file))
    }

    @Test func `whichever byte of the header is damaged, all rows are there`() async throws {
        let whole = try await makeStore()
        let masks: [UInt8] = Thoroughness.rounds(2, otherwise: 1) == 1 ? [0xFF, 0x01] : [0xFF, 0x01, 0x80, 0x10, 0x04]
        for index in 0..<100 {
            for mask in masks {
                var damaged = whole
                damaged[index] ^= mask
                try Data(damaged).write(to: file)
                let store = try await Store.open(at: directory.store)
                #expect(await store.trouble == nil, "byte \(index) ^ \(mask)")
                #expect(try await store.positions() == Self.positions, "byte \(index) ^ \(mask)")
                try await store.save(
                    StoredPosition(coordinate: .origin, acceptedAt: .distantFuture, source: .follow),
                    for: "x"
                )
                if await store.takeNotice() != nil {
                    let kept = try Data(contentsOf: URL(filePath: directory.store + ".damaged-1"))
                    #expect(Array(kept) == damaged, "byte \(index) ^ \(mask)")
                }
                await store.close()
                for number in 1...5 {
                    try? FileManager.default.removeItem(atPath: directory.store + ".damaged-\(number)")
                }
            }
        }
        FaultTable.held("each byte of the database's header damaged", "all rows go on", times: 100 * masks.count)
    }

    @Test func `another program's database with our numbers but none of our tables is left alone`() async throws {
        let folder = directory.path + "/state"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let connection = try SQLiteConnection(path: directory.store)
        try connection.execute("CREATE TABLE mail (a); INSERT INTO mail VALUES (1)")
        connection.close()
        var bytes = Array(try Data(contentsOf: file))
        bytes[18] = 9
        try Data(bytes).write(to: file)
        let error = await #expect(throws: StoreError.self) { try await Store.open(at: directory.store) }
        #expect(error?.kind == .foreign)
        #expect(Array(try Data(contentsOf: file)) == bytes)
    }
}
