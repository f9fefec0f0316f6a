import TestSupport
import Testing

private let panels = """
    panels:
      - {id: kitchen, location: "35.6465,139.6297", widgets: [weather, conditions]}
      - {id: desk, location: "52.52,13.405", widgets: [day]}
    """

@Suite(.timeLimit(.minutes(4)))
struct HomeAssistantCommandTests {
    private let household: Household

    init() throws {
        household = try Household()
        try household.configure("homeassistant: {discovery: device}\n" + panels)
    }

    private func ended(_ words: [String]) async throws -> (ending: Program.Ending, output: String, errors: String) {
        let program = try household.start("homeassistant", words)
        let ending = await program.ending()
        return (
            ending, program.output.elements.joined(separator: "\n"), program.errors.elements.joined(separator: "\n")
        )
    }

    @Test func `it prints a weather entity for each panel with weather, and a card for every panel`() async throws {
        let (ending, output, errors) = try await ended([])
        #expect(ending == .exit(0) && errors.isEmpty)
        #expect(output.contains("unique_id: \"kiatsu/kitchen/weather\"") && !output.contains("kiatsu/desk/weather"))
        #expect(output.contains(#"title: "kitchen""#) && output.contains(#"title: "desk""#))
        #expect(household.upstream.requests.isEmpty)
    }

    @Test func `with names it prints those panels alone`() async throws {
        let (ending, output, errors) = try await ended(["desk"])
        #expect(ending == .exit(0) && errors.isEmpty)
        #expect(output.contains(#"title: "desk""#) && !output.contains("kitchen") && !output.contains("template:"))
    }

    @Test func `an unknown panel is an error that names those that there are`() async throws {
        let (ending, output, errors) = try await ended(["desk", "attic"])
        #expect(ending == .exit(1) && output.isEmpty)
        #expect(errors.contains("no panel attic") && errors.contains("kitchen, desk"))
    }

    @Test func `with discovery off it warns and prints all the same`() async throws {
        try household.configure("homeassistant: {discovery: off}\n" + panels)
        let (ending, output, errors) = try await ended([])
        #expect(ending == .exit(0) && output.contains(#"title: "kitchen""#))
        #expect(errors.contains("warning: homeassistant.discovery is off"))
    }

    @Test func `a bad configuration and unknown options end as with every command`() async throws {
        let bad = try await ended(["--colour"])
        #expect(bad.ending == .exit(64) && bad.output.isEmpty && bad.errors.contains("--colour"))
        try household.configure("homeassistant: {discovery: maybe}\n" + panels)
        let wrong = try await ended([])
        #expect(wrong.ending == .exit(78) && wrong.output.isEmpty && wrong.errors.contains("homeassistant.discovery"))
    }

    @Test func `--help tells of it`() async throws {
        let program = try Program(Household.kiatsu, ["homeassistant", "--help"], environment: ["HOME": "/nowhere"])
        #expect(await program.ending() == .exit(0))
        #expect(program.output.elements.first?.hasPrefix("usage: kiatsu homeassistant") == true)
    }
}
