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
@testable import Places

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let hall = #"{"id":"hall","location":"52.5251,13.3894","language":"de","widgets":["weather","poem"]}"#

extension PanelRequestTests {
    // MARK: The disk

    @Test func `nothing is in force before it is on disk, nor gone, and a full disk changes nothing`() async throws {
        var bridge = try await running()
        bridge.storesPanelsAtOnce = false
        bridge.send(hall, to: "kiatsu/bridge/request/panel/add")
        #expect(bridge.published.isEmpty && bridge.state.panels["hall"] == nil)
        #expect(try bridge.ask("panel/add", with(2, hall)).error?.contains("being added or removed") == true)
        var request = try bridge.nextPanelToStore()
        bridge.carryOut(bridge.state.storingPanelFailed(request, reason: "the disk is full"))
        #expect(bridge.last("kiatsu/bridge/response/panel/add")?.contains("not added: the disk is full") == true)
        #expect(bridge.state.panels["hall"] == nil && bridge.state.panels.underway.isEmpty)

        bridge.send(hall, to: "kiatsu/bridge/request/panel/add")
        request = try bridge.nextPanelToStore()
        bridge.settle(request)
        bridge.send(#"{"panel":"hall"}"#, to: "kiatsu/bridge/request/panel/remove")
        #expect(bridge.state.panels["hall"] != nil)
        request = try bridge.nextPanelToStore()
        bridge.carryOut(bridge.state.storingPanelFailed(request, reason: "the disk is full"))
        #expect(bridge.last("kiatsu/bridge/response/panel/remove")?.contains("not removed: the disk is full") == true)
        #expect(bridge.state.panels["hall"] != nil && bridge.leaks == [])
    }

    @Test func `what comes faster than the disk writes is refused, not queued`() async throws {
        var bridge = try await running()
        bridge.storesPanelsAtOnce = false
        for number in 0..<100 {
            bridge.send("{\"id\":\"x\(number)\",\"location\":\"1,2\"}", to: "kiatsu/bridge/request/panel/add")
        }
        #expect(bridge.panelsToStore.count == 64 && bridge.published.count == 36)
        #expect(bridge.last("kiatsu/bridge/response/panel/add")?.contains("send it again in a moment") == true)
        for request in bridge.panelsToStore { bridge.settle(request) }
        #expect(bridge.state.panelIDs.count == 65 && bridge.leaks == [])
    }

    @Test func `panels that come and go by the hundred are limited, and leave some lines in the log`() async throws {
        var bridge = try await running()
        bridge.logged = []
        for _ in 0..<150 {
            #expect(try bridge.ask("panel/add", hall).isOK)
            #expect(try bridge.ask("panel/remove", #"{"panel":"hall"}"#).isOK)
        }
        let refused = try bridge.ask("panel/add", hall)
        #expect(refused.error?.contains("rate_limited") == true && refused.error?.contains("2026-03-28T12:11") == true)
        #expect(bridge.state.panels["hall"] == nil && bridge.state.panels.underway.isEmpty)
        bridge.carryOut(bridge.state.settleFaults(at: bridge.now))
        #expect(bridge.logged.count { $0.hasPrefix("270 more line(s) about commands") } == 1)
        bridge.now = bridge.now + .seconds(60)
        #expect(try bridge.ask("panel/add", hall).isOK)
        bridge.carryOut(bridge.state.settleFaults(at: bridge.now))
        #expect(bridge.logged.count { $0.contains("more line(s)") } == 1)
    }

    @Test func `who waits for a panel to move is told when it is removed`() async throws {
        var bridge = try await running()
        _ = try bridge.ask("panel/add", hall)
        bridge.upstream = { _, _ in .failure(serverError) }
        bridge.storesAtOnce = false
        bridge.send(#"{"lat":43.06,"lng":141.35,"id":9}"#, to: "kiatsu/hall/location/set")
        bridge.published = []
        _ = try bridge.ask("panel/remove", #"{"panel":"hall"}"#)
        let answer = try #require(bridge.last("kiatsu/hall/location/response"))
        #expect(answer.contains("unknown_panel") && answer.contains(#""id":9"#))
        #expect(bridge.leaks == [])
        // The disk and the names come late.
        let generation = bridge.state.moves.lastGeneration
        bridge.carryOut(bridge.state.stored(panel: "hall", generation: generation, at: bridge.now))
        let place = NamedPlace(timeZone: "UTC", name: "late")
        bridge.carryOut(bridge.state.placed(panel: "hall", generation: generation, place, at: bridge.now))
        _ = try bridge.ask("panel/add", hall)
        bridge.carryOut(bridge.state.placed(panel: "hall", generation: generation, place, at: bridge.now))
        #expect(bridge.state.panels["hall"]?.move == nil && bridge.state.panels["hall"]?.place.name == "Berlin")
        #expect(bridge.leaks == [])
    }

    @Test func `a name that comes late is not given to another panel of the same id`() async throws {
        var bridge = try await running()
        _ = try bridge.ask("panel/add", hall)
        let before = try #require(bridge.state.panels["hall"])
        _ = try bridge.ask("panel/remove", #"{"panel":"hall"}"#)
        _ = try bridge.ask("panel/add", hall.replacing("52.5251,13.3894", with: "43.06,141.35"))
        let late = NamedPlace(timeZone: "Europe/Berlin", name: "Mitte")
        #expect(bridge.state.renamed(before, late, at: bridge.now).isEmpty)
    }

    // MARK: After a restart

    @Test func `added panels are there after a restart, and one that makes no sense any more is kept and told of`()
        async throws
    {
        var bridge = try await running()
        _ = try bridge.ask("panel/add", hall)
        let mine = #"{"id":"themed","location":"1,2","icon_theme":"mine"}"#
        #expect(try bridge.ask("panel/add", mine).isOK == false)
        var stored = StoredState()
        stored.panels =
            bridge.added + [
                StoredPanel(id: "themed", definition: Array(mine.utf8), addedAt: noon),
                StoredPanel(id: "p", definition: Array(#"{"id":"p","location":"1,2"}"#.utf8), addedAt: noon),
                StoredPanel(id: "odd", definition: [0xFF], addedAt: noon),
            ]
        bridge = try await running(stored: stored)
        #expect(bridge.state.panelIDs == ["p", "hall"] && bridge.state.panels.added == ["hall"])
        #expect(bridge.state.panels["p"]?.configuration.widgets.count == 4, "the file's")
        #expect(bridge.state.notices.count == 3)
        for (id, words) in [("themed", "icon_theme"), ("p", "that of the file"), ("odd", "odd")] {
            let notice = bridge.state.notices.first { $0.contains("panel \(id)") && $0.contains(words) }
            #expect(notice?.contains("`kiatsu panel remove \(id)`") == true, "\(bridge.state.notices)")
        }
        #expect(bridge.leaks == [])
        // They can be removed, and the file's panel stays.
        bridge.added = stored.panels
        for id in ["themed", "p", "odd"] { #expect(try bridge.ask("panel/remove", "{\"panel\":\"\(id)\"}").isOK) }
        #expect(bridge.added.map(\.id) == ["hall"] && bridge.state.panelIDs == ["p", "hall"])
        #expect(!bridge.published.contains { $0.topic.hasPrefix("kiatsu/p/") })
        #expect(try bridge.ask("panel/remove", #"{"panel":"p"}"#).isOK == false)
    }

    @Test func `one that was passed over may be added anew`() async throws {
        var stored = StoredState()
        stored.panels = [StoredPanel(id: "hall", definition: Array("{}".utf8), addedAt: noon)]
        stored.options = ["hall": ["weather": ["family": "small"]]]
        var bridge = try await running(stored: stored)
        #expect(bridge.state.panelIDs == ["p"])
        #expect(try bridge.ask("panel/add", hall).isOK)
        #expect(bridge.state.panels["hall"]?.configuration.widgets.first?.display.family == .large, "nothing is left")
        #expect(bridge.state.panels.passedOver.isEmpty)
    }
}
