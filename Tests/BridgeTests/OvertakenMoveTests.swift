import Messaging
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Bridge
@testable import Places

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let panel = "panels: [{id: p, location: \"35.6465,139.6297\", language: ja}]"
private let set = "kiatsu/p/location/set"
private let sapporo = cell(43.0621, 141.3544)

/// A bridge with two moves, of which the second overtook the first before either was on disk.
private func overtaken() async throws -> (bridge: Rehearsal, first: Int, second: Int) {
    let rules = "location: {min_interval: 0, max_speed: 0}\n"
    var bridge = try await Rehearsal(rules + panel, at: noon + .seconds(600))
    bridge.run(until: noon + .seconds(600))
    bridge.published = []
    bridge.storesAtOnce = false
    bridge.send("{\"lat\":43.0621,\"lng\":141.3544,\"tst\":1774699300}", to: set)
    let first = bridge.state.moves.lastGeneration
    bridge.send("{\"lat\":1,\"lng\":1,\"tst\":1774699400}", to: set)
    return (bridge, first, bridge.state.moves.lastGeneration)
}

extension Rehearsal {
    fileprivate mutating func store(_ generation: Int) {
        carryOut(state.stored(panel: "p", generation: generation, at: now))
    }

    fileprivate mutating func failToStore(_ generation: Int) {
        carryOut(state.storingFailed(panel: "p", generation: generation, reason: "the disk is full", at: now))
    }
}

@Suite struct OvertakenMoveTests {
    @Test func `a move that got onto the disk after it was overtaken is what is left when the next does not`()
        async throws
    {
        var (bridge, first, second) = try await overtaken()
        bridge.store(first)
        bridge.storesAtOnce = true
        bridge.failToStore(second)
        #expect(bridge.state.panels["p"]?.coordinate == Coordinate(latitude: 43.0621, longitude: 141.3544))
        #expect(bridge.last("kiatsu/p/weather/place")?.hasPrefix("札幌") == true)
        #expect(bridge.state.timelines.sets.map(\.scheduler.keys) == [[.place(sapporo)]])
    }

    @Test func `where neither gets onto the disk, the first can be sent again`() async throws {
        var (bridge, first, second) = try await overtaken()
        bridge.failToStore(first)
        bridge.failToStore(second)
        #expect(bridge.state.panels["p"]?.move == nil)
        #expect(bridge.state.timelines.sets.map(\.scheduler.keys) == [[.place(cell(35.6465, 139.6297))]])
        bridge.storesAtOnce = true
        bridge.send("{\"lat\":43.0621,\"lng\":141.3544,\"tst\":1774699300}", to: set)
        #expect(bridge.last("kiatsu/p/location/response")?.contains("\"ok\":true,\"lat\":43.06") == true)
    }

    @Test func `a first that is given up does not keep the next from being shown`() async throws {
        var (bridge, first, second) = try await overtaken()
        bridge.failToStore(first)
        bridge.carryOut(
            bridge.state.placed(
                panel: "p",
                generation: second,
                NamedPlace(timeZone: "UTC", name: "sea"),
                at: bridge.now
            )
        )
        bridge.store(second)
        #expect(bridge.last("kiatsu/p/weather/place") == "sea")
        #expect(bridge.state.timelines.sets.map(\.scheduler.keys) == [[.place(cell(1, 1))]])
    }

    @Test func `names that come late do not take the place of those that were asked for after them`() async throws {
        var bridge = try await Rehearsal(panel, at: noon + .seconds(600))
        bridge.run(until: noon + .seconds(600))
        bridge.send("{\"lat\":1,\"lng\":1,\"name\":\"old\"}", to: set)
        let before = try #require(bridge.state.panels["p"])
        bridge.send("{\"lat\":1,\"lng\":1,\"name\":\"new\"}", to: set)
        let between = try #require(bridge.state.panels["p"])
        let late = NamedPlace(timeZone: "UTC", name: "late")
        #expect(bridge.state.renamed(before, late, at: bridge.now).isEmpty, "by another command")
        bridge.set("weather", #""language":"de""#)
        #expect(bridge.state.renamed(between, late, at: bridge.now).isEmpty, "in other languages")
        let now = try #require(bridge.state.panels["p"])
        #expect(!bridge.state.renamed(now, late, at: bridge.now).isEmpty)
    }

    @Test func `what was held back goes on its way within the hour though the clock was set back`() async throws {
        var bridge = try await Rehearsal("location: {commands_per_minute: 1}\n" + panel, at: noon + .seconds(600))
        bridge.run(until: noon + .seconds(600))
        bridge.send("1,1", to: set)
        bridge.send("10,10", to: set)
        bridge.now = noon.addingHours(-5)
        bridge.carryOut(bridge.state.advance(to: bridge.now))
        #expect(bridge.last("kiatsu/p/location")?.contains("\"lat\":10,\"lng\":10") == true)
        #expect(bridge.state.moves.heldBack.isEmpty)
    }
}
