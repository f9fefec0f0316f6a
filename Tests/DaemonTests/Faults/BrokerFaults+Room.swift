import Configuration
import Foundation
import Messaging
import Payloads
import TestSupport
import Testing
import Time

@testable import Bridge

private let panels = ["tokyo", "berlin"]

/// A broker that has no room, or is slow.
extension BrokerFaults {
    // MARK: No room

    @Test func `a queue that a dead panel leaves full disturbs nobody`() async throws {
        let installation = try Installation(
            broker: Broker.openToAll + ["max_queued_messages 1", "max_queued_bytes 1000", "max_inflight_messages 1"]
        )
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(twoPanels)) { _ in
            for panel in panels { try await topics.status("fresh", of: panel) }
            let dead = SmallReader.Session(filter: "kiatsu/#", qualityOfService: 1, keptAs: "dead")
            try await SmallReader(installation.broker, bufferBytes: 256, dead).disconnect()
            for _ in 0..<3 {
                await nextHour(of: installation)
                let hour = installation.clock.now
                while try await BrokerObserver.retained(in: installation.broker)["kiatsu/berlin/weather"]?
                    .isEntry(for: hour) != true
                { try Task.checkCancellation() }
            }
            try await everything(of: installation, at: installation.clock.now, longitude: "139.6")
        }
        #expect(try installation.broker.log.contains("Outgoing messages are being dropped for client dead"))
        #expect(lines(installation, "connected to the broker at") == 1 && lines(installation, "tries again") == 0)
        FaultTable.held("broker's queues full", "the bridge goes on, everything is retained", times: 3)
    }

    @Test(arguments: ["5", "3.1.1"])
    func `a broker out of memory is not stormed, and gets everything once it has room`(version: String) async throws {
        let installation = try Installation(broker: Broker.openToAll + ["memory_limit 150000"])
        for bytes in [20_000, 2000, 200] {
            let text = String(repeating: "x", count: bytes)
            let times = try installation.broker.log.ranges(of: "due to out of memory").count
            while try installation.broker.log.ranges(of: "due to out of memory").count == times {
                try installation.broker.publish("others/\(UUID())", text, retained: true)
            }
        }
        let configuration = try installation.configuration(twoPanels, mqtt: ", protocol: \"\(version)\"")
        try await installation.run(configuration) { _ in
            try await installation.logs("tries again")
            let attempts = try installation.broker.log.ranges(of: "as kiatsu (").count
            #expect(attempts <= 3)
            await nextHour(of: installation)
            let hour = installation.clock.now
            _ = await installation.clock.nextSleep { $0 > hour }
            try installation.broker.restart(Broker.openToAll)
            try await everything(of: installation, at: hour, longitude: "139.6")
        }
        FaultTable.held("broker out of memory, MQTT \(version)", "no storm of connections, everything arrives after")
    }

    @Test func `what is larger than the broker takes is told once a topic, all else arrives`() async throws {
        let limited = Broker.openToAll + ["max_packet_size 150"]
        let installation = try Installation(broker: limited)
        try await installation.run(installation.configuration(twoPanels)) { _ in
            let topics = try await TopicRecorder(installation.broker)
            for panel in panels { try await topics.first(on: "kiatsu/\(panel)/weather/frame") }
            for _ in 0..<2 {
                await nextHour(of: installation)
                let hour = installation.clock.now
                for panel in panels {
                    try await topics.first(on: "kiatsu/\(panel)/weather/frame") { $0.isEntry(for: hour) }
                }
            }
            // The bridge's answer would be larger than the broker takes, too.
            let settled = try await topics.echoed()
            for panel in panels {
                #expect(lines(installation, "kiatsu/\(panel)/weather was refused: larger than the broker") == 1)
                #expect(topics.all(on: "kiatsu/\(panel)/weather", settled).isEmpty)
            }
            try installation.broker.restart(Broker.openToAll)
            try await everything(of: installation, at: installation.clock.now, longitude: "139.6")
        }
        FaultTable.held("broker with a small maximum packet size", "told once a topic, all else arrives, all with room")
    }

    @Test(arguments: ["5", "3.1.1"])
    func `a broker that retains nothing is told of once, and hours go on`(version: String) async throws {
        let unretaining = Broker.openToAll + ["retain_available false"]
        let installation = try Installation(broker: unretaining)
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(twoPanels, mqtt: ", protocol: \"\(version)\"")) { _ in
            for panel in panels { try await topics.status("fresh", of: panel) }
            await nextHour(of: installation)
            for panel in panels { try await topics.entry(for: installation.clock.now, on: panel) }
            try await move(installation, topics, to: "35.70,139.70")
            #expect(try await BrokerObserver.retained(in: installation.broker).isEmpty)
            var mark = installation.log.mark
            try installation.broker.restart()
            try await installation.logs("connected to the broker", since: mark)
            #expect(lines(installation, "keeps no retained messages") == 1)
            mark = installation.log.mark
            try installation.broker.restart(Broker.openToAll)
            try await everything(of: installation, at: installation.clock.now, longitude: "139.7")
        }
        FaultTable.held("broker without retained messages, MQTT \(version)", "told once, hours and commands go on")
    }

    // MARK: Slow

    @Test func `over a link that delays everything hours arrive and commands are answered`() async throws {
        let milliseconds = Thoroughness.rounds(2000, otherwise: 150)
        let installation = try Installation()
        let relay = try DelayingRelay(to: installation.broker.address, delay: .milliseconds(milliseconds))
        var slow = try installation.configuration(twoPanels, mqtt: ", keep_alive: 5")
        (slow.mqtt.host, slow.mqtt.port) = ("127.0.0.1", Int(relay.port))
        let configuration = slow
        let hours = Thoroughness.rounds(4, otherwise: 2)
        try await installation.run(configuration) { _ in
            let topics = try await TopicRecorder(installation.broker)
            for panel in panels { try await topics.status("fresh", of: panel) }
            for hour in 1...hours {
                await nextHour(of: installation)
                for panel in panels { try await topics.entry(for: installation.clock.now, on: panel) }
                try await move(installation, topics, to: "35.70,139.\(60 + hour)")
            }
            try await everything(of: installation, at: installation.clock.now, longitude: "139.\(60 + hours)")
        }
        #expect(lines(installation, "connected to the broker at") == 1 && lines(installation, "tries again") == 0)
        FaultTable.held("\(milliseconds) ms of delay each way", "hours and answers arrive, no flapping", times: hours)
    }
}
