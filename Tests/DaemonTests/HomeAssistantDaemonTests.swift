import Configuration
import Foundation
import Messaging
import Payloads
import Places
import TestSupport
import Testing
import Time
import Upstreams
import Widgets

@testable import Bridge

private let noon = Installation.noon
private let everything = """
    panels:
      - {id: p, location: "35.6465,139.6297", language: ja, widgets: [weather, conditions, day, poem]}
      - {id: q, location: "52.52,13.405", encodings: [compact]}
    """
private let fewer = """
    panels:
      - {id: p, location: "35.6465,139.6297", language: ja, widgets: [weather, day, poem]}
    """
private let nodes = ["kiatsu_bridge", "kiatsu_p", "kiatsu_q"]
private let documents = ["bridge", "p", "q"].map { "kiatsu/bridge/homeassistant/\($0)" }

/// Home Assistant's side of the broker, with the daemon as it is.
@Suite(.timeLimit(.minutes(4)))
struct HomeAssistantDaemonTests {
    let installation: Installation

    init() throws {
        self.init(try Installation())
    }

    init(_ installation: Installation) {
        self.installation = installation
        installation.upstream.setHandler(AllUpstreams(installation.clock).callAsFunction)
    }

    /// The retained messages, once they are those expected or have not become so in time.
    ///
    /// Messages that are about to expire may be there still, or not.
    func retained(
        _ expected: Set<String>,
        fading: Set<String> = []
    ) async throws -> [String: ObservedMessage] {
        var found: [String: ObservedMessage] = [:]
        for _ in 0..<300 {
            found = try await BrokerObserver.retained(in: installation.broker)
            if discovery(in: found).subtracting(fading) == expected { break }
        }
        return found
    }

    /// The documents that stay: one of a device that is gone says for some seconds that all of it is unknown.
    func discovery(in retained: [String: ObservedMessage]) -> Set<String> {
        let lasting = retained.filter { !$0.value.isUnknown }.keys
        return Set(lasting.filter { $0.hasSuffix("/config") || $0.contains("/bridge/homeassistant/") })
    }

    /// The topics of the component style, by a device's document.
    func componentTopics(of node: String, _ document: String) throws -> Set<String> {
        let object = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any]
        let components = try #require(object?["cmps"] as? [String: [String: Any]])
        return Set(
            try components.map { "homeassistant/\(try #require($1["p"] as? String))/\(node)/\($0)/config" }
        )
    }

    func yaml(_ discovery: String, _ panels: String = everything) -> String {
        "homeassistant: {discovery: \(discovery)}\n" + panels
    }

    func deviceTopics(_ nodes: [String], _ prefix: String = "homeassistant") -> Set<String> {
        Set(nodes.map { "\(prefix)/device/\($0)/config" })
    }

    @Test func `after the connection discovery and states are retained at QoS 1, and the bridge is online`()
        async throws
    {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(yaml("device"))) { _ in
            for panel in ["p", "q"] { try await topics.status("fresh", of: panel) }
            let settled = try await topics.settled()
            let expected = deviceTopics(nodes).union(documents)
            let retained = try await retained(expected)
            #expect(discovery(in: retained) == expected)
            #expect(retained["kiatsu/bridge/state"]?.text == "online")
            for topic in expected { #expect(retained[topic]?.qualityOfService == 1, "\(topic)") }
            for message in topics.all(settled) where message.topic.hasPrefix("kiatsu/") {
                guard !message.topic.hasPrefix("kiatsu/bridge/") else { continue }
                let size = PacketBudget.packetSize(
                    topicBytes: message.topic.utf8.count,
                    payloadBytes: message.payload.count
                )
                #expect(size <= 255 || message.topic.hasSuffix("/full"), "\(message.topic): \(size)")
            }
            for node in nodes {
                let all = topics.all(on: "homeassistant/device/\(node)/config", settled)
                #expect(all.count == 1, "said once: \(all.map(\.text))")
            }
            let online = try #require(topics.all(on: "kiatsu/bridge/state", settled).first)
            #expect(online.text == "online")
        }
        let after = try await BrokerObserver.retained(in: installation.broker)
        #expect(after["kiatsu/bridge/state"]?.text == "offline", "all entities are unavailable then")
    }

    @Test func `after Home Assistant's birth all of it comes again, once`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(yaml("device"))) { _ in
            for panel in ["p", "q"] { try await topics.status("fresh", of: panel) }
            _ = try await topics.settled()
            try installation.broker.publish("homeassistant/status", "offline")
            try installation.broker.publish("ha/status", "online")
            // All 10,000 are taken in before the answer to what comes after them.
            try installation.broker.publish("homeassistant/status", "onlin\u{E9}", options: ["--repeat", "10000"])
            _ = try await topics.settled()
            let quiet = installation.clock.sleepCount
            let mark = topics.mark
            for _ in 0..<5 { try installation.broker.publish("homeassistant/status", "online") }
            let settled = try await topics.settled()
            let now = installation.clock.now
            let due = await installation.clock.nextSleep { $0 <= now + .seconds(10) }
            #expect(due >= now + .seconds(1) && installation.clock.sleepCount > quiet)
            #expect(!topics.all(since: mark, settled).contains { $0.topic.hasSuffix("/config") })
            installation.clock.set(to: due)
            for topic in deviceTopics(nodes).union(documents) { try await topics.first(on: topic, since: mark) }
            let after = try await topics.settled()
            for topic in deviceTopics(nodes).union(documents) {
                #expect(topics.all(on: topic, since: mark, after).count == 1, "\(topic)")
            }
            let next = await installation.clock.nextSleep()
            #expect(next > due + .seconds(10))
        }
    }

    @Test func `an empty broker and the next daemon get the same, byte for byte`() async throws {
        let configuration = try installation.configuration(yaml("device"))
        let expected = deviceTopics(nodes).union(documents)
        func texts() async throws -> [String: String] {
            try await retained(expected).filter { expected.contains($0.key) }.mapValues(\.text)
        }
        var topics = try await TopicRecorder(installation.broker)
        try await installation.run(configuration) { _ in
            for panel in ["p", "q"] { try await topics.status("fresh", of: panel) }
            // The document of a panel has all of its widgets, and these ask somebody.
            for widget in ["conditions", "day"] {
                try await installation.reloaded(widget, at: installation.clock.now)
            }
            _ = try await topics.settled()
        }
        let first = try await texts()
        #expect(Set(first.keys) == expected)
        topics = try await TopicRecorder(installation.broker, filter: "#")
        let mark = topics.mark
        try await installation.run(configuration) { [topics] _ in
            for topic in expected where topic.hasSuffix("/config") {
                let again = try await topics.first(on: topic, since: mark) { !$0.isRetained }
                #expect(again.text == first[topic])
            }
            let unchanged = try await texts()
            #expect(unchanged == first)
            let all = topics.all(try await topics.settled())
            #expect(!all.contains { expected.contains($0.topic) && $0.text.isEmpty })

            installation.broker.kill()
            try await installation.logs("connection to the broker was lost")
            try installation.broker.restart()
            let after = try await TopicRecorder(installation.broker)
            for panel in ["p", "q"] { try await after.status("fresh", of: panel) }
            _ = try await after.settled()
            var again = try await texts()
            let error = again.removeValue(forKey: "kiatsu/bridge/homeassistant/bridge")
            #expect(error?.contains("connection to the broker was lost") == true)
            #expect(again == first.filter { $0.key != "kiatsu/bridge/homeassistant/bridge" })
        }
    }

    @Test(arguments: [true, false])
    func `a panel and a widget that go leave nothing`(isReloaded: Bool) async throws {
        for style in ["device", "component"] {
            let installation = try Installation()
            let tests = HomeAssistantDaemonTests(installation)
            let topics = try await TopicRecorder(installation.broker)
            let device = try await tests.document(of: "kiatsu_p")
            let part = try await tests.document(of: "kiatsu_p", fewer)
            let gone = try componentTopics(of: "kiatsu_p", device).subtracting(
                try componentTopics(of: "kiatsu_p", part)
            )
            #expect(!gone.isEmpty)
            let mark = Recorder<Int>()
            func check() async throws {
                let mark = try await mark.first { _ in true }
                try await topics.first(on: "kiatsu/bridge/homeassistant/q", since: mark) { $0.isUnknown }
                if style == "device" {
                    let topic = "homeassistant/device/kiatsu_p/config"
                    let stubs = try await topics.first(on: topic, since: mark)
                    #expect(stubs.text.contains(#""humidity":{"p":"sensor"}"#))
                    let last = try await topics.first(on: topic, since: mark) { !$0.text.contains("humidity") }
                    #expect(last.text == part)
                    let told = topics.all(on: topic, since: mark, try await topics.settled())
                    #expect(told.map(\.text) == [stubs.text, last.text])
                    try await topics.first(on: "homeassistant/device/kiatsu_q/config", since: mark) { $0.text.isEmpty }
                } else {
                    for topic in gone { try await topics.first(on: topic, since: mark) { $0.text.isEmpty } }
                }
                let left = Set(["kiatsu/bridge/homeassistant/bridge", "kiatsu/bridge/homeassistant/p"])
                let bridge = try await tests.document(of: "kiatsu_bridge")
                let wanted =
                    style == "device"
                    ? deviceTopics(["kiatsu_bridge", "kiatsu_p"])
                    : try componentTopics(of: "kiatsu_p", part).union(componentTopics(of: "kiatsu_bridge", bridge))
                let found = discovery(in: try await tests.retained(left.union(wanted)))
                #expect(found == left.union(wanted))
            }
            try await installation.run(installation.configuration(yaml(style))) { daemon in
                for panel in ["p", "q"] { try await topics.status("fresh", of: panel) }
                _ = try await topics.settled()
                mark.append(topics.mark)
                guard isReloaded else { return }
                daemon.reload(try installation.configuration(yaml(style, fewer)))
                try await check()
            }
            guard !isReloaded else { continue }
            try await installation.run(installation.configuration(yaml(style, fewer))) { _ in try await check() }
        }
    }

    /// A device's document, by a bridge that is nothing but its state.
    func document(of node: String, _ panels: String = everything) async throws -> String {
        let zones = LocalTimeZones(database: TimeZoneDatabase(), table: GeoNames())
        let environment = ProviderEnvironment(zones: zones, sources: [:], collections: [:])
        let bridge = await BridgeState.restored(
            try installation.configuration(yaml("device", panels)),
            catalogue: .kiatsu,
            from: StoredState(),
            names: PlaceNames(geocoder: GeoNames(), zones: zones),
            makeProvider: { $0.anyProvider(for: $1, in: environment) },
            now: noon
        ).presenter
        var cache = EncodingCache()
        let messages =
            bridge.bridgeAnnouncement
            + bridge.panelIDs.flatMap { bridge.messages(of: $0, .announced, cache: &cache, at: noon) }
        let message = try #require(messages.first { $0.topic == "homeassistant/device/\(node)/config" })
        return String(decoding: message.payload, as: UTF8.self)
    }

    // MARK: Errors

    @Test func `the last error is the last warning with its time, told once, and without secrets`() async throws {
        let secret = "b1946ac92492d2347c6235b4d2611184"
        let panel = """
            homeassistant: {discovery: device}
            panels: [{id: p, location: "35.6465,139.6297", encodings: [compact], source: openweather}]
            """
        let topic = "kiatsu/bridge/homeassistant/bridge"
        installation.upstream.setHandler { _ in .empty(status: 503) }
        let topics = try await TopicRecorder(installation.broker)
        let configuration = try installation.configuration(
            panel,
            environment: ["KIATSU_OPENWEATHER_API_KEY": secret]
        )
        try await installation.run(configuration) { _ in
            let told = try await topics.first(on: topic) { !$0.text.contains(#""last_error":"none""#) }
            let line = try await installation.logs("keep what they show")
            let object = try JSONSerialization.jsonObject(with: Data(told.payload)) as? [String: Any]
            let text = try #require(object?["last_error"] as? String)
            #expect(text.unicodeScalars.count <= 255 && line.contains(text.prefix(200)))
            #expect(object?["last_error_at"] as? String == "2026-03-28T12:01:00Z")
            let settled = try await topics.settled()
            let documents = topics.all(on: topic, settled)
            #expect(documents.count == 2, "\(documents.map(\.text))")
            #expect(!topics.all(settled).contains { $0.text.contains(secret) })
        }
    }
}

extension ObservedMessage {
    /// True for the document of a panel or a bridge that is gone.
    fileprivate var isUnknown: Bool { text.hasPrefix(#"{"place":null,"#) }
}
