import Configuration
import Messaging
import Payloads
import Storage
import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Bridge
@testable import Places

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let set = "kiatsu/p/location/set"
private let everything = """
    panels:
      - id: p
        location: "35.6465,139.6297"
        language: ja
        encodings: [compact, full, fields]
        widgets: [weather, conditions, day, poem]
    """
private let setagaya = cell(35.6465, 139.6297)
private let sapporo = cell(43.0621, 141.3544)
private let berlin = cell(52.52, 13.405)

func cell(_ latitude: Double, _ longitude: Double) -> GridCell {
    GridCell(containing: Coordinate(latitude: latitude, longitude: longitude) ?? .origin)
}

extension Rehearsal {
    /// The set of timelines of the first panel's widget of that name.
    func timelineSet(_ widget: String, of panel: String = "p") throws -> TimelineSet {
        let state = try #require(state.panels[panel])
        let index = try #require(state.configuration.widgets.firstIndex { $0.widget == widget })
        return self.state[state.widgets[index].timelineSet]
    }

    /// The contents of the store if the bridge stops now.
    func stopped() -> StoredState {
        var stored = StoredState()
        for panel in state.panels.values {
            let id = panel.configuration.id
            let position = panel.move.map { $0.isStored ? $0.position : panel.position } ?? panel.position
            if let position { stored.positions[id] = position }
        }
        stored.shown = shownByWidget
        stored.timelines = self.stored
        stored.options = state.choices.chosen
        return stored
    }
}

private func running(_ yaml: String = everything) async throws -> Rehearsal {
    var bridge = try await Rehearsal(yaml, at: noon + .seconds(600))
    bridge.run(until: noon + .seconds(600))
    bridge.published = []
    return bridge
}

extension Rehearsal {
    /// Makes the conditions fail everywhere but at home.
    mutating func breakConditions() {
        conditions = { $0 == setagaya ? .success(Rehearsal.report($0, at: $1)) : .failure(serverError) }
    }

    mutating func breakForecasts() {
        upstream = { $0 == setagaya ? .success(Rehearsal.forecast($0, at: $1)) : .failure(serverError) }
    }

    mutating func mend() {
        conditions = { .success(Rehearsal.report($0, at: $1)) }
        upstream = { .success(Rehearsal.forecast($0, at: $1)) }
    }
}

@Suite struct WidgetMoveTests {
    @Test func `all widgets, the position and the names change together`() async throws {
        var bridge = try await running()
        bridge.send("52.52,13.405", to: set)
        for topic in ["weather/place", "conditions/place"] { #expect(bridge.last("kiatsu/p/\(topic)") == "ベルリン") }
        #expect(bridge.last("kiatsu/p/weather/temperature") == "5.2")
        #expect(bridge.last("kiatsu/p/conditions/temperature") == "5.2")
        #expect(bridge.last("kiatsu/p/location")?.contains("ベルリン") == true)
        #expect(bridge.last("kiatsu/p/status") == "fresh")
        let topics = bridge.published.map(\.topic)
        let answered = try #require(topics.firstIndex(of: "kiatsu/p/location/response"))
        for topic in ["weather", "location", "day"] {
            let first = try #require(topics.firstIndex(of: "kiatsu/p/\(topic)"))
            #expect(first < answered, "answered when it is done")
        }
        #expect(bridge.shownByWidget["p"]?.mapValues(\.cell) == ["weather": berlin, "conditions": berlin])
    }

    @Test func `the weather leads: without it nothing moves, whatever is there already`() async throws {
        var bridge = try await running()
        bridge.breakForecasts()
        bridge.conditions = { _, _ in .failure(serverError) }
        bridge.send("52.52,13.405", to: set)
        #expect(bridge.last("kiatsu/p/location/response")?.contains("\"error\":\"upstream\"") == true)
        #expect(bridge.last("kiatsu/p/location") == nil && bridge.last("kiatsu/p/weather/place") == nil)
        #expect(bridge.last("kiatsu/p/status") == "stale")
        bridge.run(until: noon.addingHours(1))
        for topic in ["weather/place", "conditions/place"] { #expect(bridge.last("kiatsu/p/\(topic)") == "世田谷区") }
        #expect(bridge.last("kiatsu/p/day/full")?.contains("Asia/Tokyo") == true, "the day waits as well")
        bridge.mend()
        bridge.run(until: noon.addingHours(2))
        for topic in ["weather/place", "conditions/place"] { #expect(bridge.last("kiatsu/p/\(topic)") == "ベルリン") }
        #expect(bridge.last("kiatsu/p/day/full")?.contains("Europe/Berlin") == true)
        #expect(bridge.last("kiatsu/p/status") == "fresh")
    }

    @Test func `conditions that fail there keep the old place whole and follow by themselves`() async throws {
        var bridge = try await running()
        bridge.breakConditions()
        bridge.send("52.52,13.405", to: set)
        #expect(bridge.last("kiatsu/p/location/response")?.contains("\"ok\":true") == true)
        #expect(bridge.last("kiatsu/p/weather/place") == "ベルリン")
        #expect(bridge.last("kiatsu/p/conditions/place") == "世田谷区", "the old name")
        #expect(bridge.last("kiatsu/p/conditions/temperature") == "3.5", "over the old data")
        #expect(bridge.last("kiatsu/p/status") == "stale")
        bridge.run(until: noon.addingHours(1))
        #expect(bridge.last("kiatsu/p/conditions/place") == "世田谷区")
        #expect(bridge.last("kiatsu/p/status") == "stale")
        bridge.mend()
        bridge.published = []
        bridge.run(until: noon.addingHours(1) + .seconds(1800))
        #expect(bridge.last("kiatsu/p/conditions/place") == "ベルリン", "before the next hour")
        #expect(bridge.last("kiatsu/p/conditions/temperature") == "5.2")
        #expect(bridge.last("kiatsu/p/status") == "fresh")
        #expect(bridge.last("kiatsu/p/location") == nil, "the position was there before")
        #expect(try bridge.timelineSet("conditions").scheduler.keys == [.place(berlin)])
    }

    @Test func `where the weather fails there the conditions lead, and it follows`() async throws {
        var bridge = try await running()
        bridge.breakForecasts()
        bridge.send("52.52,13.405", to: set)
        #expect(bridge.last("kiatsu/p/conditions/place") == "ベルリン")
        #expect(bridge.last("kiatsu/p/weather/place") == "世田谷区")
        #expect(bridge.last("kiatsu/p/status") == "stale")
        bridge.mend()
        bridge.run(until: noon.addingHours(1))
        #expect(bridge.last("kiatsu/p/weather/place") == "ベルリン")
        #expect(bridge.last("kiatsu/p/weather/temperature") == "5.2")
        #expect(bridge.last("kiatsu/p/status") == "fresh")
    }

    @Test func `a panel with neither weather nor conditions moves at once`() async throws {
        var bridge = try await running(
            "panels: [{id: p, location: \"35.6465,139.6297\", language: ja, encodings: [full], widgets: [day, poem]}]"
        )
        bridge.upstream = { _, _ in .failure(serverError) }
        bridge.send("52.52,13.405", to: set)
        #expect(bridge.last("kiatsu/p/location/response")?.contains("\"ok\":true") == true)
        #expect(bridge.last("kiatsu/p/location")?.contains("Europe/Berlin") == true)
        #expect(bridge.last("kiatsu/p/day/full")?.contains("Europe/Berlin") == true)
        #expect(bridge.last("kiatsu/p/status") == "fresh")
        #expect(bridge.reloads.isEmpty)
    }

    @Test func `the day goes over to the new place's time zone and date at once`() async throws {
        var bridge = try await Rehearsal(everything, at: noon.addingHours(8))
        bridge.run(until: noon.addingHours(8))
        // 20:00 UTC on the 28th: the 29th in Tokyo.
        #expect(bridge.last("kiatsu/p/day/day") == nil || bridge.last("kiatsu/p/day/day") == "29")
        bridge.published = []
        bridge.send("52.52,13.405", to: set)
        #expect(bridge.last("kiatsu/p/day/full")?.contains(#""d":28"#) == true)
        #expect(bridge.last("kiatsu/p/day/full")?.contains(#""tz":"Europe/Berlin","off":60"#) == true)
        #expect(try bridge.timelineSet("day").scheduler.keys == [.timeZone("Europe/Berlin")])
        #expect(try bridge.timelineSet("poem").scheduler.keys == [.panel("p")])
    }

    @Test func `a laggard that is overtaken goes to the last place, and nothing of the one between stays`() async throws
    {
        var bridge = try await running("location: {commands_per_minute: 6000}\n" + everything)
        bridge.breakConditions()
        bridge.send("52.52,13.405", to: set)
        bridge.send("43.0621,141.3544", to: set)
        #expect(bridge.last("kiatsu/p/conditions/place") == "世田谷区")
        #expect(try Set(bridge.timelineSet("conditions").scheduler.keys) == [.place(setagaya), .place(sapporo)])
        #expect(try bridge.timelineSet("weather").scheduler.keys == [.place(sapporo)])
        bridge.send("{\"reset\":true}", to: set)
        #expect(bridge.last("kiatsu/p/status") == "fresh", "it never left")
        #expect(try bridge.timelineSet("conditions").scheduler.keys == [.place(setagaya)])
    }

    @Test func `an overtaken move that comes back as the newer could not be stored is named and shown`() async throws {
        var bridge = try await running()
        bridge.storesAtOnce = false
        bridge.send("52.52,13.405", to: set)
        // On disk, and its name still looked for when the next one comes.
        bridge.carryOut(bridge.state.stored(panel: "p", generation: bridge.state.moves.lastGeneration, at: bridge.now))
        let first = bridge.state.moves.lastGeneration
        bridge.send("43.0621,141.3544", to: set)
        let named = NamedPlace(timeZone: "Europe/Berlin", name: "ベルリン")
        bridge.carryOut(bridge.state.placed(panel: "p", generation: first, named, at: bridge.now))
        bridge.storesAtOnce = true
        let second = bridge.state.moves.lastGeneration
        bridge.carryOut(bridge.state.storingFailed(panel: "p", generation: second, reason: "full", at: bridge.now))
        #expect(bridge.last("kiatsu/p/location/response")?.contains("\"error\":\"storage\"") == true)
        #expect(bridge.last("kiatsu/p/weather/place") == "ベルリン", "what is on disk is where the panel is")
    }
}
