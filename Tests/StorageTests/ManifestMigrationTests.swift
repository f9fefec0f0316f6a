import Testing

@testable import Storage

/// The manifest of a file of schema 4, as the program of that schema wrote it, becomes rows of a kind each.
@Suite(.timeLimit(.minutes(4)))
struct ManifestMigrationTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        let file = StoreFile(path: directory.store, migrations: Array(Schema.migrations.prefix(4)))
        let connection = try file.connect()
        #expect(try connection.value("PRAGMA user_version") == .integer(4))
        try connection.execute(Self.contents)
        connection.close()
    }

    /// Of two panels with all kinds of rows, and what earlier configurations and releases left.
    private static let contents = """
        INSERT INTO retained_topic VALUES
            ('kiatsu', 'bridge', '', '', NULL), ('home/kiatsu', 'bridge', '', '', NULL),
            ('kiatsu', 'desk', '', '', NULL), ('kiatsu', 'hall', '', '', NULL),
            ('kiatsu', 'desk', 'weather', 'compact', ''), ('kiatsu', 'desk', 'weather', 'full', '/full'),
            ('kiatsu', 'desk', 'weather', 'fields', '/temperature' || char(10) || '/place'),
            ('kiatsu', 'desk', 'weather', 'fields', '/temperature'), ('kiatsu', 'hall', 'day', 'fields', NULL),
            ('kiatsu', 'desk', 'weather', 'label', '/label'),
            ('kiatsu', 'desk', 'weather', 'image', char(10) || '.1bpp' || char(10) || '.png'),
            ('kiatsu', 'desk', 'weather', 'image', char(10) || '.png' || char(10) || '/strips/*26'),
            ('kiatsu', 'hall', 'weather', 'image', char(10) || '/strips/*1400'),
            ('kiatsu', 'hall', 'day', 'image', '/strips/*x'),
            ('kiatsu', 'hall', 'poem', 'image', '/strips/*9999999999999999999999'),
            ('homeassistant', 'bridge', 'kiatsu', 'homeassistant-device',
                'binary_sensor/state' || char(10) || 'sensor/last_error'),
            ('homeassistant', 'desk', 'kiatsu', 'homeassistant-component', 'sensor/temperature'),
            ('ha/x', 'desk', 'home/kiatsu', 'homeassistant2-device', 'sensor/temperature'),
            ('ha/x', 'desk', 'home/kiatsu', 'homeassistant-device', 'sensor/temperature'),
            ('ha/x', 'hall', 'home/kiatsu', 'homeassistant2-component', NULL);
        """

    private let manifest: Set<ManifestRow> = {
        func encoding(_ panel: String, _ widget: String, _ encoding: String, _ suffixes: [String]) -> ManifestRow {
            .encoding(
                ManifestRow.Encoding(
                    baseTopic: "kiatsu",
                    panel: panel,
                    widget: widget,
                    encoding: encoding,
                    suffixes: suffixes
                )
            )
        }
        func picture(_ panel: String, _ widget: String, _ suffixes: [String], strips: Int) -> ManifestRow {
            .picture(
                ManifestRow.Picture(
                    baseTopic: "kiatsu",
                    panel: panel,
                    widget: widget,
                    suffixes: suffixes,
                    stripCount: strips
                )
            )
        }
        func device(
            _ prefix: String,
            _ style: ManifestRow.Device.Style,
            former: Bool,
            _ baseTopic: String,
            _ panel: String,
            _ entities: [String]
        ) -> ManifestRow {
            .device(
                ManifestRow.Device(
                    prefix: prefix,
                    style: style,
                    hasFormerNode: former,
                    baseTopic: baseTopic,
                    panel: panel,
                    entities: entities
                )
            )
        }
        return [
            .bridge(baseTopic: "kiatsu"), .bridge(baseTopic: "home/kiatsu"), .panel("desk", baseTopic: "kiatsu"),
            .panel("hall", baseTopic: "kiatsu"), encoding("desk", "weather", "compact", [""]),
            encoding("desk", "weather", "full", ["/full"]),
            encoding("desk", "weather", "fields", ["/temperature", "/place"]),
            encoding("desk", "weather", "fields", ["/temperature"]), encoding("hall", "day", "fields", []),
            encoding("desk", "weather", "label", ["/label"]),
            picture("desk", "weather", ["", ".1bpp", ".png"], strips: 0),
            picture("desk", "weather", ["", ".png"], strips: 26), picture("hall", "weather", [""], strips: 1400),
            picture("hall", "day", [], strips: 0), picture("hall", "poem", [], strips: 0),
            device(
                "homeassistant",
                .device,
                former: true,
                "kiatsu",
                "bridge",
                ["binary_sensor/state", "sensor/last_error"]
            ),
            device("homeassistant", .component, former: true, "kiatsu", "desk", ["sensor/temperature"]),
            device("ha/x", .device, former: false, "home/kiatsu", "desk", ["sensor/temperature"]),
            device("ha/x", .device, former: true, "home/kiatsu", "desk", ["sensor/temperature"]),
            device("ha/x", .component, former: false, "home/kiatsu", "hall", []),
        ]
    }()

    @Test func `nothing of a manifest of schema 4 is lost, and opening it again changes nothing`() async throws {
        for _ in 0..<2 {
            let store = try await Store.open(at: directory.store)
            #expect(try await store.manifest() == manifest)
            await store.close()
        }
    }

    @Test func `each kind of row can be taken out and put back`() async throws {
        let store = try await Store.open(at: directory.store)
        for row in manifest {
            try await store.setManifest(manifest.subtracting([row]))
            #expect(try await store.manifest() == manifest.subtracting([row]))
            try await store.addToManifest([row])
            try await store.addToManifest([row])
            #expect(try await store.manifest() == manifest)
        }
    }

    @Test func `a program of schema 4 says that the file is newer, and leaves it as it is`() async throws {
        await (try Store.open(at: directory.store)).close()
        let former = StoreFile(path: directory.store, migrations: Array(Schema.migrations.prefix(4)))
        let error = #expect(throws: StoreError.self) { try former.connect() }
        #expect(error?.kind == .newerSchema(found: 5, known: 4))
        let store = try await Store.open(at: directory.store)
        #expect(try await store.manifest() == manifest)
    }
}
