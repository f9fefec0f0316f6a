import Configuration
import Foundation
import Messaging
import Payloads
import Storage
import Testing
import Time
import Timelines
import Upstreams
import Weather
import Widgets

@testable import Bridge

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let options = "kiatsu/bridge/request/panel/options"
private let answers = "kiatsu/bridge/response/panel/options"
private let two = """
    icon_themes: {mine: {C: sun, "?": na}}
    encodings: [compact]
    panels:
      - {id: p, location: "35.6465,139.6297", language: ja, widgets: [weather, conditions, day, poem]}
      - {id: q, location: "35.6465,139.6297", widgets: [weather]}
    """

private func running(_ yaml: String = two, stored: StoredState = StoredState()) async throws -> Rehearsal {
    var bridge = try await Rehearsal(yaml, at: noon + .seconds(600), stored: stored)
    bridge.run(until: noon + .seconds(600))
    bridge.published = []
    return bridge
}

extension Rehearsal {
    /// The bridge's answer to a request, as JSON.
    mutating func ask(_ verb: String, _ payload: String) throws -> [String: Any] {
        let count = published.count
        send(payload, to: "kiatsu/bridge/request/\(verb)")
        let answer = try #require(published.dropFirst(count).last { $0.topic == "kiatsu/bridge/response/\(verb)" })
        #expect(!answer.isRetained)
        return try #require(try JSONSerialization.jsonObject(with: Data(answer.payload)) as? [String: Any])
    }

    /// The value of each option of a widget.
    mutating func values(of widget: String, panel: String = "p") throws -> [String: String] {
        let answer = try ask("panel/options", "{\"panel\":\"\(panel)\",\"widget\":\"\(widget)\"}")
        let data = try #require(answer["data"] as? [String: Any])
        let options = try #require(data["options"] as? [String: [String: Any]])
        return options.compactMapValues { $0["value"] as? String }
    }
}

@Suite struct OptionRequestTests {
    @Test func `a request without options lists each with its value and what is allowed`() async throws {
        var bridge = try await running()
        for widget in Catalogue.kiatsu.widgets {
            let answer = try bridge.ask(
                "panel/options",
                "{\"panel\":\"p\",\"widget\":\"\(widget.name)\",\"transaction\":7}"
            )
            #expect(answer["status"] as? String == "ok" && answer["transaction"] as? Int == 7)
            let data = try #require(answer["data"] as? [String: Any])
            #expect(data["panel"] as? String == "p" && data["widget"] as? String == widget.name)
            let listed = try #require(data["options"] as? [String: [String: Any]])
            let known = Catalogue.kiatsu.options(of: widget, iconThemes: bridge.state.configuration.iconThemes)
            #expect(Set(listed.keys) == Set(known.map(\.name)))
            for option in known {
                let entry = try #require(listed[option.name])
                #expect(entry["value"] is String && entry["chosen"] as? Bool == false)
                #expect((entry["about"] as? String)?.isEmpty == false)
                if case .choice(let words) = option.format {
                    #expect(entry["allowed"] as? [String] == words)
                    #expect(words.contains(entry["value"] as? String ?? ""))
                } else {
                    #expect((entry["allowed"] as? String)?.isEmpty == false)
                }
            }
        }
        let themes = try bridge.ask("panel/options", #"{"panel":"p","widget":"weather"}"#)
        #expect("\(themes)".contains("hare") && "\(themes)".contains("mine"))
    }

    @Test(arguments: [
        ("language", "de", "weather"), ("temperature_unit", "F", "weather"), ("pressure_unit", "inHg", "conditions"),
        ("wind_unit", "kn", "conditions"), ("family", "small", "weather"), ("encodings", "compact,full", "conditions"),
        ("icon_theme", "hare", "weather"), ("icon_theme", "mine", "conditions"), ("slogan", "乾杯", "day"),
        ("quote_length", "12", "day"), ("categories", "a,b", "day"),
    ])
    func `an option that is set is in force at once, marked as chosen, for that widget alone`(
        option: String,
        value: String,
        widget: String
    ) async throws {
        var bridge = try await running()
        let before = try bridge.values(of: widget)
        let answer = try bridge.ask(
            "panel/options",
            "{\"panel\":\"p\",\"widget\":\"\(widget)\",\"options\":{\"\(option)\":\"\(value)\"}}"
        )
        #expect(answer["status"] as? String == "ok", "\(answer)")
        #expect(try bridge.values(of: widget) == before.merging([option: value]) { $1 })
        #expect(bridge.state.choices.chosen == ["p": [widget: [option: value]]])
        #expect(bridge.last("kiatsu/p/\(widget)") != nil, "shown anew")
        #expect(bridge.leaks == [])
        let other = widget == "weather" ? "conditions" : "weather"
        #expect(try bridge.values(of: other)[option] != value)
        #expect(bridge.last("kiatsu/q/weather") == nil, "another panel has nothing to do with it")
    }

    @Test(arguments: [
        (#"{"panel":"nosuch","widget":"weather"}"#, "nosuch"), (#"{"widget":"weather"}"#, "panel"),
        (#"{"panel":"p"}"#, "weather, conditions, day, poem"), (#"{"panel":"p","widget":"clock"}"#, "clock"),
        (#"{"panel":"q","widget":"poem","options":{"language":"de"}}"#, "poem"),
        (#"{"panel":"q","options":{"colour":"red"}}"#, "encodings"),
        (#"{"panel":"q","options":{"family":"huge"}}"#, "large"), (#"{"panel":"q","options":{"family":""}}"#, "large"),
        (#"{"panel":"q","options":{"language":"klingon"}}"#, "ISO 639"),
        (#"{"panel":"q","options":{"encodings":"compact,compact"}}"#, "encodings"),
        (#"{"panel":"q","options":{"encodings":""}}"#, "encodings"),
        (#"{"panel":"q","options":{"encodings":"png"}}"#, "frame"),
        (#"{"panel":"q","options":{"source":"openweather"}}"#, "KIATSU_OPENWEATHER_API_KEY"),
        (#"{"panel":"q","options":{"source":"met-norway"}}"#, "contact"),
        (#"{"panel":"q","options":{"source":"qweather"}}"#, "source"),
        (#"{"panel":"q","options":{"icon_theme":"nosuch"}}"#, "hare"),
        (#"{"panel":"q","options":{"temperature_unit":"K"}}"#, "temperature_unit"),
        (#"{"panel":"p","widget":"day","options":{"collection":"/etc/passwd"}}"#, "collection"),
        (#"{"panel":"p","widget":"day","options":{"quote_length":"0"}}"#, "1...1000"),
        (#"{"panel":"p","widget":"day","options":{"slogan":"a\nb"}}"#, "slogan"),
        (#"{"panel":"q","options":{"language":"de","family":"huge"}}"#, "family"),
    ])
    func `what makes no sense is refused in words, with its transaction, and changes nothing`(
        payload: String,
        words: String
    ) async throws {
        var bridge = try await running()
        let before = try ["weather", "conditions", "day", "poem"].map { try bridge.values(of: $0) }
        bridge.published = []
        let request = payload.dropLast() + ",\"transaction\":\"t-1\"}"
        let answer = try bridge.ask("panel/options", String(request))
        #expect(answer["status"] as? String == "error" && answer["transaction"] as? String == "t-1")
        #expect((answer["error"] as? String)?.contains(words) == true, "\(answer)")
        #expect(answer["data"] == nil)
        #expect(bridge.published.map(\.topic) == [answers], "nothing else is said")
        #expect(bridge.state.choices.chosen.isEmpty)
        #expect(try ["weather", "conditions", "day", "poem"].map { try bridge.values(of: $0) } == before)
    }

    @Test(arguments: [
        "{", "nonsense", "[]", "7", "\"p\"", "null", "{\"panel\":\"q\",\"options\":{\"family\":\"small\"}", "\u{0}",
        "{\"panel\":\"q\",\"options\":{\"slogan\":\"\(String(repeating: "x", count: 1024))\"}}",
        "{\"panel\":\"q\",\"transaction\":\"\(String(repeating: "x", count: 65))\"}",
    ])
    func `what cannot be read is refused and changes nothing`(payload: String) async throws {
        var bridge = try await running()
        let answer = try bridge.ask("panel/options", payload)
        #expect(answer["status"] as? String == "error")
        #expect((answer["error"] as? String)?.isEmpty == false)
        #expect(bridge.published.count == 1 && bridge.state.choices.chosen.isEmpty)
    }

    @Test(arguments: [
        #"{"transaction":5,"panel":7}"#, #"{"transaction":5,"panel":"q","options":[]}"#,
        #"{"transaction":5,"panel":"q","options":{"family":true}}"#, #"{"transaction":5,"panel":"q","reset":"yes"}"#,
    ])
    func `a member of the wrong type is named, and the transaction echoed`(payload: String) async throws {
        var bridge = try await running()
        let answer = try bridge.ask("panel/options", payload)
        #expect(answer["status"] as? String == "error")
        #expect((answer["error"] as? String)?.contains("wrong type") == true)
        #expect(answer["transaction"] as? Int == 5)
    }

    @Test func `an encoding that the topic leaves no room for is refused with the arithmetic`() async throws {
        let base = String(repeating: "b", count: 64)
        var bridge = try await running("mqtt: {base_topic: \(base)}\n" + two.replacing("[compact]", with: "[full]"))
        bridge.send(
            #"{"panel":"q","options":{"encodings":"frame"},"transaction":1}"#,
            to: base + "/bridge/request/panel/options"
        )
        let answer = try #require(bridge.last(base + "/bridge/response/panel/options"))
        #expect(answer.contains(#""status":"error""#) && answer.contains("128"), "\(answer)")
        #expect(bridge.state.choices.chosen.isEmpty && bridge.published.count == 1)
    }

    @Test func `a retained request is passed over`() async throws {
        var bridge = try await running()
        bridge.send(#"{"panel":"q","options":{"family":"small"}}"#, to: options, isRetained: true)
        #expect(bridge.published.isEmpty && bridge.state.choices.chosen.isEmpty)
    }

    @Test func `an unknown verb is answered in words`() async throws {
        var bridge = try await running()
        let answer = try bridge.ask("panel/explode", #"{"transaction":3}"#)
        #expect(answer["transaction"] as? Int == 3)
        let verbs = "panel/add, panel/remove, panel/options, panel/picture, refresh and snapshot"
        #expect((answer["error"] as? String)?.contains(verbs) == true)
    }

    @Test func `an answer goes to the response topic with the correlation data, and to no topic of ours`() async throws
    {
        var bridge = try await running("mqtt: {response_prefixes: [my]}\n" + two)
        bridge.send(#"{"panel":"q"}"#, to: options, responseTopic: "my/answers", correlationData: [9, 0, 7])
        let answer = try #require(bridge.published.last)
        #expect(answer.topic == "my/answers" && answer.correlationData == [9, 0, 7] && !answer.isRetained)
        bridge.send(#"{"panel":"q"}"#, to: options, responseTopic: "kiatsu/q/weather", correlationData: [1])
        #expect(bridge.published.last?.topic == answers)
    }
}
