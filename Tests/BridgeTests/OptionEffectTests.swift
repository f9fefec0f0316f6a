import Configuration
import Messaging
import Payloads
import Storage
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Bridge
@testable import Places

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let options = "kiatsu/bridge/request/panel/options"
private let answers = "kiatsu/bridge/response/panel/options"
private let panel = """
    contact: me@example.org
    location: {commands_per_minute: 6000}
    encodings: [compact, fields]
    panels:
      - {id: p, location: "35.6465,139.6297", language: ja, widgets: [weather, conditions, day, poem]}
    """
private let setagaya = cell(35.6465, 139.6297)

private func running(_ yaml: String = panel, stored: StoredState = StoredState()) async throws -> Rehearsal {
    let key = ["KIATSU_OPENWEATHER_API_KEY": "0123456789abcdef"]
    var bridge = try await Rehearsal(yaml, at: noon + .seconds(600), stored: stored, environment: key)
    bridge.run(until: noon + .seconds(600))
    bridge.published = []
    return bridge
}

extension Rehearsal {
    mutating func set(_ widget: String, _ options: String) {
        send(
            "{\"panel\":\"p\",\"widget\":\"\(widget)\",\"options\":{\(options)}}",
            to: "kiatsu/bridge/request/panel/options"
        )
    }

    /// The disk has the options that it was asked to store, one after the other.
    mutating func storeOptions() {
        let requests = optionsToStore
        optionsToStore = []
        for request in requests { carryOut(state.optionsStored(request, at: now)) }
    }
}

@Suite struct OptionEffectTests {
    @Test func `nothing is in force before it is on disk, nor when the disk refuses it`() async throws {
        var bridge = try await running()
        bridge.storesOptionsAtOnce = false
        bridge.set("weather", #""language":"de""#)
        #expect(bridge.published.isEmpty)
        let request = try #require(bridge.optionsToStore.first)
        bridge.carryOut(bridge.state.storingOptionsFailed(request, reason: "the disk is full"))
        let answer = try #require(bridge.last(answers))
        #expect(answer.contains(#""status":"error""#) && answer.contains("the disk is full"))
        #expect(bridge.published.count == 1 && bridge.state.choices.chosen.isEmpty)
        #expect(try bridge.values(of: "weather")["language"] == "ja")
        bridge.optionsToStore = []
        bridge.set("weather", #""language":"de""#)
        bridge.storeOptions()
        #expect(try bridge.values(of: "weather")["language"] == "de")
    }

    @Test func `of two requests that come together neither undoes the other`() async throws {
        var bridge = try await running()
        bridge.storesOptionsAtOnce = false
        bridge.set("weather", #""language":"de""#)
        bridge.set("weather", #""temperature_unit":"F""#)
        bridge.storeOptions()
        let values = try bridge.values(of: "weather")
        #expect(values["temperature_unit"] == "F")
        #expect(values["language"] == "de")
    }

    @Test func `names are asked for again only where a language is new to the panel`() async throws {
        var bridge = try await running()
        bridge.set("weather", #""temperature_unit":"F""#)
        bridge.set("weather", #""language":"ja""#)
        #expect(bridge.namedAgain.isEmpty)
        bridge.set("weather", #""language":"de""#)
        bridge.set("conditions", #""language":"de""#)
        #expect(bridge.namedAgain == ["p"])
    }

    @Test(arguments: [([:], ["p", "p"]), (["de": "Sapporo"], ["p"])])
    func `a place is named again after a move only where a language is missing`(
        otherNames: [String: String],
        namedAgain: [String]
    ) async throws {
        var bridge = try await running()
        bridge.storesAtOnce = false
        bridge.send("43.0621,141.3544", to: "kiatsu/p/location/set")
        bridge.set("weather", #""language":"de""#)
        let generation = bridge.state.moves.lastGeneration
        let sapporo = NamedPlace(timeZone: "Asia/Tokyo", name: "札幌市", otherNames: otherNames)
        bridge.carryOut(bridge.state.placed(panel: "p", generation: generation, sapporo, at: bridge.now))
        bridge.carryOut(bridge.state.stored(panel: "p", generation: generation, at: bridge.now))
        #expect(bridge.state.panels["p"]?.place == sapporo)
        #expect(bridge.namedAgain == namedAgain)
    }

    @Test func `topics that are not used any more are cleared, new ones appear`() async throws {
        var bridge = try await running()
        bridge.set("weather", #""encodings":"compact,full,frame""#)
        #expect(bridge.last("kiatsu/p/weather/pressures") == "", "cleared")
        let cleared = bridge.published.filter { $0.payload.isEmpty && $0.topic != "kiatsu/p/day/slogan" }
        #expect(cleared.count == 11 && cleared.allSatisfy { $0.topic.hasPrefix("kiatsu/p/weather/") && $0.isRetained })
        for topic in ["weather/full", "weather/frame", "weather"] {
            #expect(try bridge.weather("kiatsu/p/\(topic)").date == noon)
        }
        #expect(bridge.last("kiatsu/p/conditions/place") == "世田谷区", "another widget's stay")
        bridge.published = []
        bridge.send(#"{"panel":"p","widget":"weather","options":{"encodings":null}}"#, to: options)
        for topic in ["weather/full", "weather/frame"] { #expect(bridge.last("kiatsu/p/\(topic)") == "") }
        #expect(bridge.last("kiatsu/p/weather/place") == "世田谷区")
    }

    @Test func `one option is reset by null, all of a widget's by reset, and set anew in the same request`()
        async throws
    {
        var bridge = try await running()
        bridge.set("weather", #""language":"de","temperature_unit":"F""#)
        bridge.set("day", #""slogan":"Hello""#)
        bridge.set("weather", #""language":null"#)
        #expect(
            bridge.state.choices.chosen == ["p": ["weather": ["temperature_unit": "F"], "day": ["slogan": "Hello"]]]
        )
        #expect(try bridge.values(of: "weather")["language"] == "ja")
        bridge.send(
            #"{"panel":"p","widget":"weather","reset":true,"options":{"pressure_unit":"mmHg"}}"#,
            to: options
        )
        #expect(bridge.state.choices.chosen["p"]?["weather"] == ["pressure_unit": "mmHg"])
        #expect(try bridge.values(of: "weather")["temperature_unit"] == "C")
        bridge.send(#"{"panel":"p","widget":"weather","reset":true}"#, to: options)
        #expect(bridge.state.choices.chosen == ["p": ["day": ["slogan": "Hello"]]])
        #expect(try bridge.values(of: "weather")["pressure_unit"] == "hPa")
    }

    @Test func `another source is asked at once, and what is there stays until it answers`() async throws {
        var bridge = try await running()
        bridge.upstream = { _, _ in .failure(serverError) }
        let reloads = bridge.reloads.count
        bridge.set("weather", #""source":"met-norway""#)
        #expect(bridge.reloads.count == reloads + 1)
        #expect(bridge.last("kiatsu/p/weather/temperature") == "3.5")
        #expect(bridge.last("kiatsu/p/status") == "fresh")
        #expect(bridge.leaks == [])
    }

    @Test func `what was chosen wins over the file after a restart, and goes when it makes no sense any more`()
        async throws
    {
        var bridge = try await running()
        bridge.set("weather", #""language":"de","temperature_unit":"F""#)
        bridge.set("conditions", #""source":"open-meteo","icon_theme":"hare""#)
        let stored = bridge.stopped()
        var next = try await running(panel.replacing("language: ja", with: "language: fr"), stored: stored)
        #expect(try next.values(of: "weather")["language"] == "de")
        #expect(try next.values(of: "conditions")["language"] == "fr")
        #expect(try next.values(of: "conditions")["icon_theme"] == "hare")
        // A widget that the panel has no more, and one that it has again.
        let without = try await running(
            panel.replacing("[weather, conditions, day, poem]", with: "[day]"),
            stored: stored
        )
        #expect(without.state.panels["p"]?.configuration.widgets.map(\.widget) == ["day"])
        var later = try await running(stored: without.stopped())
        #expect(try later.values(of: "weather")["temperature_unit"] == "F")
    }

    @Test func `a widget that lags behind keeps the old name over the old data, whatever is chosen`() async throws {
        var bridge = try await running()
        bridge.breakConditions()
        bridge.send("52.52,13.405", to: "kiatsu/p/location/set")
        #expect(bridge.last("kiatsu/p/conditions/place") == "世田谷区")
        bridge.set("conditions", #""temperature_unit":"F""#)
        #expect(bridge.last("kiatsu/p/conditions/place") == "世田谷区")
        #expect(bridge.last("kiatsu/p/conditions/temperature") == "38.3", "of the old place, in the new unit")
        bridge.set("conditions", #""source":"openweather""#)
        #expect(bridge.leaks == [])
        bridge.mend()
        bridge.run(until: noon.addingHours(2))
        #expect(bridge.last("kiatsu/p/conditions/place") == "ベルリン")
    }
}
