import Foundation
import Pictures
import Storage
import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Bridge
@testable import PicturePublishing
@testable import Places

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let tokyo = "35.6465,139.6297"

private func running(_ panels: String) async throws -> Rehearsal {
    var bridge = try await Rehearsal("encodings: [compact]\npanels:\n\(panels)", at: noon + .seconds(600))
    bridge.run(until: noon + .seconds(600))
    return bridge
}

extension Rehearsal {
    fileprivate func key(_ panel: String, _ widget: String = "weather") throws -> PictureKey {
        try #require(state.presenter.wantedPicture(of: PictureTarget(panel: panel, widget: widget), at: now)?.key)
    }

    /// Everything that every panel wants.
    fileprivate var wanted: [PictureTarget: PictureKey] {
        let all = state.panelIDs.flatMap { state.presenter.wantedPictures(of: $0, at: now) }
        return Dictionary(uniqueKeysWithValues: all.map { ($0.target, $0.key) })
    }

    fileprivate mutating func choose(_ options: [String: String], for widget: String, of panel: String) throws {
        let list = options.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
        let answer = try ask(
            "panel/options",
            "{\"panel\":\"\(panel)\",\"widget\":\"\(widget)\",\"options\":{\(list)}}"
        )
        #expect(answer.isOK, "\(answer)")
    }
}

@Suite struct WantedPictureTests {
    @Test func `panels of a cell, size and language share a picture`() async throws {
        let bridge = try await running(
            """
              - {id: a, location: "\(tokyo)", widgets: {weather: {pictures: [png, strips, label]}}}
              - {id: b, location: "35.6466,139.6298", widgets: {weather: {pictures: [png, strips, label]}}}
              - {id: de, location: "\(tokyo)", language: de, widgets: {weather: {pictures: [png, strips, label]}}}
              - {id: far, location: "52.52,13.4", widgets: {weather: {pictures: [png, strips, label]}}}
              - {id: large, location: "\(tokyo)", widgets: {weather: {pictures: [png], picture_size: 800x480}}}
              - {id: dark, location: "\(tokyo)", \
            widgets: {weather: {pictures: [png, strips, label], picture_theme: dark}}}
              - {id: of_another_name, location: "\(tokyo)", widgets: {weather: {pictures: [png, strips, label]}}}
              - {id: none, location: "\(tokyo)", widgets: [weather]}
            """
        )
        #expect(try bridge.key("a") == bridge.key("b"))
        let others = try ["a", "de", "far", "large", "dark"].map { try bridge.key($0) }
        #expect(Set(others).count == 5)
        #expect(
            try bridge.key("of_another_name").forms.prefix(2) == bridge.key("a").forms.prefix(2),
            "whatever they are called"
        )
        #expect(bridge.state.presenter.wantedPictures(of: "none", at: bridge.now).isEmpty)
        #expect(!bridge.state.presenter.isDrawn(PictureTarget(panel: "none", widget: "weather")))
    }

    @Test func `a picture depends on what is drawn alone`() async throws {
        let day = "{id: p, location: \"\(tokyo)\", widgets: {day: {pictures: [png]}, weather: {pictures: [png]}}}"
        var bridge = try await running("  - \(day)")
        let (before, weather) = (try bridge.key("p", "day"), try bridge.key("p"))
        try bridge.choose(["encodings": "compact,fields", "icon_theme": "hare"], for: "weather", of: "p")
        #expect(try bridge.key("p") == weather)
        #expect(try bridge.key("p").context.settings.iconTheme == nil)
        #expect(before.context.options == ["slogan": ""])
        try bridge.choose(["slogan": "今日も一日"], for: "day", of: "p")
        #expect(try bridge.key("p", "day") != before)
        #expect(try bridge.key("p", "day").context.options == ["slogan": "今日も一日"])
    }

    @Test func `the request says all, in JSON that the widget's entry reads`() async throws {
        let bridge = try await running("  - {id: p, location: \"\(tokyo)\", widgets: {weather: {pictures: [png]}}}")
        let request = try bridge.key("p").request()
        let entry = try bridge.key("p").entry.base as? WeatherEntry
        #expect(try JSONDecoder().decode(WeatherEntry.self, from: Data(request.entry)) == entry)
        #expect(request.widget == "weather" && request.size == .standard && request.forms == [.png])
        #expect(!request.context.placeName.isEmpty)
        #expect(!request.isExpired && !request.context.isStale && request.context.hour == noon)
        #expect(try bridge.key("p").request() == request)
    }

    @Test func `a picture is of its hour, stale with an old forecast and expired after the last entry`() async throws {
        var bridge = try await running("  - {id: p, location: \"\(tokyo)\", widgets: {weather: {pictures: [png]}}}")
        let first = try bridge.key("p")
        bridge.upstream = { _, _ in .failure(serverError) }
        bridge.run(until: noon.addingHours(3) + .seconds(1))
        let stale = try bridge.key("p")
        #expect(stale != first && stale.context.isStale && !stale.isExpired)
        #expect(stale.context.hour == noon.addingHours(3))
        bridge.run(until: noon.addingHours(20))
        let expired = try bridge.key("p")
        #expect(expired.context.isStale && expired.isExpired)
        let target = PictureTarget(panel: "p", widget: "weather")
        let wanted = try #require(bridge.state.presenter.wantedPicture(of: target, at: bridge.now))
        // The last entry is of the fourth hour.
        #expect(wanted.expires == noon.addingHours(4 + 24))
        bridge.run(until: wanted.expires)
        #expect(bridge.state.presenter.wantedPicture(of: target, at: bridge.now) == nil)
    }

    @Test func `a panel's hello says how large it is drawn`() async throws {
        var bridge = try await running("  - {id: p, location: \"\(tokyo)\", widgets: {weather: {pictures: [png]}}}")
        bridge.send(#"{"buf":4096,"w":400,"h":300}"#, to: "kiatsu/p/hello")
        #expect(try bridge.key("p").size == PictureSize("400x300"))
    }

    private static let fleet = (0..<6).map { number in
        """
          - id: p\(number)
            location: "\(35 + number % 3),139.63"
            widgets: {weather: {pictures: [png]}, day: {pictures: [\(number % 2 == 0 ? "raw" : "none")]}, \
        poem: {pictures: [png]}}
        """
    }.joined(separator: "\n")

    /// The engine looks where effects say that something is new, and nowhere else.
    @Test(arguments: UInt64(0)..<60)
    func `whatever changes a picture says so`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var bridge = try await running(Self.fleet)
        for _ in 0..<60 {
            let before = bridge.wanted
            bridge.roundCount = 0
            bridge.drawn = []
            let panel = "p\(Int.random(in: 0..<8, using: &random))"
            switch Int.random(in: 0..<9, using: &random) {
            case 0, 1:
                let latitude = Int.random(in: 30..<34, using: &random)
                bridge.send("\(latitude).5,139.63", to: "kiatsu/\(panel)/location/set")
            case 2: bridge.send(#"{"reset":true}"#, to: "kiatsu/\(panel)/location/set")
            case 3:
                let options = [
                    #"{"family":"small"}"#, #"{"language":"ja"}"#, #"{"pictures":"none"}"#, #"{"pictures":"raw,png"}"#,
                    #"{"picture_theme":"dark"}"#, #"{"temperature_unit":"f"}"#,
                ]
                let choice = options.randomElement(using: &random) ?? ""
                let request = #"{"panel":"\#(panel)","widget":"weather","options":\#(choice),"transaction":1}"#
                bridge.send(request, to: "kiatsu/bridge/request/panel/options")
            case 4:
                bridge.send(
                    #"{"buf":4096,"w":\#([200, 400].randomElement(using: &random) ?? 0),"h":200}"#,
                    to: "kiatsu/\(panel)/hello"
                )
            case 5:
                bridge.upstream =
                    Bool.random(using: &random)
                    ? { _, _ in .failure(serverError) } : { .success(Rehearsal.forecast($0, at: $1)) }
            case 6:
                let key = NameKey(
                    cell: GridCell(containing: bridge.state.panels["p0"]?.coordinate ?? .origin),
                    language: "en"
                )
                let name = "name \(Int.random(in: 0..<3, using: &random))"
                bridge.carryOut(bridge.state.named(key, name, mayBeStored: true, at: bridge.now))
            case 7:
                let definition =
                    #"{"id":"\#(panel)","location":"35,139","widgets":{"weather":{"pictures":"png"}},"transaction":1}"#
                bridge.send(
                    definition,
                    to: "kiatsu/bridge/request/panel/\(Bool.random(using: &random) ? "add" : "remove")"
                )
            default: bridge.run(until: bridge.now + .seconds(Int.random(in: 60...5400, using: &random)))
            }
            let changed = bridge.wanted.filter { before[$0.key] != $0.value }.map(\.key.panel)
            if bridge.roundCount == 0 { #expect(Set(changed).isSubset(of: bridge.drawn), "\(changed)") }
        }
    }
}
