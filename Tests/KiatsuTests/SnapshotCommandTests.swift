import TestSupport
import Testing

private let panel = """
    panels:
      - id: desk
        location: "35.6465,139.6297"
        language: ja
        encodings: [compact, full, frame, fields]
        widgets: [weather, conditions, day, poem]
      - {id: hall, location: "52.52,13.405", language: de, encodings: [compact]}
    """

@Suite(.timeLimit(.minutes(4)))
struct SnapshotCommandTests {
    private let household: Household

    init() throws {
        household = try Household()
        try household.configure(panel)
    }

    /// The text behind a topic; nil where the topic is not there.
    private func payload(_ topic: String, _ program: Program) -> String? {
        program.output.elements.first { $0.hasPrefix(topic + " ") }.map { String($0.dropFirst(topic.utf8.count + 1)) }
    }

    @Test func `plan --snapshot shows each panel's widgets in each encoding, without broker and upstream`() async throws
    {
        let program = try household.start("plan", ["--snapshot"])
        #expect(await program.ending() == .exit(0))
        for widget in ["weather", "conditions", "day", "poem"] {
            for encoding in ["", "/full"] {
                let text = try #require(payload("kiatsu/desk/\(widget)\(encoding)", program))
                #expect(text.hasPrefix(#"{"ts":"#) && text.hasSuffix("}"))
            }
        }
        #expect(payload("kiatsu/desk/weather", program)?.contains("サンプル") == true)
        #expect(payload("kiatsu/desk/weather/frame", program)?.contains("bytes, see kiatsu decode") == true)
        #expect(payload("kiatsu/desk/conditions/place", program) == "サンプル")
        #expect(payload("kiatsu/hall/weather", program)?.contains("Sample") == true)
        #expect(payload("kiatsu/hall/weather/full", program) == nil && payload("kiatsu/hall/day", program) == nil)
        #expect(program.errors.elements.isEmpty)
        #expect(household.upstream.requests.isEmpty)
    }

    @Test(arguments: ["weather", "conditions", "day", "poem"])
    func `plan --snapshot of a widget needs no configuration`(widget: String) async throws {
        let program = try Program(Household.kiatsu, ["plan", "--snapshot", widget], environment: ["HOME": "/nowhere"])
        #expect(await program.ending() == .exit(0))
        #expect(payload(widget, program)?.hasPrefix(#"{"ts":"#) == true)
        #expect(program.output.elements.allSatisfy { $0.hasPrefix(widget) })
        #expect(program.output.elements.contains { $0.hasPrefix(widget + "/") }, "its fields")
    }

    @Test func `an unknown widget ends with 64 and the names of those that there are`() async throws {
        for words in [["plan", "--snapshot", "clock"], ["plan", "-s", "weather", "clock"]] {
            let program = try Program(Household.kiatsu, words, environment: ["HOME": "/nowhere"])
            #expect(await program.ending() == .exit(64))
            #expect(program.output.elements.isEmpty && program.errors.elements.count == 1)
            let line = try #require(program.errors.elements.first)
            #expect(line.contains("clock") && line.contains("weather, conditions, day, poem"))
        }
    }
}
