import Storage
import TestSupport
import Testing
import Time
import Weather

@Suite(.timeLimit(.minutes(4)))
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
        #expect(try await store.options().isEmpty)
        #expect(try await store.addedPanels().isEmpty)
        #expect(try await store.displays().isEmpty)
        #expect(try await store.spent(on: CivilDate(at: now, utcOffsetSeconds: 0)).isEmpty)
        let cell = GridCell(containing: .origin)
        #expect(try await store.placeName(geocoder: "nominatim", language: "ja", cell: cell) == nil)
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
        let before = ShownPlace(cell: GridCell(containing: .origin), name: "before")
        var store = try await Store.open(at: directory.store)
        try await store.saveShown(before, for: "desk", widget: "weather")
        try await store.saveShown(shown, for: "desk", widget: "weather")
        try await store.saveShown(shown, for: "desk", widget: "weather")
        store = try await reopened(store)
        #expect(try await store.shown() == ["desk": ["weather": shown]])
    }

    @Test func `each widget of a panel keeps its own place`() async throws {
        let here = ShownPlace(cell: GridCell(containing: .origin), name: "here")
        let there = ShownPlace(cell: GridCell(containing: try place(1, 2)), name: "there")
        var store = try await Store.open(at: directory.store)
        try await store.saveShown(here, for: "desk", widget: "weather")
        try await store.saveShown(here, for: "desk", widget: "day")
        try await store.saveShown(here, for: "hall", widget: "day")
        try await store.saveShown(there, for: "desk", widget: "day")
        store = try await reopened(store)
        #expect(try await store.shown() == ["desk": ["weather": here, "day": there], "hall": ["day": here]])
    }

    @Test func `a place without a name takes the name away, and gets one again`() async throws {
        let cell = GridCell(containing: .origin)
        var store = try await Store.open(at: directory.store)
        for name in ["named", nil, "", "named again"] {
            let place = ShownPlace(cell: cell, name: name)
            try await store.saveShown(place, for: "desk", widget: "weather")
            store = try await reopened(store)
            #expect(try await store.shown() == ["desk": ["weather": place]])
        }
    }

    // MARK: Removed panels

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
        for panel in panels {
            try await store.saveShown(shown, for: panel, widget: "weather")
            try await store.saveShown(shown, for: panel, widget: "day")
        }
        try await store.forget(panelsExcept: ["desk", "fixed"], acceptedBefore: now)
        store = try await reopened(store)
        #expect(try await store.positions() == ["desk": old, "just gone": new])
        let left = try await store.shown()
        #expect(left.keys.sorted() == ["desk", "fixed", "just gone"])
        #expect(left.values.allSatisfy { $0.keys.sorted() == ["day", "weather"] })
    }

    @Test
    func `options of a panel that is not configured are kept with its position, and a while after the last was set`()
        async throws
    {
        let old = StoredPosition(coordinate: .origin, acceptedAt: now - .nanoseconds(1), source: .command)
        let new = StoredPosition(coordinate: .origin, acceptedAt: now, source: .follow)
        var store = try await Store.open(at: directory.store)
        for (panel, position) in ["desk": old, "gone": old, "just gone": new] {
            try await store.save(position, for: panel)
        }
        for panel in ["desk", "fixed", "gone", "just gone", "never moved", "set of late"] {
            let options = ["theme": "x", "language": "x"]
            try await store.setOptions(options, of: panel, widget: "poem", at: now - .nanoseconds(1))
        }
        try await store.setOptions(["family": "y"], of: "set of late", widget: "day", at: now)
        try await store.forget(panelsExcept: ["desk", "fixed"], acceptedBefore: now)
        store = try await reopened(store)
        let options = try await store.options()
        #expect(options.keys.sorted() == ["desk", "fixed", "just gone", "set of late"])
        #expect(options["just gone"] == ["poem": ["theme": "x", "language": "x"]])
        // Options set together are deleted together: a panel never returns with half of its options.
        #expect(options["set of late"] == ["poem": ["theme": "x", "language": "x"], "day": ["family": "y"]])
        try await store.forget(panelsExcept: ["desk", "fixed"], acceptedBefore: now + .nanoseconds(1))
        #expect(try await store.options().keys.sorted() == ["desk", "fixed"])
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

    @Test func `of more timelines than are kept those that were asked for longest ago go`() async throws {
        let store = try await Store.open(at: directory.store)
        let timelines = (0..<100).map {
            ("\($0)", StoredTimeline(forecast: [1], askedAt: now + .seconds($0 * 37 % 100)))
        }
        try await store.saveTimelines(Dictionary(uniqueKeysWithValues: timelines))
        try await store.pruneTimelines(olderThan: now, most: 100)
        #expect(try await store.timelines().count == 100)
        try await store.pruneTimelines(olderThan: now, most: 40)
        let left = try await store.timelines().values.map { ($0.askedAt - now).components.seconds }
        #expect(left.sorted() == Array(60..<100))
    }

    // MARK: The manifest

    private func topic(_ panel: String, _ encoding: String, _ suffixes: [String]) -> RetainedTopic {
        let widget = encoding.isEmpty ? "" : "weather"
        return RetainedTopic(baseTopic: "kiatsu", panel: panel, widget: widget, encoding: encoding, suffixes: suffixes)
    }

    @Test func `the manifest is what was set last`() async throws {
        var store = try await Store.open(at: directory.store)
        try await store.setManifest([topic("desk", "full", ["/full"]), topic("desk", "frame", ["/frame"])])
        let next: Set = [topic("desk", "full", ["/full"]), topic("hall", "full", ["/full"]), topic("hall", "", [])]
        try await store.setManifest(next)
        store = try await reopened(store)
        #expect(try await store.manifest() == next)
        try await store.setManifest([])
        #expect(try await store.manifest().isEmpty)
    }

    @Test(arguments: [
        [], [""], ["/a"], ["", "/a"], ["/a", ""], ["/a", "/b"], ["/b", "/a"], ["/a", "/b", "/c"], ["/温度", "/é"],
    ])
    func `a changed list of suffixes is another line, beside the former or in its place`(suffixes: [String])
        async throws
    {
        let former = topic("desk", "fields", ["/a", "/b", "/d"])
        let changed = topic("desk", "fields", suffixes)
        var store = try await Store.open(at: directory.store)
        try await store.setManifest([former])
        try await store.setManifest([former, changed])
        store = try await reopened(store)
        #expect(try await store.manifest() == [former, changed])
        try await store.setManifest([former, changed])
        try await store.setManifest([changed])
        store = try await reopened(store)
        #expect(try await store.manifest() == [changed])
        try await store.setManifest([former])
        #expect(try await store.manifest() == [former])
    }

    @Test(arguments: UInt64(0)..<50)
    func `whatever manifests follow one another, the last one is read`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let lists = [[], [""], ["/a"], ["", "/a"], ["/a", "/b"]]
        let all = ["desk", "hall"].flatMap { panel in
            ["full", "fields"].flatMap { encoding in lists.map { topic(panel, encoding, $0) } }
        }
        let store = try await Store.open(at: directory.store)
        for _ in 0..<5 {
            let manifest = Set(all.filter { _ in Bool.random(using: &random) })
            try await store.setManifest(manifest)
            #expect(try await store.manifest() == manifest)
        }
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
