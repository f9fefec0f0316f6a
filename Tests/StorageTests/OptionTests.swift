import Storage
import Testing
import Time

@Suite(.timeLimit(.minutes(4)))
struct OptionTests {
    private let directory: TemporaryDirectory
    private let now = UTCInstant(unixSeconds: 1_644_048_000)

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func `options come back by panel, widget and name, after reopening too`() async throws {
        var store = try await Store.open(at: directory.store)
        let expected = [
            "desk": ["poem": ["theme": "snow", "language": "ja"], "day": ["theme": ""]],
            "hall": ["poem": ["theme": "家; DROP TABLE option; --\u{0}é"]],
        ]
        for (panel, widgets) in expected {
            for (widget, options) in widgets {
                let before = options.mapValues { _ in "before" }.merging(["gone": "x"]) { $1 }
                try await store.setOptions(before, of: panel, widget: widget, at: now)
                try await store.setOptions(options, of: panel, widget: widget, at: now)
            }
        }
        #expect(try await store.options() == expected)
        await store.close()
        store = try await Store.open(at: directory.store)
        #expect(try await store.options() == expected)
    }

    @Test func `what is set for a widget of a panel leaves all others alone`() async throws {
        var store = try await Store.open(at: directory.store)
        let both = ["theme": "x", "language": "x"]
        for (widget, panel) in [("poem", "desk"), ("day", "desk"), ("poem", "hall")] {
            try await store.setOptions(both, of: panel, widget: widget, at: now)
        }
        for _ in 0..<2 { try await store.setOptions(["language": "x"], of: "desk", widget: "poem", at: now) }
        await store.close()
        store = try await Store.open(at: directory.store)
        #expect(
            try await store.options()
                == ["desk": ["poem": ["language": "x"], "day": both], "hall": ["poem": both]]
        )
        try await store.setOptions([:], of: "desk", widget: "poem", at: now)
        #expect(try await store.options() == ["desk": ["day": both], "hall": ["poem": both]])
    }
}
