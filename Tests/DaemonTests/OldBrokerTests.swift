import BridgeClient
import Configuration
import TestSupport
import Testing

@testable import Bridge

@Suite(.timeLimit(.minutes(2)))
struct OldBrokerTests {
    @Test func `a bridge comes to terms with it, and so do those who ask it`() async throws {
        let installation = try Installation()
        let old = try OldBroker(before: installation.broker, .answer([]))
        var configuration = try installation.configuration(
            #"panels: [{id: p, location: "35.6465,139.6297", widgets: [weather]}]"#
        )
        (configuration.mqtt.host, configuration.mqtt.port) = ("127.0.0.1", Int(old.port))
        let mqtt = configuration.mqtt
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(configuration) { _ in
            try await installation.logs("warning: The broker does not let MQTT 5 in")
            try await topics.status("fresh", of: "p")
            try await BridgeClient(mqtt, patience: .seconds(50)).ask(.request("panels", [String: Int]())) { answer in
                #expect(String(decoding: answer, as: UTF8.self).contains(#""id":"p""#))
                return nil
            }
        }
        #expect(old.levels.elements.prefix(2) == [5, 4])
    }
}
