import Configuration
import Foundation
import TestSupport
import Testing
import Time
import Timelines

@testable import Bridge

private let noon = UTCInstant(unixSeconds: 1_774_699_200)

private func running(_ count: Int, _ keys: String = "") async throws -> Rehearsal {
    let panels = (0..<count).map { "  - {id: p\($0), location: \"35.64651,139.62971\", encodings: [frame]\(keys)}\n" }
    var bridge = try await Rehearsal("panels:\n" + panels.joined(), at: noon + .seconds(600))
    bridge.run(until: noon + .seconds(600))
    bridge.published = []
    return bridge
}

@Suite struct PanelListTests {
    @Test func `panels are listed with what they are, rounded as the file says`() async throws {
        var bridge = try await running(1, ", widgets: [weather, day], follow: [a/+, b], name: 家")
        _ = try bridge.ask("panel/add", #"{"id":"hall","location":"52.5251,13.3894","widgets":["day"]}"#)
        let answer = try bridge.ask("panels", #"{"transaction":3}"#)
        #expect(answer.isOK && answer["transaction"] as? Int == 3)
        #expect(answer.data?["count"] as? Int == 2 && answer.data?["pages"] as? Int == 1)
        #expect(answer.ids == ["p0", "hall"])
        let first = try #require(answer.listed.first)
        #expect(first["from"] as? String == "file" && first["place"] as? String == "家")
        #expect(first["lat"] as? Double == 35.65 && first["lng"] as? Double == 139.63)
        #expect(first["follow"] as? [String] == ["a/+", "b"] && first["status"] as? String == "fresh")
        let widgets = try #require(first["widgets"] as? [[String: Any]])
        #expect(widgets.map { $0["widget"] as? String } == ["weather", "day"])
        #expect((widgets[0]["encodings"] as? [String: Int])?.keys.sorted() == ["frame"])
        #expect((widgets[0]["encodings"] as? [String: Int])?["frame"].map { 100...128 ~= $0 } == true)
        #expect(widgets[1]["family"] as? String == "medium")
        #expect(answer.listed.last?["from"] as? String == "request")
    }

    @Test func `a long list comes in pages, each panel once`() async throws {
        var bridge = try await running(230)
        var ids: [String] = []
        for page in 1...3 {
            let answer = try bridge.ask("panels", "{\"page\":\(page)}")
            #expect(answer.data?["page"] as? Int == page && answer.data?["pages"] as? Int == 3)
            #expect(answer.data?["count"] as? Int == 230)
            ids += answer.ids
        }
        #expect(ids == bridge.state.panelIDs)
        for page in [0, -1, 4, Int.max] {
            let answer = try bridge.ask("panels", "{\"page\":\(page)}")
            #expect(answer.error?.contains("there are 1 to 3") == true)
        }
        #expect(try bridge.ask("panels", #"{"panel":"p7"}"#).ids == ["p7"])
        #expect(try bridge.ask("panels", #"{"panel":"q"}"#).error?.contains("no panel “q”") == true)
        #expect(try bridge.ask("panels", "").ids.count == 100)
    }

    @Test func `requests that cost a long answer are limited, and others are not`() async throws {
        var bridge = try await running(1)
        for _ in 0..<40 {
            #expect(try bridge.ask("panels", "").isOK)
            #expect(try bridge.ask("snapshot", #"{"widget":"day"}"#).isOK)
            #expect(try bridge.ask("refresh", #"{"panel":"p0"}"#).isOK)
        }
        let limited = try bridge.ask("panels", #"{"transaction":1}"#)
        #expect(limited.error?.contains("send it again at 2026-03-28T12:11:00Z") == true, "\(limited)")
        #expect(limited["transaction"] as? Int == 1)
        #expect(try bridge.ask("panel/options", #"{"panel":"p0"}"#).isOK)
        #expect(try bridge.ask("panel/add", #"{"id":"hall","location":"1,2"}"#).isOK)
        bridge.run(until: bridge.now + .seconds(60))
        #expect(try bridge.ask("panels", "").isOK)
    }

    // MARK: Refresh

    @Test func `refresh asks again and tells what happens`() async throws {
        var bridge = try await running(1, ", widgets: [weather, poem]")
        bridge.reloads = []
        bridge.now = bridge.now + .seconds(120)
        let answer = try bridge.ask("refresh", #"{"panel":"p0","transaction":1}"#)
        let widgets = try #require(answer.data?["widgets"] as? [String: [String: Any]])
        #expect(widgets["weather"]?["result"] as? String == "asked" && widgets["weather"]?["at"] == nil)
        #expect(bridge.reloads.count == 1)
        let again = try bridge.ask("refresh", #"{"panel":"p0","transaction":2}"#)
        let later = try #require(again.data?["widgets"] as? [String: [String: Any]])
        #expect(later["weather"]?["result"] as? String == "too_soon")
        #expect(later["weather"]?["at"] as? Int == bridge.now.unixSeconds + 60)
        #expect(bridge.reloads.count == 1)
        #expect(try bridge.ask("refresh", #"{"panel":"q"}"#).error?.contains("no panel “q”") == true)
    }

    @Test func `refresh of all asks for each place once, and counts`() async throws {
        var bridge = try await running(5)
        bridge.reloads = []
        bridge.now = bridge.now + .seconds(120)
        let answer = try bridge.ask("refresh", "{}")
        #expect(answer.data?["panels"] as? Int == 5 && answer.data?["asked"] as? Int == 5)
        #expect(bridge.reloads.map(\.cells.count) == [1], "five panels, one place")
        let again = try bridge.ask("refresh", "")
        #expect(again.data?["asked"] as? Int == 0 && again.data?["too_soon"] as? Int == 5)
    }

    @Test func `a source that asked for a pause is waited for`() async throws {
        var bridge = try await running(1)
        bridge.now = bridge.now + .seconds(120)
        let pause = bridge.now + .seconds(1800)
        bridge.upstream = { _, _ in .failure(ReloadFailure(reason: "busy", retry: .after(.seconds(1800)))) }
        _ = try bridge.ask("refresh", #"{"panel":"p0"}"#)
        bridge.now = bridge.now + .seconds(120)
        let answer = try bridge.ask("refresh", #"{"panel":"p0"}"#)
        let weather = try #require((answer.data?["widgets"] as? [String: [String: Any]])?["weather"])
        #expect(weather["result"] as? String == "waits" && (weather["at"] as? Int ?? 0) >= pause.unixSeconds)
        #expect(try bridge.ask("refresh", "").data?["waits"] as? Int == 1)
    }
}
