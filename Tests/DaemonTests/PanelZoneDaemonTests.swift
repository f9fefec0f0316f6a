import Foundation
import Messaging
import Storage
import TestSupport
import Testing
import Time
import Timelines
import Weather

@testable import Bridge
@testable import Places

private let noon = Installation.noon

@Suite(.timeLimit(.minutes(4)))
struct PanelZoneDaemonTests {
    @Test func `a zone that an upstream named outlives a restart, and the upstream`() async throws {
        let installation = try Installation()
        let clock = installation.clock
        installation.upstream.setHandler { request in
            var place = OpenMeteoFixture(now: clock.now)
            place.timeZone = "Pacific/Kiritimati"
            return .json(OpenMeteoFixture.json([place]))
        }
        let yaml = """
            panels:
              - {id: p, location: "0.5,-140.5", encodings: [full], widgets: [weather, day]}
            """
        var topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(yaml)) { _ in
            try await topics.text("Pacific/Kiritimati", on: "kiatsu/p/weather/full")
            try await topics.text("Pacific/Kiritimati", on: "kiatsu/p/location")
            try await topics.text("Pacific/Kiritimati", on: "kiatsu/p/day/full")
        }
        try installation.broker.restart()
        clock.advance(by: .seconds(9 * 86_400))
        installation.upstream.setHandler { _ in .empty(status: 500) }
        topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(yaml)) { _ in
            try await topics.text(#""tz":""#, on: "kiatsu/p/location")
            try await topics.text(#""tz":""#, on: "kiatsu/p/day/full")
        }
        let settled = try await topics.echoed()
        for topic in ["location", "day/full"] {
            #expect(topics.all(on: "kiatsu/p/" + topic, settled).allSatisfy { $0.text.contains("Pacific/Kiritimati") })
        }
    }
}
