import Configuration
import Foundation
import Messaging
import Payloads
import Storage
import Support
import TestSupport
import Testing
import Time
import Weather
import Widgets

@testable import Bridge

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let file = """
    encodings: [compact, frame]
    panels:
      - {id: p, location: "35.6465,139.6297", language: ja, widgets: [weather, conditions, day, poem]}
    """
private let hall = #"{"id":"hall","location":"52.5251,13.3894","language":"de","widgets":["weather","poem"]}"#

extension [String: Any] {
    var error: String? { self["error"] as? String }
    var isOK: Bool { self["status"] as? String == "ok" && self["error"] == nil }
    var data: [String: Any]? { self["data"] as? [String: Any] }
    var listed: [[String: Any]] { data?["panels"] as? [[String: Any]] ?? [] }
    var ids: [String] { listed.compactMap { $0["id"] as? String } }
}

@Suite struct PanelRequestTests {
    func running(_ yaml: String = file, stored: StoredState = StoredState()) async throws -> Rehearsal {
        var bridge = try await Rehearsal(yaml, at: noon + .seconds(600), stored: stored)
        bridge.run(until: noon + .seconds(600))
        bridge.published = []
        return bridge
    }

    /// The same text with a transaction in it.
    func with(_ transaction: Int, _ json: String) -> String { json.dropLast() + ",\"transaction\":\(transaction)}" }

    @Test func `a panel that is added is on disk, in force, published and listed, and needs nothing else`()
        async throws
    {
        var bridge = try await running()
        let answer = try bridge.ask("panel/add", with(7, hall))
        #expect(answer.isOK && answer["transaction"] as? Int == 7, "\(answer)")
        let panel = try #require(answer.data?["panel"] as? [String: Any])
        #expect(panel["id"] as? String == "hall" && panel["from"] as? String == "request")
        #expect(panel["place"] as? String == "Berlin" && panel["language"] as? String == "de")
        #expect(panel["lat"] as? Double == 52.53 && panel["lng"] as? Double == 13.39, "rounded")
        #expect(bridge.added.map(\.id) == ["hall"])
        #expect(bridge.last("kiatsu/hall/weather")?.contains(#""n":"Berlin""#) == true)
        #expect(try bridge.weather("kiatsu/hall/weather/frame").date == noon)
        #expect(bridge.last("kiatsu/hall/poem")?.isEmpty == false)
        #expect(bridge.last("kiatsu/hall/status") == "fresh")
        #expect(bridge.last("kiatsu/bridge/info")?.contains(#""id":"hall""#) == true)
        #expect(bridge.published.last?.topic != "kiatsu/p/weather", "another panel has nothing to do with it")
        #expect(!bridge.published.contains { $0.topic.hasPrefix("kiatsu/p/") })
        #expect(bridge.leaks == [])
        bridge.published = []
        bridge.run(until: noon.addingHours(1))
        #expect(try bridge.weather("kiatsu/hall/weather").date == noon.addingHours(1), "with the others, each hour")
        bridge.send("43.0621,141.3544", to: "kiatsu/hall/location/set")
        #expect(bridge.last("kiatsu/hall/location/response")?.contains(#""ok":true"#) == true)
        let options = #"{"panel":"hall","widget":"weather","options":{"family":"small"}}"#
        #expect(try bridge.ask("panel/options", options).isOK)
    }

    @Test func `a panel that is removed leaves nothing behind`() async throws {
        var bridge = try await running()
        let before = (bridge.state.panelIDs, bridge.state.panels.configured)
        _ = try bridge.ask("panel/add", hall)
        bridge.send("43.0621,141.3544", to: "kiatsu/hall/location/set")
        _ = try bridge.ask("panel/options", #"{"panel":"hall","widget":"weather","options":{"encodings":"full"}}"#)
        let retained = Set(bridge.published.filter { $0.isRetained && $0.topic.hasPrefix("kiatsu/hall/") }.map(\.topic))
        bridge.published = []
        let answer = try bridge.ask("panel/remove", #"{"panel":"hall","transaction":"t"}"#)
        #expect(answer.isOK && answer["transaction"] as? String == "t" && answer.data?["panel"] as? String == "hall")
        let cleared = bridge.published.filter { $0.isRetained && $0.payload.isEmpty }.map(\.topic)
        let earlier = ["kiatsu/hall/weather", "kiatsu/hall/weather/frame"]
        #expect(Set(cleared) == retained.subtracting(earlier), "what the options did away with was cleared before")
        #expect(bridge.last("kiatsu/bridge/info")?.contains("hall") == false)
        #expect(bridge.state.panelIDs == before.0 && bridge.state.panels.configured == before.1)
        #expect(bridge.state.choices.chosen.isEmpty && bridge.added.isEmpty && bridge.state.panels.added.isEmpty)
        #expect(bridge.leaks == [])
        bridge.published = []
        bridge.run(until: noon.addingHours(2))
        #expect(!bridge.published.contains { $0.topic.contains("hall") })
        bridge.send("1,2", to: "kiatsu/hall/location/set")
        #expect(bridge.last("kiatsu/bridge/response")?.contains("unknown_panel") == true)
        #expect(try bridge.ask("panel/remove", #"{"panel":"hall"}"#).error?.contains("no panel “hall”") == true)
    }

    @Test func `hundreds of panels that come, move and go leave no timeline and no service behind`() async throws {
        var bridge = try await running()
        var random = SeededGenerator(seed: 1)
        let sets = bridge.state.timelines.ids.count
        let widgets = ["weather", "conditions", "day", "poem"]
        for number in 0..<500 {
            let chosen = widgets.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
            let language = ["de", "fr", "ja"].randomElement(using: &random) ?? ""
            let latitude = Int.random(in: -80...80, using: &random)
            let definition =
                "{\"id\":\"x\(number % 9)\",\"location\":\"\(latitude),7\",\"language\":\"\(language)\","
                + "\"widgets\":\"\(chosen.joined(separator: ","))\"}"
            #expect(try bridge.ask("panel/add", definition).isOK)
            if number % 3 == 0 {
                bridge.storesAtOnce = number % 2 == 0
                bridge.send("\(-latitude),8", to: "kiatsu/x\(number % 9)/location/set")
            }
            if number % 50 == 0 { bridge.run(until: bridge.now + .seconds(1500)) }
            if number % 25 < 2 { try #require(bridge.leaks == [], "with panel \(number)") }
            #expect(try bridge.ask("panel/remove", "{\"panel\":\"x\(number % 9)\"}").isOK)
            if number % 25 < 2 { try #require(bridge.leaks == [], "without panel \(number)") }
            bridge.published = []
        }
        #expect(bridge.state.panelIDs == ["p"] && bridge.added.isEmpty && bridge.state.moves.heldBack.isEmpty)
        #expect(bridge.state.timelines.ids.count <= sets + 17)
        let used = Set(bridge.state.panels.values.flatMap { $0.widgets.map(\.timelineSet) })
        #expect(bridge.state.timelines.ids.allSatisfy { bridge.state[$0].isUnused != used.contains($0) })
    }

    @Test func `the same panel added again changes nothing, another one of its id is refused`() async throws {
        var bridge = try await running()
        _ = try bridge.ask("panel/add", hall)
        let state = bridge.state.panelIDs
        bridge.published = []
        let again = try bridge.ask(
            "panel/add",
            #"{ "location": "52.5251, 13.3894", "id":"hall","language":"de", "widgets":"weather,poem"}"#
        )
        #expect(again.isOK && (again.data?["panel"] as? [String: Any])?["id"] as? String == "hall")
        #expect(bridge.published.count == 1 && bridge.state.panelIDs == state && bridge.added.count == 1)
        // What was chosen at run time is another thing than what the panel is.
        _ = try bridge.ask("panel/options", #"{"panel":"hall","widget":"weather","options":{"language":"fr"}}"#)
        #expect(try bridge.ask("panel/add", hall).isOK)
        let other = try bridge.ask("panel/add", hall.replacing("de", with: "fr"))
        #expect(other.error?.contains("remove it first") == true)
        #expect(bridge.state.panels["hall"]?.configuration.language == "de")
        let ofFile = try bridge.ask("panel/add", #"{"id":"p","location":"1,2"}"#)
        #expect(ofFile.error?.contains("the configuration file has panel p") == true)
        #expect(try bridge.ask("panel/remove", #"{"panel":"p"}"#).error?.contains("`panels`") == true)
        #expect(bridge.state.panels["p"] != nil)
    }

    @Test(arguments: [
        (#"{"id":"hall"}"#, "the request: location: missing"),
        (#"{"id":"Hall","location":"1,2"}"#, "the request: id: expected 1 to 24"),
        (#"{"id":"hall","location":"1,2","colour":"red"}"#, "the request: colour: unknown key"),
        (#"{"id":"hall","location":"1,2","widgets":["clock"]}"#, "weather, conditions, day or poem"),
        (#"{"id":"hall","location":"1,2","source":"openweather"}"#, "KIATSU_OPENWEATHER_API_KEY"),
        (#"{"id":"hall","location":"1,2","widgets":{"poem":{"collection":"/etc/passwd"}}}"#, "widgets.poem.collection"),
        (#"{"id":"bridge","location":"1,2"}"#, "neither bridge nor image"), ("{}", "id: missing"),
        (#"["hall"]"#, "not a JSON object"), ("hall", "not JSON"),
        (#"{"id":"hall","location":"1,2","name":"\#(String(repeating: "x", count: 1000))"}"#, "over 1024 bytes"),
    ])
    func `what is no panel is refused in words and changes nothing`(payload: String, words: String) async throws {
        var bridge = try await running()
        let answer = try bridge.ask("panel/add", payload)
        #expect(answer["status"] as? String == "error" && answer.error?.contains(words) == true, "\(answer)")
        #expect(bridge.published.count == 1 && bridge.added.isEmpty && bridge.state.panelIDs == ["p"])
        #expect(bridge.state.panels.underway.isEmpty)
    }

    @Test func `an encoding that the topic leaves no room for is refused with the arithmetic`() async throws {
        let base = String(repeating: "b", count: 64)
        var bridge = try await running(
            "mqtt: {base_topic: \(base)}\n" + file.replacing("[compact, frame]", with: "[full]")
        )
        bridge.send(
            #"{"id":"hall","location":"1,2","encodings":["frame"]}"#,
            to: base + "/bridge/request/panel/add"
        )
        let answer = try #require(bridge.last(base + "/bridge/response/panel/add"))
        #expect(answer.contains("no room for frame") && answer.contains("128"), "\(answer)")
    }

    // MARK: Once

    @Test func `a request that comes again is answered again and not done twice`() async throws {
        var bridge = try await running()
        let first = try bridge.ask("panel/add", with(1, hall))
        _ = try bridge.ask("panel/remove", #"{"panel":"hall","transaction":2}"#)
        bridge.published = []
        #expect(NSDictionary(dictionary: try bridge.ask("panel/add", with(1, hall))) == NSDictionary(dictionary: first))
        #expect(bridge.state.panels["hall"] == nil && bridge.published.count == 1)
        _ = try bridge.ask("panel/add", with(3, hall))
        #expect(try bridge.ask("panel/remove", #"{"panel":"hall","transaction":2}"#).isOK)
        #expect(bridge.state.panels["hall"] != nil)
        let small = #"{"panel":"hall","widget":"weather","options":{"family":"small"},"transaction":4}"#
        let large = small.replacing("small", with: "large").replacing("4}", with: "5}")
        for request in [small, large, small] { #expect(try bridge.ask("panel/options", request).isOK) }
        #expect(try bridge.values(of: "weather", panel: "hall")["family"] == "large")
        bridge.now = bridge.now + .seconds(600)
        _ = try bridge.ask("panel/options", small)
        #expect(try bridge.values(of: "weather", panel: "hall")["family"] == "small", "ten minutes later it is another")
    }

    @Test func `a request that comes again while the disk writes gets the answer, wherever it asks for it`()
        async throws
    {
        var bridge = try await running()
        bridge.storesPanelsAtOnce = false
        let topic = "kiatsu/bridge/request/panel/add"
        bridge.send(with(1, hall), to: topic)
        bridge.send(with(1, hall), to: topic, responseTopic: "kiatsu/bridge/response/me", correlationData: [9])
        #expect(bridge.published.isEmpty && bridge.panelsToStore.count == 1)
        let request = try bridge.nextPanelToStore()
        bridge.settle(request)
        let answers = bridge.published.filter { !$0.isRetained }
        #expect(answers.map(\.topic) == ["kiatsu/bridge/response/panel/add", "kiatsu/bridge/response/me"])
        #expect(answers.map(\.correlationData) == [nil, [9]] && answers.first?.payload == answers.last?.payload)
    }
}
