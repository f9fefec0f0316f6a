import Payloads
import Testing
import Time
import Upstreams
import Widgets

@testable import Bridge

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let panel = """
    icon_themes: {mine: {F: few, "?": na}}
    panels:
      - id: p
        location: "35.6465,139.6297"
        language: ja
        encodings: [compact, full, frame, fields]
        widgets: {weather: {temperature_unit: F}, conditions: {language: de}, day: {slogan: 乾杯}, poem: {}}
    """

@Suite struct SnapshotRequestTests {
    private func running() async throws -> Rehearsal {
        var bridge = try await Rehearsal(panel, at: noon + .seconds(600))
        bridge.run(until: noon + .seconds(600))
        bridge.published = []
        return bridge
    }

    private func data(_ answer: [String: Any]) throws -> [String: Any] {
        #expect(answer["status"] as? String == "ok", "\(answer)")
        return try #require(answer["data"] as? [String: Any])
    }

    @Test(arguments: ["weather", "conditions", "day", "poem"])
    func `a widget's sample is there in each encoding, with and without a panel`(name: String) async throws {
        var bridge = try await running()
        let widget = try #require(Catalogue.kiatsu.widget(name))
        let alone = try data(bridge.ask("snapshot", "{\"widget\":\"\(name)\",\"transaction\":1}"))
        let defaults = Catalogue.kiatsu.defaults(for: widget).encodings.map(\.rawValue)
        #expect(Set(alone.keys) == Set(defaults + ["widget", "title", "about"]) && alone["widget"] as? String == name)
        let shown = try data(bridge.ask("snapshot", "{\"panel\":\"p\",\"widget\":\"\(name)\"}"))
        #expect(Set(shown.keys) == Set(widget.encodings.map(\.rawValue) + ["widget", "title", "about"]))
        let compact = try #require(shown["compact"] as? [String: Any])
        #expect(compact["ts"] as? Int == noon.unixSeconds)
        let full = try #require(shown["full"] as? [String: Any])
        #expect(full["src"] as? String == "sample")
        #expect((shown["fields"] as? [String: String])?.isEmpty == false)
        if let frame = shown["frame"] as? String {
            let digits = Array(frame)
            let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
                UInt8(String(digits[$0...$0 + 1]), radix: 16)
            }
            #expect(try FrameDecoder.decode(bytes).isPlaceholder == true)
        }
        #expect(alone["title"] as? String == widget.words.title(in: "en"))
        #expect(shown["title"] as? String == widget.words.title(in: name == "conditions" ? "de" : "ja"))
        #expect((shown["about"] as? String)?.isEmpty == false)
        #expect(bridge.published.count == 2, "two answers, and nothing for the panel")
    }

    @Test func `a panel's own settings count, and those of the request before them`() async throws {
        var bridge = try await running()
        func fields(_ request: String) throws -> [String: String] {
            try #require(try data(bridge.ask("snapshot", request))["fields"] as? [String: String])
        }
        let weather = try fields(#"{"panel":"p","widget":"weather"}"#)
        let metric = try fields(#"{"panel":"p","widget":"weather","options":{"temperature_unit":"C"}}"#)
        let warm = try #require(Double(weather["temperature"] ?? ""))
        let celsius = try #require(Double(metric["temperature"] ?? ""))
        #expect(abs(warm - (celsius * 9 / 5 + 32)) < 0.06)
        #expect(weather["place"] == "サンプル")
        #expect(try fields(#"{"panel":"p","widget":"conditions"}"#)["place"] == "Sample")
        let themed = try fields(#"{"panel":"p","widget":"conditions","options":{"icon_theme":"mine","language":"ja"}}"#)
        #expect(themed["icon"] == "few" && themed["place"] == "サンプル")
        let small = try data(
            bridge.ask("snapshot", #"{"widget":"day","options":{"family":"small","encodings":"full"}}"#)
        )
        #expect(Set(small.keys) == ["widget", "title", "about", "full"])
        #expect((small["full"] as? [String: Any])?["q"] == nil)
        #expect(bridge.state.choices.chosen.isEmpty, "nothing is changed by it")
    }

    @Test(arguments: [
        ("{}", "weather, conditions, day, poem"), (#"{"widget":"clock"}"#, "clock"), (#"{"panel":"nosuch"}"#, "nosuch"),
        (#"{"panel":"p"}"#, "weather, conditions, day, poem"), (#"{"panel":"p","widget":"clock"}"#, "clock"),
        (#"{"widget":"day","options":{"family":"huge"}}"#, "medium"),
        (#"{"widget":"poem","options":{"x":"y"}}"#, "encodings"),
        (#"{"widget":"poem","options":{"collection":"/etc/passwd"}}"#, "collection"), ("[", "JSON"),
    ])
    func `what there is no sample of is refused in words`(request: String, words: String) async throws {
        var bridge = try await running()
        let answer = try bridge.ask("snapshot", request)
        #expect(answer["status"] as? String == "error")
        #expect((answer["error"] as? String)?.contains(words) == true, "\(answer)")
    }
}
