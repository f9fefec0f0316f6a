import Foundation
import Testing
import Time
import Weather

@testable import Storage

/// The migration of a file with schema 1 to the present schema, with all of its content.
@Suite(.timeLimit(.minutes(4)))
struct MigrationTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        let file = StoreFile(path: directory.store, migrations: Array(Schema.migrations.prefix(1)))
        let connection = try file.connect()
        #expect(try connection.value("PRAGMA user_version") == .integer(1))
        try connection.execute(Self.contents)
        connection.close()
    }

    private static let contents = """
        INSERT INTO position VALUES
            ('desk', 35.64651234567, -139.6297, '家 “home”', 12.5, 1644048000123456789, 1644048001123456789, 'follow'),
            ('hall', -90.0, 180.0, NULL, NULL, NULL, 7, 'command');
        INSERT INTO shown VALUES ('desk', 3565, 13963, '世田谷区'), ('hall', -9000, -18000, ''), ('a', 9000, 17999, 'a');
        INSERT INTO timeline VALUES
            ('weather/open-meteo/3565,13963', x'00ff10', 1644048000000000000, 0, NULL),
            ('weather/open-meteo/0,0', NULL, 1644048000000000000, 3, 1644048120000000000);
        INSERT INTO retained_topic VALUES
            ('kiatsu', 'bridge', '', ''), ('kiatsu', 'desk', '', ''), ('kiatsu', 'desk', 'weather', 'compact'),
            ('kiatsu', 'desk', 'weather', 'full'), ('kiatsu', 'desk', 'weather', 'fields'),
            ('home/kiatsu', 'desk', 'weather', 'frame'), ('kiatsu', 'hall', 'weather', 'compact');
        """

    private let manifest: Set<RetainedTopic> = {
        func topic(_ base: String, _ panel: String, _ encoding: String, _ suffixes: [String]) -> RetainedTopic {
            let widget = encoding.isEmpty ? "" : "weather"
            return RetainedTopic(baseTopic: base, panel: panel, widget: widget, encoding: encoding, suffixes: suffixes)
        }
        return [
            topic("kiatsu", "bridge", "", []), topic("kiatsu", "desk", "", []),
            topic("kiatsu", "desk", "compact", [""]), topic("kiatsu", "desk", "full", ["/full"]),
            topic(
                "kiatsu",
                "desk",
                "fields",
                [
                    "/temperature", "/place", "/pressure", "/pressures", "/icons", "/temperatures", "/labels",
                    "/condition", "/trend", "/updated",
                ]
            ),
            topic("home/kiatsu", "desk", "frame", ["/frame"]), topic("kiatsu", "hall", "compact", [""]),
        ]
    }()

    /// Expects the whole content of the file with schema 1.
    private func expectContents(of store: Store) async throws {
        let coordinate = try #require(Coordinate(latitude: 35.64651234567, longitude: -139.6297))
        let pole = try #require(Coordinate(latitude: -90, longitude: 180))
        let desk = StoredPosition(
            coordinate: coordinate,
            name: "家 “home”",
            accuracyMetres: 12.5,
            reportedAt: UTCInstant(nanosecondsSinceEpoch: 1_644_048_000_123_456_789),
            acceptedAt: UTCInstant(nanosecondsSinceEpoch: 1_644_048_001_123_456_789),
            source: .follow
        )
        let hall = StoredPosition(
            coordinate: pole,
            acceptedAt: UTCInstant(nanosecondsSinceEpoch: 7),
            source: .command
        )
        #expect(try await store.positions() == ["desk": desk, "hall": hall])

        func place(_ latitude: Double, _ longitude: Double, _ name: String) throws -> [String: ShownPlace] {
            let center = try #require(Coordinate(latitude: latitude, longitude: longitude))
            return ["weather": ShownPlace(cell: GridCell(containing: center), name: name)]
        }
        let shown = [
            "desk": try place(35.65, 139.63, "世田谷区"), "hall": try place(-90, -180, ""), "a": try place(90, 179.99, "a"),
        ]
        #expect(try await store.shown() == shown)

        let askedAt = UTCInstant(unixSeconds: 1_644_048_000)
        let timelines = [
            "weather/open-meteo/3565,13963": StoredTimeline(forecast: [0, 255, 16], askedAt: askedAt),
            "weather/open-meteo/0,0": StoredTimeline(
                forecast: nil,
                askedAt: askedAt,
                failures: 3,
                retryAt: askedAt + .seconds(120)
            ),
        ]
        #expect(try await store.timelines() == timelines)
        #expect(try await store.manifest() == manifest)
    }

    @Test func `a file of schema 1 keeps all that it holds, and opening it again changes nothing`() async throws {
        for _ in 0..<2 {
            let store = try await Store.open(at: directory.store)
            try await expectContents(of: store)
            #expect(try await store.options().isEmpty)
            #expect(try await store.spent(on: CivilDate(daysSinceEpoch: 19_028)).isEmpty)
            await store.close()
        }
    }

    @Test func `what a file of schema 1 held can be changed afterwards`() async throws {
        let store = try await Store.open(at: directory.store)
        let place = ShownPlace(cell: GridCell(containing: .origin), name: nil)
        try await store.saveShown(place, for: "desk", widget: "weather")
        try await store.saveShown(place, for: "desk", widget: "day")
        #expect(try await store.shown()["desk"] == ["weather": place, "day": place])
        let fewer = manifest.filter { $0.encoding != "fields" && $0.panel != "bridge" }
        try await store.setManifest(fewer)
        #expect(try await store.manifest() == fewer)
        try await store.setManifest([])
        #expect(try await store.manifest().isEmpty)
    }

    @Test func `a file made by all migrations has the same schema as a new one`() async throws {
        await (try Store.open(at: directory.store)).close()
        let new = directory.path + "/new.db"
        await (try Store.open(at: new)).close()
        let schemas = try [directory.store, new].map { path in
            try SQLiteConnection(path: path).rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name")
        }
        #expect(schemas[0] == schemas[1])
        let names = schemas[0].filter { $0[0] == .text("table") }.compactMap(\.[1].text)
        #expect(
            names == [
                "added_panel", "display", "option", "place_name", "place_zone", "position", "retained_topic", "shown",
                "spent",
                "timeline",
            ],
            "nothing is left over"
        )
    }

    @Test func `a migration that is cut off at its end leaves a file of schema 1, which is then brought up`()
        async throws
    {
        let broken = [Schema.migrations[0], Schema.migrations[1] + "; CREATE TABLE position (a)"]
        #expect(throws: StoreError.self) { try StoreFile(path: directory.store, migrations: broken).connect() }
        let connection = try SQLiteConnection(path: directory.store)
        #expect(try connection.value("PRAGMA user_version") == .integer(1))
        #expect(try connection.value("SELECT count(*) FROM pragma_table_info('shown')") == .integer(4))
        #expect(try connection.value("SELECT count(*) FROM sqlite_schema WHERE name = 'spent'") == .integer(0))
        connection.close()
        try await expectContents(of: try await Store.open(at: directory.store))
    }

    @Test func `the identity of a line of the manifest holds in the file, too`() throws {
        let connection = try StoreFile(path: directory.store).connect()
        for suffixes in ["NULL", "''", "'/a'"] {
            let insert = "INSERT INTO retained_topic VALUES ('b', 'p', 'w', 'e', \(suffixes))"
            try connection.execute(insert)
            #expect(throws: SQLiteFailure.self) { try connection.execute(insert) }
        }
        let count = "SELECT count(*) FROM retained_topic WHERE base_topic = 'b'"
        #expect(try connection.value(count) == .integer(3))
    }
}
