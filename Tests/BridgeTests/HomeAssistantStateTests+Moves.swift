import Foundation
import Messaging
import Support
import TestSupport
import Testing
import Time
import Timelines
import Upstreams
import Weather
import Widgets

@testable import Bridge

private let document = "kiatsu/bridge/homeassistant/p"
private let apia = GridCell(containing: Coordinate(latitude: -13.83, longitude: -171.76) ?? .origin)

extension HomeAssistantStateTests {
    // MARK: Moves

    @Test func `a move changes place, temperature and forecast in one message`() async throws {
        var bridge = try await running()
        bridge.published = []
        bridge.send("-13.83,-171.76", to: "kiatsu/p/location/set")
        let states = bridge.published.filter { $0.topic == document }.map {
            String(decoding: $0.payload, as: UTF8.self)
        }
        #expect(!states.isEmpty)
        for text in states { #expect(text.contains("世田谷区") == text.contains(#""temperature":3.5"#), "\(text)") }
        #expect(try state(bridge)["temperature"] as? Double == -1.3)
    }

    @Test(arguments: ["[weather, conditions]", "[conditions, weather]"])
    func `a widget that lags behind says nothing of the new place`(widgets: String) async throws {
        for fails in ["weather", "conditions"] {
            var bridge = try await running(panel.replacing("[weather, conditions]", with: widgets))
            if fails == "weather" {
                bridge.upstream = { $0 == apia ? .failure(serverError) : .success(Rehearsal.forecast($0, at: $1)) }
            } else {
                bridge.conditions = { $0 == apia ? .failure(serverError) : .success(Rehearsal.report($0, at: $1)) }
            }
            bridge.send("-13.83,-171.76", to: "kiatsu/p/location/set")
            bridge.run(until: bridge.now + .seconds(5))
            let shown = try state(bridge)
            #expect(shown["place"] as? String != "世田谷区" && shown["problem"] as? Bool == true)
            #expect(shown["temperature"] as? Double == -1.3, "of the widget that has followed")
            #expect(shown[fails == "weather" ? "hourly" : "air_quality"] is NSNull)
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `never is there one place's name over another one's numbers, whatever fails and overtakes`(
        seed: UInt64
    ) async throws {
        var wandering = try await Wandering(seed: seed, Wandering.announced)
        var places = try PlacesByName(wandering.bridge)
        for _ in 0..<2 {
            for _ in 0..<8 {
                wandering.bridge.published = []
                wandering.step()
                places.learn(from: wandering.bridge)
                try places.check(wandering.bridge.published)
            }
            try await wandering.restart()
            places.learn(from: wandering.bridge)
            var cache = EncodingCache()
            for id in wandering.bridge.state.panelIDs {
                let bridge = wandering.bridge
                try places.check(bridge.state.presenter.messages(of: id, .announced, cache: &cache, at: bridge.now))
            }
        }
        wandering.bridge.published = []
        wandering.recover()
        places.learn(from: wandering.bridge)
        try places.check(wandering.bridge.published)
        #expect(places.checked > 0)
    }
}

/// The places that a name may stand for, as tenths of a degree that `Rehearsal` has there.
private struct PlacesByName {
    private static let table = GeoNames()

    private var tenths: [String: Set<Int>] = [:]
    var checked = 0

    init(_ bridge: Rehearsal) throws {
        for text in ["35.6465,139.6297", "52.52,13.405", "43.0621,141.3544", "-13.83,-171.76", "22.57,88.36"] {
            let parts = text.split(separator: ",").compactMap { Double($0) }
            let coordinate = try #require(Coordinate(latitude: parts[0], longitude: parts[1]))
            // Where a panel was before a restart is only known by its cell.
            for coordinate in [coordinate, GridCell(containing: coordinate).center] {
                for language in ["ja", "de", "en", "fr"] {
                    let place = Self.table.place(near: coordinate, language: language)
                    add(place?.name ?? "sea", coordinate)
                }
            }
        }
        learn(from: bridge)
    }

    private mutating func add(_ name: String, _ coordinate: Coordinate) {
        tenths[name, default: []].insert(Int(GridCell(containing: coordinate).latitudeHundredths) / 100)
    }

    /// A generation is named after its number.
    mutating func learn(from bridge: Rehearsal) {
        for panel in bridge.state.panels.values {
            guard let move = panel.move else { continue }
            for move in [move] + move.overtaken { add("place \(move.generation)", move.coordinate) }
        }
    }

    mutating func check(_ messages: [OutgoingMessage]) throws {
        for message in messages where message.topic.hasPrefix("kiatsu/bridge/homeassistant/") {
            guard !message.topic.hasSuffix("/bridge") else { continue }
            let text = String(decoding: message.payload, as: UTF8.self)
            let state = try #require(try JSONSerialization.jsonObject(with: Data(message.payload)) as? [String: Any])
            let hours = state["hourly"] as? [[String: Any]] ?? []
            let shown = ([state] + hours).compactMap { $0["temperature"] as? Double }.map { Int(($0 * 10).rounded()) }
            guard !shown.isEmpty else { continue }
            checked += 1
            let name = try #require(state["place"] as? String)
            let known = try #require(tenths[name], "\(name)")
            #expect(Set(shown).count == 1, "of one place: \(text)")
            #expect(known.isSuperset(of: shown), "\(name): \(text)")
        }
    }
}
