import Testing
import Time
import Weather

@testable import Storage

@Suite(.timeLimit(.minutes(4)))
struct PlaceZoneStoreTests {
    private let directory: TemporaryDirectory
    private let now = UTCInstant(nanosecondsSinceEpoch: 1_644_048_000_123_456_789)

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func `zones come back exactly, the last that was said of each place`() async throws {
        let corner = GridCell(containing: try #require(Coordinate(latitude: -90, longitude: -180)))
        let tokyo = GridCell(containing: try #require(Coordinate(latitude: 35.65, longitude: 139.63)))
        var store = try await Store.open(at: directory.store)
        #expect(try await store.placeZones().isEmpty)
        try await store.savePlaceZones([:])
        try await store.savePlaceZones([
            corner: StoredZone(name: "Etc/GMT+12", source: "a", namedAt: now),
            tokyo: StoredZone(name: "Asia/Seoul", source: "a", namedAt: now),
        ])
        let last = StoredZone(name: "Asia/Tokyo", source: "b’; --", namedAt: now + .seconds(1))
        try await store.savePlaceZones([tokyo: last])
        await store.close()
        store = try await Store.open(at: directory.store)
        let zones = try await store.placeZones()
        #expect(zones.count == 2)
        #expect(zones[tokyo] == last)
        #expect(zones[corner]?.name == "Etc/GMT+12")
    }

    @Test func `of more than are kept the first go`() async throws {
        let store = try await Store.open(at: directory.store)
        for start in stride(from: 0, to: Store.mostPlaceZones + 1000, by: 1000) {
            var zones: [GridCell: StoredZone] = [:]
            for index in start..<(start + 1000) {
                let point = try #require(
                    Coordinate(latitude: Double(index / 1000) / 100, longitude: Double(index % 1000) / 100)
                )
                zones[GridCell(containing: point)] = StoredZone(name: "Europe/Paris", source: "a", namedAt: now)
            }
            try await store.savePlaceZones(zones)
        }
        #expect(try await store.placeZones().count == Store.mostPlaceZones)
    }
}
