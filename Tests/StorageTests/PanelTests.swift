import Testing
import Time
import Weather

@testable import Storage

@Suite(.timeLimit(.minutes(4)))
struct PanelTests {
    private let directory: TemporaryDirectory
    private let now = UTCInstant(unixSeconds: 1_644_048_000)

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func panel(_ id: String, _ text: String = "{}", after seconds: Int = 0) -> StoredPanel {
        StoredPanel(id: id, definition: Array(text.utf8), addedAt: now + .seconds(seconds))
    }

    /// Stores one value of each kind for a panel.
    private func fill(_ store: Store, _ id: String) async throws {
        try await store.save(StoredPosition(coordinate: .origin, acceptedAt: now, source: .command), for: id)
        let place = ShownPlace(cell: GridCell(containing: .origin), name: "sea")
        try await store.saveShown(place, for: id, widget: "weather")
        try await store.setOptions(["language": "de"], of: id, widget: "weather", at: now)
        try await store.setDisplay(StoredDisplay(bufferBytes: 256, width: 200, height: 100), for: id)
    }

    private func panelsWithState(_ store: Store) async throws -> [Set<String>] {
        [
            Set(try await store.positions().keys), Set(try await store.shown().keys),
            Set(try await store.options().keys), Set(try await store.displays().keys),
        ]
    }

    @Test func `panels come back byte by byte in the order in which they were added`() async throws {
        let panels = [panel("z", "{\"name\":\"家\"}\u{0}"), panel("b", after: 1), panel("a", after: 2)]
        let store = try await Store.open(at: directory.store)
        for panel in panels.reversed() { try await store.addPanel(panel) }
        await store.close()
        let reopened = try await Store.open(at: directory.store)
        #expect(try await reopened.addedPanels() == panels)
    }

    @Test func `a panel that is added has nothing of an earlier one of its id but the display`() async throws {
        let store = try await Store.open(at: directory.store)
        try await fill(store, "a")
        try await fill(store, "b")
        try await store.addPanel(panel("a"))
        #expect(try await panelsWithState(store) == [["b"], ["b"], ["b"], ["a", "b"]])
        try await store.addPanel(panel("a", "{\"id\":\"a\"}", after: 9))
        #expect(try await store.addedPanels() == [panel("a", "{\"id\":\"a\"}", after: 9)])
    }

    @Test func `a panel that is removed leaves nothing, and no other is touched`() async throws {
        let store = try await Store.open(at: directory.store)
        for id in ["a", "b"] {
            try await store.addPanel(panel(id))
            try await fill(store, id)
        }
        try await store.removePanel("a")
        #expect(try await panelsWithState(store) == [["b"], ["b"], ["b"], ["b"]])
        #expect(try await store.addedPanels() == [panel("b")])
        try await store.removePanel("a")
        try await store.removeDefinition(of: "b")
        #expect(try await store.addedPanels().isEmpty)
        #expect(try await panelsWithState(store) == [["b"], ["b"], ["b"], ["b"]])
    }

    @Test func `the displays of panels that are not configured are forgotten at once`() async throws {
        let store = try await Store.open(at: directory.store)
        try await fill(store, "a")
        try await fill(store, "b")
        try await store.forget(panelsExcept: ["a"], acceptedBefore: now)
        #expect(try await panelsWithState(store) == [["a", "b"], ["a", "b"], ["a", "b"], ["a"]])
    }

    @Test func `what a panel says of itself replaces what it said before, and any of it may be unknown`() async throws {
        let store = try await Store.open(at: directory.store)
        try await store.setDisplay(StoredDisplay(bufferBytes: 256), for: "a")
        try await store.setDisplay(StoredDisplay(width: 296, height: 128), for: "a")
        #expect(try await store.displays() == ["a": StoredDisplay(width: 296, height: 128)])
        try await store.setDisplay(nil, for: "a")
        #expect(try await store.displays().isEmpty)
    }

    @Test func `topics are added to the manifest once`() async throws {
        let store = try await Store.open(at: directory.store)
        func topic(_ panel: String, _ suffixes: [String]) -> RetainedTopic {
            let widget = suffixes.isEmpty ? "" : "weather"
            return RetainedTopic(
                baseTopic: "kiatsu",
                panel: panel,
                widget: widget,
                encoding: widget,
                suffixes: suffixes
            )
        }
        let (first, second) = (
            Set([topic("a", []), topic("a", [""])]), Set([topic("a", []), topic("b", ["", "/x"])])
        )
        try await store.setManifest(first)
        try await store.addToManifest(second)
        try await store.addToManifest(second)
        #expect(try await store.manifest() == first.union(second))
        let table = "SELECT count(*) FROM retained_topic"
        await store.close()
        #expect(try SQLiteConnection(path: directory.store).value(table) == .integer(3))
    }

    @Test func `a file of schema 2 is brought up with all that it holds`() async throws {
        let file = StoreFile(path: directory.store, migrations: Array(Schema.migrations.prefix(2)))
        let connection = try file.connect()
        try connection.execute(
            """
            INSERT INTO position VALUES ('desk', 0, 0, NULL, NULL, NULL, 7, 'follow');
            INSERT INTO option VALUES ('desk', 'weather', 'language', 'de', 7);
            """
        )
        connection.close()
        let store = try await Store.open(at: directory.store)
        #expect(try await store.positions().keys.sorted() == ["desk"])
        #expect(try await store.options() == ["desk": ["weather": ["language": "de"]]])
        try await fill(store, "desk")
        try await store.addPanel(panel("hall"))
        #expect(try await store.addedPanels() == [panel("hall")])
    }
}
