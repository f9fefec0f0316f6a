import Foundation
import TestSupport
import Testing
import Time
import Timelines
import Weather

@testable import Widgets

private let start = UTCInstant(unixSeconds: 1_795_298_400)  // 2026-11-21T22:00:00Z

private func poems(_ count: Int) throws -> [Poem] {
    try (0..<count).map { try #require(Poem(lines: ["line \($0)", "二"], author: "author \($0)")) }
}

private func provider(
    _ records: [CollectionRecord],
    collection path: String = ""
) -> any TimelineProvider<TimelineSubject, PoemEntry> {
    let configuration = WidgetConfiguration(
        widget: "poem",
        display: context().settings,
        encodings: [.compact],
        sources: [],
        options: ["collection": path]
    )
    let environment = ProviderEnvironment(
        zones: HostZones(),
        sources: [:],
        collections: [path.isEmpty ? "builtin:poem" : path: records]
    )
    return PoemWidget().provider(for: configuration, in: environment)
}

@Suite struct PoemTests {
    @Test(arguments: [0, 1, 1799, 3599])
    func `five hours follow from the current one`(second: Int) async throws {
        let provider = PoemProvider(poems: try poems(7), collection: "")
        let panel = TimelineSubject.panel("panel1")
        let now = start + .seconds(second)
        let made = try #require(await provider.timelines(for: [panel], current: [:], at: now)[panel]).get()
        #expect(made.timeline.entries.map(\.date) == (0..<5).map { start.addingHours($0) })
        #expect(made.timeline.obtained == now && made.warnings.isEmpty && made.retry == nil)
        #expect(provider.timeline(from: made.archive, for: panel, at: now) == made.timeline)
    }

    @Test(arguments: UInt64(0)..<20)
    func `a restart in any hour shows what would have been shown`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let panel = TimelineSubject.panel("panel\(seed)")
        let poems = try poems(Int.random(in: 2...40, using: &random))
        var shown: [UTCInstant: Poem] = [:]
        var now = start
        for _ in 0..<40 {
            // Each time a provider of its own, which remembers nothing.
            let provider = PoemProvider(poems: poems, collection: "")
            let made = try #require(await provider.timelines(for: [panel], current: [:], at: now)[panel]).get()
            for entry in made.timeline.entries {
                #expect(shown[entry.date] == nil || shown[entry.date] == entry.poem)
                #expect(shown[entry.date.addingHours(-1)] != entry.poem, "never the same twice running")
                shown[entry.date] = entry.poem
            }
            now = now.addingHours(Int.random(in: 1...5, using: &random))
        }
    }

    @Test func `panels have orders of their own`() async throws {
        let panels = (0..<8).map { TimelineSubject.panel("panel\($0)") }
        let provider = PoemProvider(poems: try poems(24), collection: "")
        let answers = await provider.timelines(for: panels, current: [:], at: start)
        let orders = Set(try answers.values.map { try $0.get().timeline.entries.map(\.poem) })
        #expect(answers.count == 8 && orders.count > 6)
    }

    @Test func `it is made anew when the last entry is shown, and is never too old`() {
        let policy = PoemProvider(poems: [], collection: "").reloadPolicy
        #expect(policy.interval == .atLastEntry && policy.freshHours == nil)
    }

    @Test(
        arguments: [
            [:], ["lines": ["a"]], ["author": ["a"]], ["lines": [], "author": ["a"]],
            ["lines": ["a", " "], "author": ["a"]],
            ["lines": ["a"], "author": []], ["lines": ["a"], "author": ["a", "b"]], ["lines": ["a"], "author": [""]],
            ["lines": (0..<13).map(String.init), "author": ["a"]],
        ] as [CollectionRecord]
    )
    func `a record that is no poem is skipped`(record: CollectionRecord) async throws {
        let panel = TimelineSubject.panel("panel1")
        let good: CollectionRecord = ["lines": ["a", "b"], "author": ["c"]]
        let mixed = provider([record, good, record], collection: "own.yaml")
        let made = try #require(await mixed.timelines(for: [panel], current: [:], at: start)[panel]).get()
        #expect(made.timeline.entries.allSatisfy { $0.poem.lines == ["a", "b"] && $0.source == "collection" })

        let bad = provider([record], collection: "own.yaml")
        let answer = try #require(await bad.timelines(for: [panel], current: [:], at: start)[panel])
        guard case .failure(let failure) = answer else {
            Issue.record("a poem out of nothing")
            return
        }
        #expect(failure.retry == .untilConfigurationChanges && failure.reason.hasPrefix("own.yaml has no poem"))
        #expect(bad.timeline(from: made.archive, for: panel, at: start) == nil)
        #expect(bad.placeholder(at: start).isPlaceholder)
    }

    @Test(arguments: ["ja", "en"])
    func `the sample poem is by who wrote it`(language: String) throws {
        let text = try DocumentText(PoemWidget().sample(at: start).content(in: context(language: language)))
        #expect(text.fields["author"] == "松尾芭蕉" && text.compact.contains(#""a":"松尾芭蕉""#))
        #expect(text.full.hasSuffix(#","src":"sample"}"#))
    }

    @Test func `an entry says its lines and its author`() throws {
        let poem = try #require(Poem(lines: ["古池や", "蛙飛びこむ", "水の音"], author: "松尾芭蕉"))
        let text = try DocumentText(PoemEntry(date: start, poem: poem, source: "builtin").content(in: context()))
        #expect(text.compact == #"{"ts":1795298400,"l":["古池や","蛙飛びこむ","水の音"],"a":"松尾芭蕉"}"#)
        #expect(
            text.full == #"{"ts":1795298400,"l":["古池や","蛙飛びこむ","水の音"],"a":"松尾芭蕉","src":"builtin"}"#
        )
        #expect(
            text.fields == [
                "lines": #"["古池や","蛙飛びこむ","水の音"]"#, "author": "松尾芭蕉",
                "text": "古池や 蛙飛びこむ 水の音",
            ]
        )
    }

    @Test func `the longest leaves room for text`() throws {
        let text = try DocumentText(PoemWidget().largest.content(in: context()))
        #expect(text.longestCompact < 150 && text.longestFull < 200)
    }

    /// The records of the shipped file, which has each on two lines.
    private func shipped() throws -> [CollectionRecord] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = root.deletingLastPathComponent().appending(path: "Config/poems.yaml")
        var records: [CollectionRecord] = []
        for line in String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("#") { continue }
            if let match = line.wholeMatch(of: /- lines: \[(.*)\]/) {
                records.append(["lines": match.1.components(separatedBy: ", ")])
            } else {
                let author = try #require(line.wholeMatch(of: #/  author: (.*)/#)).1
                records[records.count - 1]["author"] = [String(author)]
            }
        }
        return records
    }

    @Test func `the built-in poems are whole on the smallest client`() throws {
        let poems = try shipped().map { try #require(Poem(record: $0)) }
        #expect(poems.count >= 16 && Set(poems).count == poems.count)
        #expect(poems.allSatisfy { [3, 5].contains($0.lines.count) })
        for poem in poems {
            let text = try DocumentText(PoemEntry(date: start, poem: poem, source: "builtin").content(in: context()))
            // Fixed header, topic and packet identifier of a panel whose id has 24 characters.
            let packet = 3 + 2 + "kiatsu/".utf8.count + 24 + "/poem".utf8.count + 2 + text.compact.utf8.count
            #expect(packet <= 255)
        }
    }

    @Test func `the built-in collection is what a panel shows that names no other`() async throws {
        let panel = TimelineSubject.panel("panel1")
        let records = try shipped()
        let answers = await provider(records).timelines(for: [panel], current: [:], at: start)
        let entries = try #require(answers[panel]).get().timeline.entries
        #expect(entries.allSatisfy { $0.source == "builtin" && !$0.isPlaceholder })
        #expect(entries.allSatisfy { entry in records.contains { $0["lines"] == entry.poem.lines } })
    }
}
