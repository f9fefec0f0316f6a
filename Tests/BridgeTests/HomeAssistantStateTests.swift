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

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let document = "kiatsu/bridge/homeassistant/p"

/// The members that are known whatever the widgets have.
private let known = ["problem", "place", "latitude", "longitude"]

/// The documents for Home Assistant, by a bridge that is nothing but its state.
@Suite struct HomeAssistantStateTests {
    let panel = """
        homeassistant: {discovery: device}
        panels: [{id: p, location: "35.6465,139.6297", language: ja, encodings: [compact], \
        widgets: [weather, conditions]}]
        """

    func running(_ yaml: String? = nil) async throws -> Rehearsal {
        var bridge = try await Rehearsal(yaml ?? panel, at: noon + .seconds(600))
        bridge.run(until: noon + .seconds(600))
        return bridge
    }

    func state(_ bridge: Rehearsal) throws -> [String: Any] {
        let text = try #require(bridge.last(document))
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private func isDiscovery(_ message: OutgoingMessage) -> Bool { message.topic.hasPrefix("homeassistant/") }

    // MARK: Births

    @Test func `after Home Assistant's birth everything is said again, once, 1 to 10 seconds later`() async throws {
        var seconds: Set<Int> = []
        for delay in 0..<20 {
            var bridge = try await running()
            bridge.run(until: bridge.now + .seconds(delay))
            bridge.published = []
            let birth = bridge.now
            for _ in 0..<5 { bridge.send("online", to: "homeassistant/status") }
            #expect(bridge.published.isEmpty, "not at once: nor does everybody else who hears of it")
            let lines = bridge.logged.filter { $0.contains("Home Assistant has started") }
            #expect(lines.count == 1)
            let due = bridge.state.nextDeadline()
            #expect((birth + .seconds(1)...birth + .seconds(10)).contains(due))
            seconds.insert(Int((due - birth).components.seconds))
            bridge.run(until: birth + .seconds(30))
            let topics = bridge.published.map(\.topic)
            for topic in [
                "homeassistant/device/kiatsu_p/config", "homeassistant/device/kiatsu_bridge/config", document,
                "kiatsu/bridge/homeassistant/bridge", "kiatsu/p/location", "kiatsu/p/weather",
            ] {
                #expect(topics.filter { $0 == topic }.count == 1, "\(topic)")
            }
            #expect(!bridge.published.contains { !$0.isRetained })
        }
        #expect(seconds.count > 3, "not all bridges after the same time")
    }

    @Test func `births that come every second put the announcement off no more than one`() async throws {
        var bridge = try await running()
        for _ in 0..<20 {
            bridge.published = []
            for _ in 0..<11 {
                bridge.send("online", to: "homeassistant/status")
                bridge.run(until: bridge.now + .seconds(1))
            }
            #expect(bridge.published.contains(where: isDiscovery), "within any 11 seconds")
        }
    }

    @Test func `a clock that is set back does not put it off`() async throws {
        var bridge = try await running()
        bridge.send("online", to: "homeassistant/status")
        bridge.published = []
        bridge.carryOut(bridge.state.advance(to: bridge.now.addingHours(-24)))
        #expect(bridge.published.contains(where: isDiscovery))
    }

    @Test func `its end, a retained birth, other topics and other words do nothing`() async throws {
        var bridge = try await running()
        bridge.published = []
        let logged = bridge.logged
        bridge.send("offline", to: "homeassistant/status")
        bridge.send("online", to: "homeassistant/status", isRetained: true)
        for text in ["", "Online", "online ", "ONLINE", "{\"state\":\"online\"}"] {
            bridge.send(text, to: "homeassistant/status")
        }
        for topic in ["ha/status", "homeassistant", "homeassistant/status/x", "kiatsu/status"] {
            bridge.send("online", to: topic)
        }
        bridge.run(until: bridge.now + .seconds(60))
        #expect(bridge.published.isEmpty && bridge.logged == logged)
    }

    @Test func `with another prefix the birth is on another topic, and with discovery off on none`() async throws {
        var other = try await running(panel.replacing("device}", with: "device, prefix: ha/x}"))
        other.published = []
        other.send("online", to: "homeassistant/status")
        other.run(until: other.now + .seconds(15))
        #expect(other.published.isEmpty)
        other.send("online", to: "ha/x/status")
        other.run(until: other.now + .seconds(15))
        #expect(other.published.contains { $0.topic == "ha/x/device/kiatsu_p/config" })
        var off = try await running(panel.replacing("device}", with: "off}"))
        #expect(
            off.state.setup.birthTopic == nil && off.state.presenter.bridgeAnnouncement.isEmpty
                && off.last(document) == nil
        )
        off.published = []
        off.send("online", to: "homeassistant/status")
        off.run(until: off.now + .seconds(15))
        #expect(off.published.isEmpty)
    }

    @Test func `garbage of all kinds on the birth's topic is nothing`() async throws {
        var bridge = try await running()
        bridge.published = []
        var random = SeededGenerator(seed: 1)
        for _ in 0..<10_000 {
            let payload = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let message = IncomingMessage(
                topic: "homeassistant/status",
                payload: payload,
                isRetained: .random(using: &random),
                responseTopic: nil,
                correlationData: nil
            )
            bridge.carryOut(bridge.state.receive(message, at: bridge.now))
        }
        #expect(bridge.published.isEmpty)
        bridge.send("online", to: "homeassistant/status")
        bridge.run(until: bridge.now + .seconds(15))
        #expect(bridge.published.contains(where: isDiscovery))
    }

    // MARK: States

    @Test func `a sample is unknown and a problem, then the forecast is there`() async throws {
        var bridge = try await Rehearsal(panel, at: noon + .seconds(600))
        var cache = EncodingCache()
        bridge.published = bridge.state.presenter.messages(of: "p", .announced, cache: &cache, at: bridge.now)
        #expect(bridge.published.first.map(isDiscovery) == true, "before any state")
        let sample = try state(bridge)
        #expect(sample["problem"] as? Bool == true && sample["place"] as? String == "世田谷区")
        for (key, value) in sample where !known.contains(key) { #expect(value is NSNull, "\(key)") }
        bridge.run(until: bridge.now)
        let fresh = try state(bridge)
        #expect(fresh["problem"] as? Bool == false && fresh["temperature"] as? Double == 3.5)
        #expect(fresh.keys.sorted() == sample.keys.sorted())
    }

    @Test func `what is observed wins over the forecast, which fills in what was not observed`() async throws {
        for widgets in ["[weather, conditions]", "[conditions, weather]"] {
            var bridge = try await Rehearsal(
                panel.replacing("[weather, conditions]", with: widgets),
                at: noon + .seconds(600)
            )
            bridge.conditions = { cell, now in
                var report = Rehearsal.report(cell, at: now)
                report.current.temperature = Temperature(tenthsCelsius: 251)
                report.current.condition = .snow
                return .success(report)
            }
            bridge.run(until: noon + .seconds(600))
            var shown = try state(bridge)
            #expect(shown["temperature"] as? Double == 25.1 && shown["condition"] as? String == "snowy")
            #expect(shown["pressure"] as? Double != nil, "the report has none")
            #expect(shown["air_quality"] as? Double == 42)
            // A day later the reports are over while forecasts come.
            bridge.conditions = { _, _ in .failure(serverError) }
            bridge.run(until: noon.addingHours(30) + .seconds(1800))
            shown = try state(bridge)
            #expect(shown["temperature"] as? Double == 3.5 && shown["condition"] as? String == "rainy")
            #expect(shown["air_quality"] is NSNull && shown["problem"] as? Bool == true)
        }
    }

    @Test func `what has expired is unknown and a problem`() async throws {
        var bridge = try await running()
        bridge.upstream = { _, _ in .failure(serverError) }
        bridge.conditions = { _, _ in .failure(serverError) }
        bridge.run(until: noon.addingHours(3))
        let stale = try state(bridge)
        #expect(stale["problem"] as? Bool == true && stale["temperature"] as? Double == 3.5)
        bridge.run(until: noon.addingHours(60))
        let expired = try state(bridge)
        #expect(expired["problem"] as? Bool == true && expired["place"] as? String == "世田谷区")
        for (key, value) in expired where !known.contains(key) { #expect(value is NSNull, "\(key)") }
    }

    // MARK: Errors

    @Test func `what the log complains of is told once, and again when something else was in between`() async throws {
        var bridge = try await running()
        let topic = "kiatsu/bridge/homeassistant/bridge"
        #expect(bridge.state.noteLine(.error, "a", at: noon).map(\.topic) == [topic])
        for second in 0..<100 { #expect(bridge.state.noteLine(.error, "a", at: noon + .seconds(second)).isEmpty) }
        let long = String(repeating: "é", count: 400)
        let message = try #require(bridge.state.noteLine(.error, long, at: noon + .seconds(5)).first)
        #expect(message.isRetained)
        let state = try #require(try JSONSerialization.jsonObject(with: Data(message.payload)) as? [String: Any])
        #expect((state["last_error"] as? String)?.unicodeScalars.count == 255)
        #expect(state["last_error_at"] as? String == "2026-03-28T12:00:05Z")
        #expect(bridge.state.noteLine(.error, "a", at: noon).count == 1)
        let announced = try #require(bridge.state.presenter.bridgeAnnouncement.last)
        #expect(String(decoding: announced.payload, as: UTF8.self).contains(#""last_error":"a""#))
        var off = try await running(panel.replacing("device}", with: "off}"))
        #expect(off.state.noteLine(.error, "a", at: noon).isEmpty)
    }

    // MARK: The map

    @Test(arguments: ["device", "component"])
    func `a panel is on the map from its first move until its return, and one that follows something always`(
        style: String
    ) async throws {
        let topic =
            style == "device"
            ? "homeassistant/device/kiatsu_p/config" : "homeassistant/device_tracker/kiatsu_p/position/config"
        func isOnMap(_ bridge: Rehearsal) -> Bool { bridge.last(topic)?.contains("gps_accuracy") == true }
        var bridge = try await running(panel.replacing("device}", with: style + "}"))
        #expect(!isOnMap(bridge))
        bridge.send("-13.83,-171.76", to: "kiatsu/p/location/set")
        bridge.run(until: bridge.now + .seconds(5))
        #expect(isOnMap(bridge))
        let mark = bridge.published.count
        bridge.send("52.52,13.41", to: "kiatsu/p/location/set")
        bridge.run(until: bridge.now + .seconds(5))
        #expect(!bridge.published.dropFirst(mark).contains(where: isDiscovery), "it is there already")
        bridge.send(#"{"reset":true}"#, to: "kiatsu/p/location/set")
        bridge.run(until: bridge.now + .seconds(5))
        #expect(!isOnMap(bridge))
        if style == "device" {
            #expect(bridge.last(topic)?.contains(#""position":{"p":"device_tracker"}"#) == true, "it is told to go")
        } else {
            #expect(bridge.last(topic) == "")
        }
        let follower = try await running(
            panel.replacing("device}", with: style + "}").replacing("{id: p,", with: "{id: p, follow: t/p,")
        )
        let messages = follower.state.presenter.announcement(of: "p").map {
            String(decoding: $0.payload, as: UTF8.self)
        }
        #expect(messages.joined().contains("gps_accuracy"))
    }

    @Test func `a panel's name is its device's`() async throws {
        for (yaml, name) in [(panel.replacing("{id: p,", with: "{id: p, name: Wohnmobil,"), "Wohnmobil"), (panel, "p")]
        {
            let payload = try await running(yaml).state.presenter.announcement(of: "p").first?.payload ?? []
            #expect(String(decoding: payload, as: UTF8.self).contains(#""name":"\#(name)","mf""#))
        }
    }
}
