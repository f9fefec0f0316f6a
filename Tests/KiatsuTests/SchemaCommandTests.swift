import Foundation
import TestSupport
import Testing

/// `kiatsu schema`, and the check of what tests saw against it.
@Suite(.timeLimit(.minutes(2)))
struct SchemaCommandTests {
    private static func run(_ arguments: [String]) async throws -> (
        output: String, errors: [String], ending: Program.Ending
    ) {
        let program = try Program(Household.kiatsu, ["schema"] + arguments)
        let ending = await program.ending()
        return (program.output.elements.joined(separator: "\n"), program.errors.elements, ending)
    }

    @Test func `each schema is one JSON document, without a network or a configuration`() async throws {
        for subject in ["config", "messages", "asyncapi"] {
            let (output, errors, ending) = try await Self.run([subject])
            #expect(ending == .exit(0) && errors.isEmpty)
            let document = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
            let version = (document["$schema"] ?? document["asyncapi"]) as? String
            #expect(version == (subject == "asyncapi" ? "3.1.0" : "https://json-schema.org/draft/2020-12/schema"))
        }
        let (output, _, _) = try await Self.run(["asyncapi", "--base-topic", "home/kiatsu"])
        #expect(output.contains(#""address": "home/kiatsu/{panel}/status""#))
    }

    @Test func `a wrong command line is told what it lacks`() async throws {
        for (arguments, problem) in [
            ([], "kiatsu schema: name one of config, messages, asyncapi; see kiatsu schema --help"),
            (
                ["topics"],
                "kiatsu schema: there is no schema topics, but config, messages, asyncapi; see kiatsu schema --help"
            ),
            (
                ["config", "messages"],
                "kiatsu schema: takes one schema at a time, not also messages; see kiatsu schema --help"
            ),
            (
                ["config", "-b", "home"],
                "kiatsu schema: only asyncapi has topics, for --base-topic; see kiatsu schema --help"
            ),
            (["asyncapi", "-b", "a/+"], "kiatsu schema: a/+ is no base topic; see kiatsu schema --help"),
        ] {
            let (output, errors, ending) = try await Self.run(arguments)
            #expect(ending == .exit(64) && output.isEmpty)
            #expect(errors == [problem])
        }
    }

    @Test func `the check of what tests saw finds what no schema allows`() async throws {
        let directory = try ScratchDirectory()
        func message(_ topic: String, _ payload: String) -> String {
            let digits = payload.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            return #"{"topic":"\#(topic)","payload":"\#(digits)"}"#
        }
        func configuration(_ text: String, isGood: Bool) -> String {
            #"{"configuration":"\#(text)","isGood":\#(isGood)}"#
        }
        let panels = "panels: [{id: desk, location: '1,2'}]"
        let lines = [
            message("kiatsu/desk/location", #"{"lat":1,"lng":2,"n":"Berlin"}"#),
            message("kiatsu/hall/location", #"{"lat":1,"lng":2,"altitude":3}"#),
            message("kiatsu/desk/status", "fresh"), message("kiatsu/hall/status", "rotten"),
            message("kiatsu/desk/weather", #"{"ts":1}"#), message("kiatsu/desk/weather/temperature", "5.8"),
            message("kiatsu/hall/weather/temperature", "mild"), message("other/topic", "{}"),
            message("kiatsu/hall/hello", #"{"nonsense":1}"#),
            configuration(panels, isGood: true), configuration("\(panels)\\nlead: 1", isGood: true),
            configuration("panels: []", isGood: false),
        ]
        try directory.write(lines.joined(separator: "\n") + "\n", to: "journal")
        let program = try Program(
            "/usr/bin/python3",
            [Page.root.appending(path: "deploy/schemas").path, Household.kiatsu, directory.path + "/journal"]
        )
        #expect(await program.ending() == .exit(1), "\(program.errors.elements)")
        let problems = program.output.elements.filter { !$0.hasPrefix("no test saw") }
        let expected = [
            "kiatsu/hall/location: location: $: Additional properties", "kiatsu/hall/status: not ",
            "kiatsu/desk/weather: weather-compact: $: ", "kiatsu/hall/weather/temperature: not ",
            "a good configuration: Additional properties", "9 messages, 1 of them JSON of 1 kinds",
        ]
        #expect(problems.count == expected.count + 1, "\(problems)")
        for (problem, beginning) in zip(problems, expected) { #expect(problem.hasPrefix(beginning), "\(problem)") }
        #expect(program.output.elements.contains("no test saw a message of the form health"))
    }
}
