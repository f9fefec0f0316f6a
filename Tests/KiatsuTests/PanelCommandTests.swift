import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(4)))
struct PanelCommandTests {
    private let household: Household

    init() throws {
        household = try Household()
        try configure()
    }

    private func configure(protocol version: String = "5") throws {
        try household.configure(
            #"panels: [{id: desk, location: "35.6465,139.6297", language: ja, encodings: [compact]}]"#,
            mqtt: ", protocol: \(version)"
        )
    }

    /// A bridge that has its panels.
    private func running() async throws -> Program {
        let topics = try await TopicRecorder(household.broker, filter: "kiatsu/+/status")
        let kiatsu = try household.start()
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        return kiatsu
    }

    private func panel(_ arguments: String...) async throws -> (
        code: Program.Ending, output: [String], errors: [String]
    ) {
        let program = try household.start("panel", arguments)
        let ending = await program.ending()
        return (ending, program.output.elements, program.errors.elements)
    }

    @Test(arguments: ["5", "3.1.1"])
    func `panels are listed, added, moved and removed`(version: String) async throws {
        try configure(protocol: version)
        let kiatsu = try await running()
        let topics = try await TopicRecorder(household.broker, filter: "kiatsu/hall/status")
        let widgets = "weather (compact, fields, frame), poem (compact, fields)"
        var result = try await panel("add", "hall", "-33.8688,151.2093", "--language", "de", "-w", "weather,poem")
        #expect(result.code == .exit(0), "\(result.errors)")
        #expect(result.output == ["hall is in Sydney: \(widgets)"])
        try await topics.first(on: "kiatsu/hall/status") { $0.text == "fresh" }
        result = try await panel("list")
        func padded(_ text: String) -> String {
            text.padding(toLength: widgets.count, withPad: " ", startingAt: 0)
        }
        #expect(
            result.output == [
                "id    from     status  language  \(padded("widgets"))  place",
                "desk  file     fresh   ja        \(padded("weather (compact)"))  世田谷区",
                "hall  request  fresh   de        \(widgets)  Sydney",
            ]
        )
        result = try await panel("move", "hall", "-37.8136,144.9631")
        #expect(result.code == .exit(0) && result.output == ["hall is in Melbourne (-37.81, 144.96)"], "\(result)")
        result = try await panel("move", "hall", "reset")
        #expect(result.output == ["hall is in Sydney (-33.87, 151.21)"])
        result = try await panel("remove", "hall", "--json")
        #expect(result.code == .exit(0) && result.output == [#"{"panel":"hall"}"#])
        result = try await panel("list", "--json")
        let list = try JSONSerialization.jsonObject(with: Data((result.output.first ?? "").utf8)) as? [[String: Any]]
        #expect(list?.count == 1 && list?.first?["id"] as? String == "desk")
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
    }

    @Test func `what the bridge refuses is told on standard error, and ends with 1`() async throws {
        let kiatsu = try await running()
        for (arguments, words) in [
            (["add", "desk", "1,2"], "the configuration file has panel desk"),
            (["add", "hall", "91,2"], "location: expected latitude"),
            (["add", "hall", "1,2", "--widgets", "clock"], "widgets"), (["remove", "hall"], "no panel “hall”"),
            (["remove", "desk"], "`panels`"), (["move", "hall", "1,2"], "hall"),
        ] {
            let program = try household.start("panel", arguments)
            #expect(await program.ending() == .exit(1))
            #expect(program.output.elements.isEmpty)
            #expect(program.errors.elements.first?.hasPrefix("kiatsu panel: ") == true)
            #expect(program.errors.elements.joined().contains(words), "\(program.errors.elements)")
        }
        kiatsu.send(SIGTERM)
        _ = await kiatsu.ending()
    }

    @Test(arguments: [
        [], ["nonsense"], ["list", "x"], ["add"], ["add", "x"], ["add", "x", "1,2", "3"], ["remove"], ["move", "x"],
        ["move", "a/b", "1,2"], ["move", "+", "1,2"], ["move", "x", "nowhere"], ["list", "--name", "x"],
    ])
    func `a command line that makes no sense ends with 64`(arguments: [String]) async throws {
        let program = try household.start("panel", arguments)
        #expect(await program.ending() == .exit(64))
        #expect(program.errors.elements.count == 1 && program.output.elements.isEmpty)
    }

    @Test func `a broker that is not there is told of at once`() async throws {
        household.broker.kill()
        let result = try await panel("list")
        #expect(result.code == .exit(1) && result.errors.count == 1 && result.output.isEmpty)
    }

    @Test func `what was answered is there after a crash`() async throws {
        var kiatsu = try await running()
        for id in ["hall", "attic"] {
            #expect(try await panel("add", id, "52.52,13.4", "-l", "de").code == .exit(0))
        }
        #expect(try await panel("remove", "attic").code == .exit(0))
        kiatsu.send(SIGKILL)
        #expect(await kiatsu.ending() == .signal(SIGKILL))
        let topics = try await TopicRecorder(household.broker, filter: "kiatsu/hall/weather")
        kiatsu = try await running()
        try await topics.first(on: "kiatsu/hall/weather") { !$0.isRetained && $0.text.contains("Berlin") }
        let result = try await panel("list", "--json")
        let list = try JSONSerialization.jsonObject(with: Data((result.output.first ?? "").utf8)) as? [[String: Any]]
        #expect(list?.compactMap { $0["id"] as? String } == ["desk", "hall"])
        // Cleared, if not before the crash then after.
        while try await BrokerObserver.retained(in: household.broker).keys.contains(where: {
            $0.hasPrefix("kiatsu/attic")
        }) { try Task.checkCancellation() }
        kiatsu.send(SIGTERM)
        _ = await kiatsu.ending()
    }

    /// Answers the next request as somebody does who is no bridge.
    private func answer(
        _ verb: String,
        _ topics: TopicRecorder,
        since mark: Int,
        _ json: String
    ) async throws {
        let request = try await topics.first(on: "kiatsu/bridge/request/\(verb)", since: mark)
        let content = try JSONSerialization.jsonObject(with: Data(request.payload)) as? [String: Any]
        let transaction = try #require(content?["transaction"] as? String)
        let body = json.dropLast() + ",\"transaction\":\"\(transaction)\"}"
        try household.broker.publish("kiatsu/bridge/response/\(verb)", String(body))
    }

    @Test(arguments: [
        (
            ["list"], "panels", #"{"status":"ok","data":{"count":1,"page":1,"pages":1000000000,"panels":[]}}"#,
            "1000000000"
        ),
        (["list"], "panels", #"{"status":"ok","data":{"count":1,"page":7,"pages":9,"panels":[]}}"#, "page 7"),
        (["list"], "panels", #"{"status":"ok","data":{"count":1,"page":1,"pages":9,"panels":[]}}"#, "is empty"),
        (["list"], "panels", #"{"status":"ok","data":7}"#, "cannot be read"),
        (["add", "x", "1,2"], "panel/add", #"{"status":"ok","data":{"panel":"x"}}"#, "cannot be read"),
        (["add", "x", "1,2"], "panel/add", #"{"status":"perhaps"}"#, "cannot be read"),
        (["remove", "x"], "panel/remove", #"{"data":{}}"#, "cannot be read"),
    ])
    func `an answer without sense is told in words, and ends with 1`(
        arguments: [String],
        verb: String,
        json: String,
        words: String
    ) async throws {
        try configure(protocol: "3.1.1")
        let topics = try await TopicRecorder(household.broker, filter: "kiatsu/bridge/request/#")
        let mark = topics.mark
        let program = try household.start("panel", arguments)
        try await answer(verb, topics, since: mark, json)
        #expect(await program.ending() == .exit(1))
        #expect(program.output.elements.isEmpty && program.errors.elements.count == 1)
        #expect(program.errors.elements.first?.contains(words) == true, "\(program.errors.elements)")
    }
}
