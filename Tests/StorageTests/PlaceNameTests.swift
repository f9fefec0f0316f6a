import Testing
import Time
import Weather

@testable import Storage

@Suite(.timeLimit(.minutes(4)))
struct PlaceNameTests {
    private let directory: TemporaryDirectory
    private let now = UTCInstant(nanosecondsSinceEpoch: 1_644_048_000_123_456_789)

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func cell(_ latitude: Double, _ longitude: Double) throws -> GridCell {
        GridCell(containing: try #require(Coordinate(latitude: latitude, longitude: longitude)))
    }

    @Test(arguments: ["世田谷区", "", "L’Aquila; DROP TABLE place_name; --\u{0}é", nil])
    func `a name comes back exactly, and so does that there is none`(name: String?) async throws {
        let stored = StoredName(name: name, obtainedAt: now)
        let cell = try cell(-90, -180)
        var store = try await Store.open(at: directory.store)
        try await store.save(
            StoredName(name: "before", obtainedAt: now - .seconds(1)),
            geocoder: "nominatim",
            language: "ja",
            cell: cell
        )
        try await store.save(stored, geocoder: "nominatim", language: "ja", cell: cell)
        await store.close()
        store = try await Store.open(at: directory.store)
        #expect(try await store.placeName(geocoder: "nominatim", language: "ja", cell: cell) == stored)
    }

    @Test func `geocoders, languages and cells are told apart`() async throws {
        let store = try await Store.open(at: directory.store)
        var names: [(geocoder: String, language: String, cell: GridCell)] = []
        for geocoder in ["nominatim", "qweather"] {
            for language in ["ja", "zh-TW"] {
                for cell in [try cell(35.65, 139.63), try cell(35.65, 139.64), try cell(35.64, 139.63)] {
                    names.append((geocoder, language, cell))
                }
            }
        }
        for (index, key) in names.enumerated() {
            let name = StoredName(name: "\(index)", obtainedAt: now)
            try await store.save(name, geocoder: key.geocoder, language: key.language, cell: key.cell)
        }
        for (index, key) in names.enumerated() {
            let name = try await store.placeName(geocoder: key.geocoder, language: key.language, cell: key.cell)
            #expect(name?.name == "\(index)")
        }
        #expect(try await store.placeName(geocoder: "nominatim", language: "zh", cell: names[0].cell) == nil)
    }

    @Test func `pruning forgets only the names that were obtained before the moment`() async throws {
        let store = try await Store.open(at: directory.store)
        let cell = try cell(1, 2)
        for (geocoder, age) in [("old", 1), ("new", 0)] {
            let name = StoredName(name: "name", obtainedAt: now - .nanoseconds(age))
            try await store.save(name, geocoder: geocoder, language: "en", cell: cell)
        }
        try await store.prunePlaceNames(olderThan: now)
        #expect(try await store.placeName(geocoder: "old", language: "en", cell: cell) == nil)
        #expect(try await store.placeName(geocoder: "new", language: "en", cell: cell) != nil)
    }

    @Test func `of more names than are kept the ones that were saved first go`() async throws {
        let connection = try StoreFile(path: directory.store).connect()
        try connection.execute(
            """
            WITH RECURSIVE number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < 49999)
            INSERT INTO place_name SELECT 'nominatim', 'ja', n / 1000, n % 1000, 'name ' || n, n FROM number
            """
        )
        connection.close()
        let store = try await Store.open(at: directory.store)
        func name(_ latitude: Double, _ longitude: Double) async throws -> String? {
            try await store.placeName(geocoder: "nominatim", language: "ja", cell: try cell(latitude, longitude))?.name
        }
        // Saved again, the first one becomes the last; a clock that was set back does not make it older.
        let renewed = StoredName(name: "renewed", obtainedAt: UTCInstant(unixSeconds: -1))
        try await store.save(renewed, geocoder: "nominatim", language: "ja", cell: try cell(0, 0))
        #expect(try await name(0, 0.01) == "name 1", "a name that takes another's place pushes none out")
        try await store.save(renewed, geocoder: "nominatim", language: "ja", cell: try cell(-1, -1))
        #expect(try await name(0, 0.01) == nil)
        #expect(try await name(0, 0.02) == "name 2")
        #expect(try await name(0, 0) == "renewed")
        #expect(try await name(-1, -1) == "renewed")
        #expect(try await name(0.49, 9.99) == "name 49999")
        await store.close()
        let file = try StoreFile(path: directory.store).connect()
        #expect(try file.value("SELECT count(*) FROM place_name") == .integer(Int64(Store.mostPlaceNames)))
    }
}
