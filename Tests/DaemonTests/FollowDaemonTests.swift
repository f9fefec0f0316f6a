import Configuration
import Messaging
import TestSupport
import Testing
import Time
import Timelines
import Weather

@testable import Bridge

private let noon = Installation.noon
private let file = """
    panels:
      - {id: camper, location: "35.6465,139.6297", follow: ["owntracks/+/phone", ha/device_tracker/phone/+]}
      - {id: desk, location: "35.6465,139.6297"}
    """
private let fix = #"{"_type":"location","lat":43.0621,"lon":141.3544,"acc":20,"tst":1774699300}"#

@Suite(.timeLimit(.minutes(4)))
struct FollowDaemonTests {
    private let installation: Installation

    init() throws { installation = try Installation() }

    private func publish(_ topic: String, _ payload: String, _ options: String...) async throws {
        let words = installation.broker.address.options + ["-q", "1", "-t", topic, "-m", payload] + options
        let program = try Program("/usr/bin/mosquitto_pub", words)
        #expect(await program.ending() == .exit(0))
    }

    @Test(arguments: ["5", "3.1.1"])
    func `the last fix that a telephone left on the broker is where the panel begins`(version: String) async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await publish("owntracks/me/phone", fix, "-r")
        try await installation.run(installation.configuration(file, mqtt: ", protocol: \(version)")) { _ in
            try await topics.first(on: "kiatsu/camper/location") { $0.text.contains(#""lat":43.06"#) }
            try await topics.first(on: "kiatsu/camper/weather/place") { $0.text.hasPrefix("Sapporo") }
        }
    }

    @Test func `a panel that is added follows from then on, and none when it is gone`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration("panels: [{id: p, location: \"1,1\"}]")) { _ in
            try await topics.status("fresh", of: "p")
            try installation.broker.publish(
                "kiatsu/bridge/request/panel/add",
                #"{"id":"van","location":"52.52,13.405","follow":"vans/+/gps"}"#
            )
            try await topics.text(#""status":"ok""#, on: "kiatsu/bridge/response/panel/add")
            try await topics.status("fresh", of: "van")
            // The subscription follows the answer; a retained fix is there whenever it comes.
            try await publish("vans/7/gps", "43.0621,141.3544", "-r")
            try await topics.first(on: "kiatsu/van/location") { $0.text.contains(#""src":"follow""#) }
            let mark = topics.mark
            try installation.broker.publish("kiatsu/bridge/request/panel/remove", #"{"panel":"van"}"#)
            try await topics.text(#""status":"ok""#, on: "kiatsu/bridge/response/panel/remove", since: mark)
            try await topics.first(on: "kiatsu/van/location", since: mark) { $0.text.isEmpty }
        }
    }
}
