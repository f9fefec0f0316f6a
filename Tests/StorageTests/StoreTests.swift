import Storage
import Testing
import Time
import Weather

@Suite(.timeLimit(.minutes(1)))
struct StoreTests {
    private let directory: TemporaryDirectory
    private let now = UTCInstant(nanosecondsSinceEpoch: 1_644_048_000_123_456_789)

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func reopened(_ store: Store) async throws -> Store {
        await store.close()
        return try await Store.open(at: directory.store)
    }

    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    // MARK: Positions

    @Test func `a new store is empty`() async throws {
        let store = try await Store.open(at: directory.store)
        #expect(try await store.positions().isEmpty)
        #expect(try await store.position(of: "desk") == nil)
        #expect(try await store.shown().isEmpty)
        #expect(try await store.timelines().isEmpty)
        #expect(try await store.manifest().isEmpty)
    }

    @Test func `positions come back exactly as they were saved, after reopening too`() async throws {
        let full = StoredPosition(
            coordinate: try place(35.646_512_345_678_9, -139.629_7),
            name: "家 “home”; DROP TABLE position; --\u{0}é",
            accuracyMetres: 12.5,
            reportedAt: now - .seconds(3),
            acceptedAt: now,
            source: .follow
        )
        let bare = StoredPosition(coordinate: try place(-90, 180), acceptedAt: now, source: .command)
        var store = try await Store.open(at: directory.store)
        try await store.save(full, for: "desk")
        try await store.save(bare, for: "hall")
        #expect(try await store.positions() == ["desk": full, "hall": bare])
        store = try await reopened(store)
        #expect(try await store.positions() == ["desk": full, "hall": bare])
        #expect(try await store.position(of: "desk") == full)
    }

    @Test func `the last position saved for a panel replaces the one before`() async throws {
        let first = StoredPosition(
            coordinate: try place(1, 2),
            name: "first",
            accuracyMetres: 5,
            reportedAt: now,
            acceptedAt: now,
            source: .follow
        )
        let second = StoredPosition(coordinate: try place(3, 4), acceptedAt: now, source: .command)
        let store = try await Store.open(at: directory.store)
        try await store.save(first, for: "desk")
        try await store.save(second, for: "desk")
        #expect(try await store.positions() == ["desk": second])
    }

    @Test func `a removed position stays removed and removing none is no error`() async throws {
        var store = try await Store.open(at: directory.store)
        try await store.save(
            StoredPosition(coordinate: .origin, acceptedAt: now, source: .command),
            for: "desk"
        )
        try await store.removePosition(of: "desk")
        try await store.removePosition(of: "desk")
        store = try await reopened(store)
        #expect(try await store.positions().isEmpty)
    }

    // MARK: Shown places

    @Test(arguments: [(35.6465, 139.6297), (-90, -180), (90, 180), (-0.004, 0.005), (12.345, -179.999)])
    func `a shown place keeps its cell`(latitude: Double, longitude: Double) async throws {
        let shown = ShownPlace(cell: GridCell(containing: try place(latitude, longitude)), name: "世田谷区")
        var store = try await Store.open(at: directory.store)
        try await store.saveShown(ShownPlace(cell: GridCell(containing: .origin), name: "before"), for: "desk")
        try await store.saveShown(shown, for: "desk")
        try await store.saveShown(shown, for: "desk")
        store = try await reopened(store)
        #expect(try await store.shown() == ["desk": shown])
    }

    // MARK: Panels that have gone

    @Test func `only old positions of panels that are not configured are forgotten, and then what these show`()
        async throws
    {
        let old = StoredPosition(coordinate: .origin, acceptedAt: now - .nanoseconds(1), source: .command)
        let new = StoredPosition(coordinate: .origin, acceptedAt: now, source: .follow)
        let shown = ShownPlace(cell: GridCell(containing: .origin), name: "here")
        var store = try await Store.open(at: directory.store)
        for (panel, position) in ["desk": old, "gone": old, "just gone": new] {
            try await store.save(position, for: panel)
        }
        let panels = ["desk", "fixed", "gone", "just gone", "never moved"]
        for panel in panels { try await store.saveShown(shown, for: panel) }
        try await store.forget(panelsExcept: ["desk", "fixed"], acceptedBefore: now)
        store = try await reopened(store)
        #expect(try await store.positions() == ["desk": old, "just gone": new])
        #expect(try await store.shown().keys.sorted() == ["desk", "fixed", "just gone"])
    }

    // MARK: Timelines

    @Test func `timelines come back exactly, whether saved alone or together`() async throws {
        let timelines = [
            "weather/open-meteo/3565,13963": StoredTimeline(forecast: Array(0...255), askedAt: now),
            "weather/open-meteo/0,0": StoredTimeline(
                forecast: nil,
                askedAt: now,
                failures: 3,
                retryAt: now + .seconds(120)
            ),
            "empty": StoredTimeline(forecast: [], askedAt: now),
            "large": StoredTimeline(forecast: Array(repeating: 7, count: 100_000), askedAt: now),
        ]
        var store = try await Store.open(at: directory.store)
        try await store.saveTimelines(timelines)
        try await store.saveTimelines([
            "weather/open-meteo/3565,13963": StoredTimeline(forecast: nil, askedAt: now + .seconds(1), failures: 1)
        ])
        let kept = try await store.timelines()["weather/open-meteo/3565,13963"]
        #expect(kept?.forecast == Array(0...255), "a failure keeps the last good forecast")
        #expect(kept?.failures == 1)
        try await store.saveTimelines(timelines)
        let failed = StoredTimeline(forecast: [1], askedAt: now + .seconds(1), failures: 1)
        try await store.saveTimelines(["empty": failed])
        store = try await reopened(store)
        #expect(try await store.timelines() == timelines.merging(["empty": failed]) { $1 })
    }

    @Test func `pruning forgets only the timelines last asked for before the moment`() async throws {
        let store = try await Store.open(at: directory.store)
        try await store.saveTimelines([
            "old": StoredTimeline(forecast: [1], askedAt: now - .nanoseconds(1)),
            "new": StoredTimeline(forecast: [1], askedAt: now),
        ])
        try await store.pruneTimelines(olderThan: now)
        #expect(try await store.timelines().keys.sorted() == ["new"])
    }

    // MARK: The manifest

    @Test func `the manifest is what was set last`() async throws {
        func topic(_ panel: String, _ encoding: String) -> RetainedTopic {
            RetainedTopic(baseTopic: "kiatsu", panel: panel, widget: "weather", encoding: encoding)
        }
        var store = try await Store.open(at: directory.store)
        try await store.setManifest([topic("desk", "full"), topic("desk", "frame")])
        try await store.setManifest([topic("desk", "full"), topic("hall", "full")])
        store = try await reopened(store)
        #expect(try await store.manifest() == [topic("desk", "full"), topic("hall", "full")])
        try await store.setManifest([])
        #expect(try await store.manifest().isEmpty)
    }

    // MARK: Closing

    @Test func `a closed store refuses with an error and closing twice is nothing`() async throws {
        let store = try await Store.open(at: directory.store)
        await store.close()
        await store.close()
        let error = await #expect(throws: StoreError.self) { try await store.positions() }
        #expect(error?.kind == .closed)
    }
}
