import Foundation
import Payloads
import TestSupport
import Testing
import Time

@testable import Bridge

private let file = """
    panels:
      - {id: small-panel-upstairs, location: "35.6465,139.6297", widgets: [weather, poem]}
    """
private let panel = "small-panel-upstairs"
private let prefix = "kiatsu/\(panel)/"

/// Clients whose buffer is so small that a message too large ends their connection, below all of their panel's topics.
@Suite(.timeLimit(.minutes(4)))
struct PanelBufferTests {
    private let installation: Installation

    init() throws { installation = try Installation() }

    private func reader(quality: UInt8) async throws -> SmallReader {
        try await SmallReader(
            installation.broker,
            .arduinoMQTT,
            bufferBytes: 128,
            .init(filter: prefix + "#", qualityOfService: quality)
        )
    }

    private func say(_ hello: String, _ topics: TopicRecorder) async throws {
        let mark = topics.mark
        try installation.broker.publish(prefix + "hello", hello)
        try await topics.first(on: prefix + "hello/response", since: mark)
        try await topics.first(on: prefix + "location", since: mark)
    }

    private func end(_ reader: SmallReader) async throws {
        try installation.broker.publish(prefix + "end", "")
        try await reader.first(on: prefix + "end")
        #expect(reader.faults.isEmpty)
    }

    @Test(arguments: [UInt8(0), 1])
    func `a client of 128 bytes that said hello stays connected`(quality: UInt8) async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(file)) { _ in
            try await topics.status("fresh", of: panel)
            let whole = try #require(topics.all(on: prefix + "location", try await topics.settled()).last?.payload)
            let packet = PacketBudget.packetSize(
                topicBytes: (prefix + "location").utf8.count,
                payloadBytes: whole.count
            )
            #expect(packet > 128, "the client would be disconnected by it")

            try await say(#"{"buf":128,"enc":["frame"]}"#, topics)
            let client = try await reader(quality: quality)
            let mark = topics.mark
            installation.clock.set(to: Installation.noon.addingHours(1))
            try await topics.first(on: prefix + "weather/frame", since: mark)
            try installation.broker.publish(prefix + "location/set", "43.0621,141.3544")
            try await topics.first(on: prefix + "location/response", since: mark)
            try await end(client)
            let told = Set(client.messages.map(\.topic))
            #expect(
                told.isSuperset(of: ["location", "status", "weather/frame", "location/response"].map { prefix + $0 })
            )

            try installation.broker.publish(prefix + "location/set", #"{"reset":true}"#)
            try await topics.first(on: prefix + "location", since: mark) { $0.text.contains("35.65") }
            try await say(#"{"buf":256}"#, topics)
            let again = try #require(topics.all(on: prefix + "location", try await topics.settled()).last?.text)
            #expect(again.contains(#""src":"config","ts":"#), "\(again)")
            try await topics.first(on: prefix + "poem", since: mark) { !$0.text.isEmpty }
        }
    }

    @Test func `it stays connected when the bridge is started anew`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(file)) { _ in
            try await topics.status("fresh", of: panel)
            try await say(#"{"buf":128,"enc":["frame"]}"#, topics)
        }
        let client = try await reader(quality: 1)
        let mark = topics.mark
        try await installation.run(installation.configuration(file)) { _ in
            try await topics.first(on: prefix + "location", since: mark)
            try await topics.first(on: prefix + "weather/frame", since: mark)
            try await end(client)
        }
        let late = try await reader(quality: 0)
        try await end(late)
    }
}
