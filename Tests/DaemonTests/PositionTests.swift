import Payloads
import TestSupport
import Testing
import Time

private let panel = "panels: [{id: p, location: \"35.6465,139.6297\", language: ja}]"
private let set = "kiatsu/p/location/set"
private let answers = "kiatsu/p/location/response"

/// A command, and where it leads.
struct AcceptedCommand: Sendable, CustomTestStringConvertible {
    let payload: String
    let position: String

    var testDescription: String { payload }

    static let all = [
        AcceptedCommand(payload: "43.0621,141.3544", position: #""lat":43.06,"lng":141.35"#),
        AcceptedCommand(payload: "  43.0621 , 141.3544 ", position: #""lat":43.06,"lng":141.35"#),
        AcceptedCommand(payload: "-33.8688 151.2093", position: #""lat":-33.87,"lng":151.21"#),
        AcceptedCommand(payload: #"{"lat":43.0621,"lng":141.3544}"#, position: #""lat":43.06,"lng":141.35"#),
        AcceptedCommand(payload: #"{"lat":43.0621,"lon":141.3544}"#, position: #""lat":43.06,"lng":141.35"#),
        AcceptedCommand(payload: #"{"lat":43.0621,"long":141.3544}"#, position: #""lat":43.06,"lng":141.35"#),
        AcceptedCommand(
            payload: #"{"latitude":43.0621,"longitude":141.3544,"acc":12.5,"tst":1774699200}"#,
            position: #""lat":43.06,"lng":141.35"#
        ),
        AcceptedCommand(payload: "geo:43.0621,141.3544;u=35", position: #""lat":43.06,"lng":141.35"#),
        AcceptedCommand(
            payload: #"{"_type":"location","lat":43.0621,"lon":141.3544,"acc":10,"tst":1774699201,"tid":"ab"}"#,
            position: #""lat":43.06,"lng":141.35"#
        ),
    ]
}

/// A command that is refused, and the code.
struct RefusedCommand: Sendable, CustomTestStringConvertible {
    let payload: String
    let code: String

    var testDescription: String { "\(code): \(payload.prefix(40))" }

    static let all = [
        RefusedCommand(payload: "nonsense", code: "malformed"),
        RefusedCommand(payload: "NaN,0", code: "malformed"),
        RefusedCommand(payload: "inf,0", code: "malformed"),
        RefusedCommand(payload: #"{"lat":1"#, code: "malformed"),
        RefusedCommand(payload: #"{"lat":"north","lng":1}"#, code: "malformed"),
        RefusedCommand(payload: "90.01,0", code: "out_of_range"),
        RefusedCommand(payload: #"{"lat":0,"lng":-180.5}"#, code: "out_of_range"),
        RefusedCommand(payload: "geo:91,0", code: "out_of_range"),
        RefusedCommand(payload: "0,0", code: "null_island"),
        RefusedCommand(payload: "1,1" + String(repeating: " ", count: 1022), code: "too_large"),
        RefusedCommand(payload: #"{"lat":1,"lng":1,"acc":5001}"#, code: "inaccurate"),
    ]
}

@Suite(.timeLimit(.minutes(4)))
struct PositionTests {
    private let installation: Installation

    init() throws {
        installation = try Installation()
    }

    /// Runs a daemon that shows a forecast already.
    private func run(
        _ yaml: String = panel,
        mqtt: String = "",
        _ body: (TopicRecorder) async throws -> Void
    ) async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(yaml, mqtt: mqtt)) { _ in
            try await topics.status("fresh", of: "p")
            try await body(topics)
        }
    }

    /// Sends a command and gives its answer.
    private func answer(
        _ payload: String,
        _ topics: TopicRecorder,
        to topic: String = set,
        on response: String = answers,
        retained: Bool = false,
        options: [String] = []
    ) async throws -> ObservedMessage {
        let mark = topics.mark
        try installation.broker.publish(topic, payload, retained: retained, options: options)
        return try await topics.first(on: response, since: mark)
    }

    @Test func `every accepted form moves the panel, is answered and leaves a rounded position`() async throws {
        try await run("location: {min_interval: 0}\n" + panel) { topics in
            for command in AcceptedCommand.all {
                let mark = topics.mark
                let answer = try await answer(command.payload, topics)
                #expect(answer.text.hasPrefix(#"{"ok":true,"# + command.position), "\(command.payload)")
                #expect(!answer.isRetained)
                let state = try await topics.first(on: "kiatsu/p/location", since: mark) {
                    $0.text.contains(#""src":"command""#)
                }
                #expect(state.text.hasPrefix("{" + command.position))
                let back = try await self.answer(#"{"reset":true,"id":"home"}"#, topics)
                #expect(back.text.contains(#""lat":35.65,"lng":139.63"#) && back.text.contains(#""id":"home""#))
            }
            let retained = try await BrokerObserver.retained(in: installation.broker)
            #expect(retained["kiatsu/p/location"]?.text.contains(#""src":"config""#) == true)
            #expect(retained[answers] == nil)
        }
    }

    @Test func `the weather of the new place comes with its answer, not with the next hour`() async throws {
        try await run { topics in
            let mark = topics.mark
            let answer = try await answer(#"{"lat":43.0621,"lng":141.3544,"name":"札幌","id":7}"#, topics)
            #expect(answer.text.contains(#""n":"札幌","id":7"#))
            let entry = try await topics.entry(for: Installation.noon, on: "p", since: mark)
            #expect(entry.placeName == "札幌")
            let request = await installation.upstream.request(2)
            #expect(request.query["latitude"] == "43.06" && request.query["longitude"] == "141.35")
        }
    }

    @Test(arguments: ["5", "3.1.1"])
    func `what is wrong is refused with its code`(version: String) async throws {
        try await run("location: {commands_per_minute: 6000}\n" + panel, mqtt: ", protocol: \"\(version)\"") { topics in
            for command in RefusedCommand.all {
                let answer = try await answer(command.payload, topics, options: version == "5" ? [] : ["-V", "311"])
                #expect(answer.text.hasPrefix(#"{"ok":false,"error":"\#(command.code)","message":""#))
            }
            let empty = try await answer("", topics)
            #expect(empty.text.contains(#""error":"malformed""#))
            let unknown = try await answer(
                "1,1",
                topics,
                to: "kiatsu/other/location/set",
                on: "kiatsu/bridge/response"
            )
            #expect(unknown.text.contains(#""error":"unknown_panel""#))
            let tst = installation.clock.now.unixSeconds
            _ = try await answer(#"{"lat":1,"lng":1,"tst":\#(tst)}"#, topics)
            for (fix, code) in [
                (#"{"lat":2,"lng":2,"tst":\#(tst - 1),"id":"f"}"#, "stale"),
                (#"{"lat":1.003,"lng":1,"tst":\#(tst + 1),"id":"f"}"#, "too_near"),
                (#"{"lat":1.01,"lng":1,"tst":\#(tst + 60),"id":"f"}"#, "too_soon"),
                (#"{"lat":50,"lng":1,"tst":\#(tst + 61),"id":"f"}"#, "too_fast"),
            ] {
                let refused = try await answer(fix, topics)
                #expect(refused.text.contains(#""error":"\#(code)""#) && refused.text.contains(#""id":"f""#))
            }
        }
    }

    @Test func `a retained command is refused, and again when the daemon comes back`() async throws {
        let configuration = try installation.configuration(panel)
        try await run { topics in
            let answer = try await answer("1,1", topics, retained: true)
            #expect(answer.text.contains(#""error":"retained""#))
        }
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(configuration) { _ in
            try await topics.first(on: answers) { $0.text.contains(#""error":"retained""#) }
            let state = try await topics.first(on: "kiatsu/p/location") { !$0.isRetained }
            #expect(state.text.contains(#""src":"config""#), "it was not carried out")
        }
    }

    @Test func `a retained command waiting on a broker of 3_1_1 is refused`() async throws {
        try installation.broker.publish(set, "1,1", retained: true)
        try await run(mqtt: ", protocol: 3.1.1") { topics in
            try await topics.first(on: answers) { $0.text.contains(#""error":"retained""#) }
        }
    }

    @Test func `an answer goes to the response topic with the correlation data`() async throws {
        try await run(mqtt: ", response_prefixes: [my]") { topics in
            let request = ["-D", "publish", "response-topic", "my/answers"]
            let correlation = ["-D", "publish", "correlation-data", "request 17"]
            let answer = try await answer("1,1", topics, on: "my/answers", options: request + correlation)
            #expect(answer.text.hasPrefix(#"{"ok":true"#) && answer.correlationData == "request 17")
            #expect(topics.all(on: answers, try await topics.settled()).isEmpty)
            let refusal = try await self.answer("nonsense", topics, on: "my/answers", options: request)
            #expect(refusal.text.contains(#""error":"malformed""#) && refusal.correlationData.isEmpty)
        }
    }

    @Test func `other messages of owntracks are passed over in silence`() async throws {
        try await run { topics in
            try installation.broker.publish(set, #"{"_type":"transition","lat":1,"lon":1,"event":"enter"}"#)
            let answer = try await answer("43.0621,141.3544", topics)
            #expect(answer.text.contains(#""ok":true,"lat":43.06"#))
            #expect(topics.all(on: answers, try await topics.settled()).count == 1)
        }
    }

    @Test func `a command that comes twice is answered twice, both times when all is done`() async throws {
        let clock = installation.clock
        try await run { topics in
            installation.upstream.setHandler { .held(Installation.answer($0, clock)) }
            let mark = topics.mark
            for id in 1...2 {
                let fix = #"{"lat":43.0621,"lng":141.3544,"tst":1774699200,"id":\#(id)}"#
                try installation.broker.publish(set, fix)
            }
            _ = await installation.upstream.request(2)
            _ = try await answer("nonsense", topics)
            let early = topics.all(on: answers, since: mark, try await topics.settled())
            #expect(early.count == 1, "only that to the nonsense")
            installation.upstream.release()
            for id in 1...2 {
                let answer = try await topics.first(on: answers, since: mark) { $0.text.contains("\"id\":\(id)") }
                #expect(answer.text.contains(#""ok":true,"lat":43.06"#))
            }
        }
    }

    @Test func `over the limit the newest command waits and is carried out when the window opens`() async throws {
        try await run("location: {commands_per_minute: 2}\n" + panel) { topics in
            for latitude in 1...2 {
                let answer = try await answer("\(latitude),100", topics)
                #expect(answer.text.contains(#""ok":true"#))
            }
            for latitude in 3...5 {
                let answer = try await answer("\(latitude),100", topics)
                #expect(answer.text.contains(#""error":"rate_limited""#))
            }
            let opening = installation.clock.now + .seconds(60)
            let mark = topics.mark
            installation.clock.set(to: await installation.clock.nextSleep { $0 <= opening })
            let state = try await topics.first(on: "kiatsu/p/location", since: mark)
            #expect(state.text.hasPrefix(#"{"lat":5,"lng":100,"#))
        }
    }

    @Test func `without weather there it says so, and shows the new place once the weather comes`() async throws {
        try await run { topics in
            let clock = installation.clock
            installation.upstream.setHandler { _ in .empty(status: 500) }
            let mark = topics.mark
            let answer = try await answer(#"{"lat":43.0621,"lng":141.3544,"name":"札幌"}"#, topics)
            #expect(answer.text.contains(#""error":"upstream""#))
            let entries = topics.all(on: "kiatsu/p/weather", since: mark, try await topics.settled())
            let names = try entries.map { try $0.weather.placeName }
            #expect(!names.contains("札幌"), "no new name over the old graph")
            installation.upstream.setHandler { Installation.answer($0, clock) }
            clock.set(to: await clock.nextSleep { [now = clock.now] in $0 < now + .seconds(60) })
            try await topics.first(on: "kiatsu/p/weather", since: mark) {
                $0.isEntry(for: Installation.noon) && (try? $0.weather.placeName) == "札幌"
            }
            try await topics.status("fresh", of: "p", since: mark)
        }
    }

    @Test func `the exact position is nowhere but in the command and the store`() async throws {
        let digits = ["43.062149", "141.354476", "43.0621", "141.3544", "43.062", "141.354"]
        try await run { topics in
            for command in ["43.062149,141.354476", #"{"lat":43.062149,"lng":141.354476,"acc":99999}"#] {
                _ = try await answer(command, topics)
            }
            installation.upstream.setHandler { _ in .empty(status: 500) }
            _ = try await answer("geo:43.062149,-141.354476", topics)
            installation.clock.set(to: Installation.noon.addingHours(1))
            try await topics.first(on: "kiatsu/p/weather") { $0.isEntry(for: Installation.noon.addingHours(1)) }
            let retained = try await BrokerObserver.retained(in: installation.broker)
            let sent = topics.all(try await topics.settled()).filter { $0.topic != set }.map(\.text)
            let asked = installation.upstream.requests.flatMap { $0.query.values }
            let logged = installation.log.elements
            #expect(retained.count > 10 && logged.count > 2 && asked.contains("43.06"))
            for text in retained.values.map(\.text) + sent + asked + logged {
                for exact in digits { #expect(!text.contains(exact)) }
            }
        }
    }

    @Test func `ten thousand payloads of any kind leave the daemon answering`() async throws {
        var random = SeededGenerator(seed: 20_260_328)
        let alphabet = Array("0123456789.,-{}\":lattng geo".utf8)
        var lines: [UInt8] = []
        for number in 0..<10_000 {
            for _ in 0..<Int.random(in: 1...60, using: &random) {
                let byte =
                    number.isMultiple(of: 2)
                    ? alphabet.randomElement(using: &random) : UInt8.random(in: 1...255, using: &random)
                lines.append(byte.map { $0 == UInt8(ascii: "\n") ? 0xFF : $0 } ?? 0xFF)
            }
            lines.append(UInt8(ascii: "\n"))
        }
        try await run("location: {commands_per_minute: 6000}\n" + panel) { topics in
            let arguments = installation.broker.address.options + ["-q", "1", "-t", set, "-l"]
            let publisher = try Program("/usr/bin/mosquitto_pub", arguments, input: lines)
            #expect(await publisher.ending() == .exit(0))
            try installation.broker.publish(set, #"{"lat":43.0621,"lng":141.3544,"id":"the last"}"#)
            let answer = try await topics.first(on: answers) { $0.text.contains("the last") }
            #expect(answer.text.contains(#""ok":true"#))
        }
    }
}
