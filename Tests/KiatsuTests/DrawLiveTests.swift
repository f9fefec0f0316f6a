import Foundation
import Glibc
import TestSupport
import Testing

private let panels = """
    panels:
      - {id: desk, location: "35.6465,139.6297", language: ja, widgets: [weather, poem]}
      - {id: hall, location: "52.52,13.405", language: de}
    """

/// `kiatsu draw` beside a running bridge.
@Suite(.timeLimit(.minutes(4)))
struct DrawLiveTests {
    private let household: Household

    init() throws {
        household = try Household()
        try household.configure(panels)
    }

    private func path(_ name: String) -> String { household.directory.path + "/" + name }

    private func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path(name)))) }

    /// A bridge that has its panels.
    private func running(_ topics: TopicRecorder) async throws -> Program {
        let kiatsu = try household.start()
        for panel in ["desk", "hall"] { try await topics.first(on: "kiatsu/\(panel)/status") { $0.text == "fresh" } }
        return kiatsu
    }

    private func end(_ kiatsu: Program) async {
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
    }

    /// Moves a panel, and waits until it shows so.
    private func move(_ panel: String, to position: String, _ topics: TopicRecorder, shows place: String) async throws {
        let mark = topics.mark
        try household.broker.publish("kiatsu/\(panel)/location/set", position)
        try await topics.first(on: "kiatsu/\(panel)/weather/place", since: mark) { $0.text == place }
    }

    /// Draws a panel into a PNG, and returns it.
    private func picture(_ words: String...) async throws -> [UInt8] {
        let program = try household.start("draw", words + ["-o", path("panel.png")])
        #expect(await program.ending() == .exit(0), "\(program.errors.elements)")
        let picture = try bytes("panel.png")
        #expect(try PNGFile(picture).width == 296)
        return picture
    }

    @Test(arguments: ["5", "3.1.1"])
    func `it draws what the panel shows, and says what it does not`(version: String) async throws {
        try household.configure(panels, mqtt: ", protocol: \"\(version)\"")
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try await running(topics)
        let setagaya = try await picture("desk")
        var others = [try await picture("desk", "-w", "poem"), try await picture("hall")]
        others += [try await picture("desk", "--sample"), try await picture("desk", "-t", "dark")]
        #expect(Set(others + [setagaya]).count == 5)
        try await move("desk", to: "-33.8688,151.2093", topics, shows: "シドニー")
        #expect(try await picture("desk") != setagaya)

        for (words, error) in [
            (["attic"], "kiatsu draw: no panel “attic”; `kiatsu panel list`, or the request panels, lists"),
            (["+"], "kiatsu draw: no panel “+”"),
            (["desk", "-w", "day"], "kiatsu draw: panel desk has no widget “day”, but weather, poem"),
            (["hall", "-w", "poem", "--watch"], "kiatsu draw: panel hall has no widget “poem”, but weather"),
            (["attic", "--watch"], "kiatsu draw: no panel “attic”"),
        ] {
            let program = try household.start("draw", words)
            #expect(await program.ending() == .exit(1))
            #expect(program.output.elements.isEmpty && program.errors.elements.count == 1)
            #expect(program.errors.elements.first?.hasPrefix(error) == true, "\(program.errors.elements)")
        }
        await end(kiatsu)
    }

    @Test func `--watch draws again when the panel changes, also after the broker was away, until it is interrupted`()
        async throws
    {
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try await running(topics)
        let file = try household.start("draw", ["desk", "--watch", "-o", path("panel.png")])
        let terminal = try household.start("draw", ["desk", "--watch", "--size", "96x64"])
        let prefix = "kiatsu draw: \(path("panel.png")): 296x128, "
        _ = try await file.logs(prefix)
        _ = try await terminal.output.first { !$0.isEmpty }
        let setagaya = try bytes("panel.png")
        var mark = file.errors.mark
        try await move("desk", to: "-33.8688,151.2093", topics, shows: "シドニー")
        try await file.logs(prefix, since: mark)
        #expect(try bytes("panel.png") != setagaya)
        let names = try household.broker.log.matches(of: /New client connected from \S+ as (kiatsu-draw-\S+)/)
        #expect(Set(names.map(\.1)).count == 2 && names.count == 2)

        mark = file.errors.mark
        try household.broker.restart()
        try await file.logs("kiatsu draw: The connection to the broker was lost", since: mark)
        let again = try await TopicRecorder(household.broker)
        try await again.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        try await move("desk", to: "52.52,13.405", again, shows: "ベルリン")
        try await file.logs(prefix, since: mark)

        mark = file.errors.mark
        for (program, signal) in [(file, SIGINT), (terminal, SIGTERM)] {
            program.send(signal)
            #expect(await program.ending() == .exit(0))
        }
        #expect(!file.errors.elements.dropFirst(mark).contains { !$0.hasPrefix(prefix) }, "\(file.errors.elements)")
        #expect(terminal.output.elements.count.isMultiple(of: 32) && terminal.output.elements.count > 32)
        await end(kiatsu)
    }

    @Test func `--watch is patient with a broker and a bridge that are not there yet`() async throws {
        household.broker.kill()
        let file = try household.start("draw", ["desk", "--watch", "-o", path("panel.png")])
        try await file.logs("Nothing accepts connections")
        try household.broker.restart()
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try await running(topics)
        try await file.logs("kiatsu draw: \(path("panel.png")): 296x128, ")
        file.send(SIGINT)
        #expect(await file.ending() == .exit(0))
        await end(kiatsu)
    }
}
