import Configuration
import Foundation
import Messaging
import Payloads
import Storage
import TestSupport
import Testing
import Time
import Widgets

@testable import Bridge

private let noon = Installation.noon
private let file = """
    encodings: [compact, full, frame, fields]
    panels:
      - {id: p, location: "35.6465,139.6297", widgets: [weather, conditions]}
      - {id: tiny, location: "35.6465,139.6297", widgets: [weather]}
    """

@Suite(.timeLimit(.minutes(4)))
struct HelloDaemonTests {
    private let installation: Installation

    init() throws { installation = try Installation() }

    @Test func `what a panel said outlives a restart, and reaches it on its own topic`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(file)) { _ in
            try await topics.status("fresh", of: "tiny")
            try installation.broker.publish("kiatsu/tiny/hello", #"{"buf":128,"w":200,"h":200}"#)
            let answer = try await topics.first(on: "kiatsu/tiny/hello/response")
            let now = installation.clock.now.unixSeconds
            #expect(answer.text == #"{"ok":true,"now":\#(now),"widgets":{"weather":["frame"]}}"# && !answer.isRetained)
            try await topics.first(on: "kiatsu/tiny/weather/full") { $0.text.isEmpty }
        }
        let mark = topics.mark
        try await installation.run(installation.configuration(file)) { _ in
            try await topics.first(on: "kiatsu/tiny/weather/frame", since: mark)
            let retained = try await BrokerObserver.retained(in: installation.broker)
            let tiny = retained.keys.filter { $0.hasPrefix("kiatsu/tiny/") }.sorted()
            #expect(tiny == ["kiatsu/tiny/location", "kiatsu/tiny/status", "kiatsu/tiny/weather/frame"])
        }
    }
}
