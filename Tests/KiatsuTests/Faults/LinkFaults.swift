import Foundation
import Glibc
import TestSupport
import Testing

private let panels = """
    panels:
      - {id: desk, location: "35.6465,139.6297", language: ja, encodings: [frame]}
      - {id: roof, location: "52.52,13.405", encodings: [frame]}
    """
/// The port at which the bridge reaches the broker, and packets are dropped; others reach it at a port of theirs.
private let port: UInt16 = 32_001

/// The real program behind a bad link, in a network of its own.
@Suite(
    .timeLimit(.minutes(4)),
    .enabled(if: NetworkNamespace.isAvailable, "needs root, network namespaces and iptables with statistic"),
    .serialized
)
struct LinkFaults {
    private let namespace: NetworkNamespace
    private let household: Household

    init() async throws {
        namespace = try await NetworkNamespace()
        household = try Household(broker: Broker.openToAll + ["listener \(port) 127.0.0.1"], in: namespace)
        try household.configure(panels, port: port, mqtt: ", keep_alive: 5")
    }

    private func move(_ topics: TopicRecorder, to position: String) async throws {
        let mark = topics.mark
        try household.broker.publish("kiatsu/desk/location/set", position)
        try await topics.first(on: "kiatsu/desk/location/response", since: mark) { $0.text.hasPrefix(#"{"ok":true"#) }
    }

    private func expectEverything(longitude: String) async throws {
        let retained = try await BrokerObserver.retained(in: household.broker)
        for panel in ["desk", "roof"] {
            #expect(retained["kiatsu/\(panel)/weather/frame"] != nil)
            #expect(retained["kiatsu/\(panel)/status"]?.text == "fresh")
        }
        #expect(retained["kiatsu/desk/location"]?.text.contains(longitude) == true)
        #expect(retained["kiatsu/bridge/state"]?.text == "online")
    }

    @Test func `when packets vanish the broker says offline, the bridge tells it, and all is well after`() async throws
    {
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try household.start()
        for panel in ["desk", "roof"] { try await topics.first(on: "kiatsu/\(panel)/status") { $0.text == "fresh" } }
        try await kiatsu.logs("connected to the broker")
        let rounds = Thoroughness.rounds(3, otherwise: 1)
        for round in 1...rounds {
            let (mark, log) = (topics.mark, kiatsu.errors.mark)
            try await namespace.drop(port: port)
            // It is sent into the void, and answered by nobody that could be heard.
            try household.broker.publish("kiatsu/desk/location/set", "35.70,139.\(70 + round)")
            try await topics.first(on: "kiatsu/bridge/state", since: mark) { $0.text == "offline" }
            try await kiatsu.logs("The broker stopped answering", since: log)
            try await namespace.dropNothing()
            try await topics.first(on: "kiatsu/bridge/state", since: mark) { $0.text == "online" }
            // The broker kept the command with the session.
            try await topics.first(on: "kiatsu/desk/location", since: mark) { $0.text.contains("139.\(70 + round)") }
            for panel in ["desk", "roof"] {
                try await topics.first(on: "kiatsu/\(panel)/status", since: mark) { $0.text == "fresh" }
            }
            try await expectEverything(longitude: "139.\(70 + round)")
            try await kiatsu.logs("connected to the broker", since: log)
            let lines = kiatsu.errors.elements.dropFirst(log)
            #expect(lines.count { $0.contains("The broker stopped answering") } == 1)
            #expect(lines.count { $0.contains("connected to the broker") } == 1)
        }
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        FaultTable.held("half-open connection", "offline by will, told once, everything there after", times: rounds)
    }

    @Test(.enabled(if: Thoroughness.isFull))
    func `with three of ten packets lost each way commands are answered and nothing flaps`()
        async throws
    {
        try household.configure(panels, port: port, mqtt: ", keep_alive: 60")
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try household.start()
        for panel in ["desk", "roof"] { try await topics.first(on: "kiatsu/\(panel)/status") { $0.text == "fresh" } }
        try await namespace.drop(port: port, probability: 0.3)
        let commands = 20
        for number in 1...commands { try await move(topics, to: "35.70,139.\(10 + number)") }
        try await namespace.dropNothing()
        try await move(topics, to: "35.70,139.99")
        try await topics.first(on: "kiatsu/desk/location") { $0.text.contains("139.99") }
        try await expectEverything(longitude: "139.99")
        #expect(kiatsu.errors.elements.count { $0.contains("connected to the broker") } == 1)
        #expect(!kiatsu.errors.elements.contains { $0.contains("tries again") })
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        FaultTable.held("30 % of packets lost each way", "commands are answered, the connection holds", times: commands)
    }

    @Test func `a stop while packets vanish is prompt, and the broker says offline`() async throws {
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try household.start()
        for panel in ["desk", "roof"] { try await topics.first(on: "kiatsu/\(panel)/status") { $0.text == "fresh" } }
        let mark = topics.mark
        try await namespace.drop(port: port)
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        try await topics.first(on: "kiatsu/bridge/state", since: mark) { $0.text == "offline" }
        FaultTable.held("stopped while packets vanish", "ends by itself, offline by will")
    }
}
