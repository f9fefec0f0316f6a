import Foundation
import Glibc
import Payloads
import TestSupport
import Testing
import Weather
import Widgets

private let panel = """
    panels:
      - {id: desk, location: "35.6465,139.6297", language: ja, encodings: [compact, full, frame, fields]}
      - {id: hall, location: "52.52,13.405", language: de}
    """

@Suite(.timeLimit(.minutes(4)))
struct CommandLineTests {
    private let household: Household

    init() throws {
        household = try Household()
        try household.configure(panel)
    }

    private func run(_ arguments: [String], input: [UInt8]? = nil) async throws -> (Program, Program.Ending) {
        let program = try Program(Household.kiatsu, arguments, environment: ["HOME": "/nowhere"], input: input)
        return (program, await program.ending())
    }

    @Test(arguments: [
        ["--help"], ["-h"], ["help", "plan"], ["run", "--help"], ["check", "-h"], ["decode", "--help"],
    ])
    func `help goes to standard output and ends with 0`(arguments: [String]) async throws {
        let (program, ending) = try await run(arguments)
        #expect(ending == .exit(0))
        #expect(program.output.elements.first?.hasPrefix("usage: kiatsu") == true)
        #expect(program.errors.elements.isEmpty)
    }

    @Test func `the version names the source of the places`() async throws {
        let (program, ending) = try await run(["--version"])
        #expect(ending == .exit(0))
        #expect(program.output.elements.first?.hasPrefix("kiatsu ") == true)
        #expect(program.output.elements.contains { $0.contains("GeoNames") && $0.contains("CC BY 4.0") })
    }

    @Test(arguments: [
        ["nonsense"], [], ["run", "--nonsense"], ["run", "-x"], ["check", "--config"],
        ["plan", "--snapshot", "operand"],
        ["decode", "one", "two"], ["--nonsense"], ["check", "a", "b"], ["check", "a", "--config", "b"],
        ["plan", "--json", "--snapshot"],
    ])
    func `a command line that makes no sense ends with 64`(arguments: [String]) async throws {
        let (program, ending) = try await run(arguments)
        #expect(ending == .exit(64))
        #expect(program.output.elements.isEmpty)
        #expect(!program.errors.elements.isEmpty)
    }

    @Test func `check passes a good configuration`() async throws {
        let program = try household.start("check")
        #expect(await program.ending() == .exit(0))
        #expect(program.output.elements == ["\(household.configurationFile): 2 panel(s), no errors"])
    }

    @Test func `a language without words is a warning, and no error`() async throws {
        try household.configure("language: xx\npanels: [{id: p, location: \"1,2\"}]")
        let program = try household.start("check")
        #expect(await program.ending() == .exit(0))
        let line = "language: there are no words in the language “xx”; English will be shown"
        #expect(program.errors.elements.contains { $0.hasPrefix("kiatsu check: warning: ") && $0.hasSuffix(line) })
    }

    @Test(arguments: ["check", "run", "plan"])
    func `every error of a configuration is told, with its place, and ends with 78`(command: String) async throws {
        try household.configure(
            "schedule: {lead: 999}\npannels: []\npanels:\n  - {id: Desk, location: \"35,139\"}\n  - {id: hall}"
        )
        let program = try household.start(command)
        #expect(await program.ending() == .exit(78))
        let isShown = command != "run"
        #expect(program.errors.elements.count { $0.hasSuffix("^") } == (isShown ? 4 : 0))
        let places = program.errors.elements.filter { !isShown || !$0.contains(" | ") }.map { line in
            line.components(separatedBy: ": ").prefix(2).joined(separator: " ")
        }
        let file = household.configurationFile
        #expect(
            places == [
                "\(file):4:18 schedule.lead", "\(file):5:1 pannels", "\(file):7:10 panels[0].id",
                "\(file):8:5 panels[1].location",
            ]
        )
        #expect(program.output.elements.isEmpty)
    }

    @Test func `a configuration that is not there ends with 78`() async throws {
        let (program, ending) = try await run(["run", "--config", "/nowhere/kiatsu.yaml"])
        #expect(ending == .exit(78))
        #expect(program.errors.elements.count == 1)
        #expect(program.errors.elements.first?.hasPrefix("/nowhere/kiatsu.yaml: cannot be read") == true)
    }

    @Test func `plan lists every topic that the bridge retains, with the sizes of the encoders`() async throws {
        let plan = try household.start("plan")
        #expect(await plan.ending() == .exit(0))
        let rows = plan.output.elements.map { $0.split(separator: " ").map(String.init) }
        let sizes = Dictionary(
            rows.filter { $0.count > 2 && $0[2] == "B" }.map { ($0[0], Int($0[1])) },
            uniquingKeysWith: { first, _ in first }
        )
        let display = DisplaySettings(language: "ja", units: .metric, family: .large)
        for encoding in Encoding.allCases {
            let bounds = EncodingBounds(of: WeatherWidget(), display: display, encoding: encoding)
            let rows = bounds.worstCasePacketSizes(baseTopic: "kiatsu", panelID: "desk")
            for row in rows { #expect(sizes[row.topic] == row.bytes, "\(row.topic)") }
        }
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try household.start()
        for panel in ["desk", "hall"] { try await topics.first(on: "kiatsu/\(panel)/status") { $0.text == "fresh" } }
        try await topics.first(on: "kiatsu/hall/location")
        let retained = try await BrokerObserver.retained(in: household.broker)
        let ownTopics = ["kiatsu/bridge/state", "kiatsu/bridge/info", "kiatsu/bridge/health"]
        #expect(Set(retained.keys).subtracting(ownTopics) == Set(sizes.keys))
        for (topic, message) in retained {
            guard let size = sizes[topic], let size else { continue }
            #expect(message.payload.count + topic.utf8.count < size)
        }
        #expect(
            plan.output.elements.contains { $0.hasPrefix("weather from open-meteo: 2 timeline(s), next reload at") }
        )
        kiatsu.send(SIGTERM)
        _ = await kiatsu.ending()
    }

    @Test func `decode reads a frame, JSON and values, from a file and from a pipe`() async throws {
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try household.start()
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        let retained = try await BrokerObserver.retained(in: household.broker)
        for topic in ["weather/frame", "weather", "weather/full"] {
            let message = try #require(retained["kiatsu/desk/\(topic)"])
            let file = household.directory.path + "/payload"
            try Data(message.payload).write(to: URL(filePath: file))
            let (fromFile, fileEnding) = try await run(["decode", file])
            let (fromPipe, pipeEnding) = try await run(["decode"], input: message.payload)
            let (fromDash, dashEnding) = try await run(["decode", "-"], input: message.payload)
            // As a plain `mosquitto_sub` prints it.
            let (withBreak, _) = try await run(["decode"], input: message.payload + [UInt8(ascii: "\n")])
            #expect(withBreak.output.elements == fromFile.output.elements)
            #expect(fileEnding == .exit(0) && pipeEnding == .exit(0) && dashEnding == .exit(0))
            #expect(fromFile.output.elements.contains { $0.contains("世田谷区") })
            #expect(fromFile.output.elements == fromPipe.output.elements)
            #expect(fromFile.output.elements == fromDash.output.elements)
        }
        let (value, _) = try await run(["decode"], input: Array("5.8".utf8))
        #expect(value.output.elements == ["5.8"])
        let (hostile, _) = try await run(["decode"], input: Array("a\u{1B}[2J\u{9B}1m\u{7F}b".utf8))
        #expect(hostile.output.elements == ["a [2J 1m b"])
        kiatsu.send(SIGTERM)
        _ = await kiatsu.ending()
    }

    @Test func `decode shows the JSON of other widgets, families and units a line a member`() async throws {
        let day = #"{"ts":1795273200,"y":2026,"q":"a, \"b\" {c}\u001b","d":[[1,2],[3,4]],"s":""}"#
        let (program, ending) = try await run(["decode"], input: Array((day + "\n").utf8))
        #expect(ending == .exit(0))
        #expect(
            program.output.elements == [
                "ts 1795273200 (2026-11-21T15:00:00Z)", "y 2026", #"q "a, \"b\" {c}\u001b""#, "d [[1,2],[3,4]]",
                #"s """#,
            ]
        )
        for weather in [
            #"{"ts":1795273200,"t":5.8,"n":"Berlin","p":[1005.3],"i":"R"}"#,
            #"{"ts":1795273200,"t":42.4,"n":"Berlin","p":[29.69],"i":"R","u":["F","inHg"]}"#,
        ] {
            let (program, ending) = try await run(["decode"], input: Array(weather.utf8))
            #expect(ending == .exit(0))
            #expect(program.output.elements.contains(#"n "Berlin""#))
        }
    }

    @Test func `decode says what is wrong with a payload`() async throws {
        for payload in [[1, 2, 3], Array(#"{"ts":1}"#.utf8), Array(#"{"ts":1,"q":"#.utf8), [0xFF, 0xFE], []]
            as [[UInt8]]
        {
            let (program, ending) = try await run(["decode"], input: payload)
            #expect(ending == .exit(65))
            #expect(program.errors.elements.count == 1 && program.output.elements.isEmpty)
        }
        let (program, ending) = try await run(["decode", "/nowhere/payload"])
        #expect(ending == .exit(1))
        #expect(program.errors.elements.first?.contains("/nowhere/payload cannot be read") == true)
    }

    @Test func `decode --live shows what is retained and what comes, until it is interrupted`() async throws {
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try household.start()
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        let live = try household.start("decode", ["--live"])
        _ = try await live.output.first { $0.hasPrefix("kiatsu/desk/weather/frame (retained), ") }
        _ = try await live.output.first { $0.contains("世田谷区") }
        try household.broker.publish("kiatsu/desk/location/set", "nonsense")
        let answer = try await live.output.first { $0.hasPrefix("kiatsu/desk/location/response: ") }
        #expect(answer.contains("malformed"))
        live.send(SIGINT)
        #expect(await live.ending() == .exit(0))
        kiatsu.send(SIGTERM)
        _ = await kiatsu.ending()
    }

    @Test func `a store that is in use ends it with 1 and a line that names it`() async throws {
        let topics = try await TopicRecorder(household.broker)
        let first = try household.start()
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        let second = try household.start()
        #expect(await second.ending() == .exit(1))
        #expect(second.errors.elements.last?.contains("\(household.directory.path)/kiatsu.db") == true)
        first.send(SIGTERM)
        #expect(await first.ending() == .exit(0))
    }
}
