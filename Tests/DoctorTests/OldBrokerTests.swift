import Configuration
import TestSupport
import Testing

@testable import Doctor

@Suite(.timeLimit(.minutes(2)))
struct OldBrokerTests {
    @Test(arguments: [[0x20, 2, 0, 1], [0x20, 3, 0, 0x84, 0], []] as [[UInt8]])
    func `a broker without MQTT 5 is examined with 3.1.1, and the setting is named`(answer: [UInt8]) async throws {
        let practice = try Practice()
        let old = try OldBroker(before: practice.broker, .answer(answer))
        for named in [false, true] {
            var configuration = try practice.configuration(mqtt: named ? ", protocol: 5" : "")
            (configuration.mqtt.host, configuration.mqtt.port) = ("127.0.0.1", Int(old.port))
            let findings = await practice.findings(configuration)
            #expect(findings.faults.map(\.check) == (named ? ["protocol"] : []), "\(findings)")
            let words = "lets us in with MQTT 3.1.1"
            #expect(findings.has("protocol", named ? .fault : .warning, words, "mqtt.protocol: 3.1.1"), "\(findings)")
            #expect(findings.has("connection", .ok, "over MQTT 3.1.1") && findings.has("retain", .ok), "\(findings)")
        }
    }

    @Test func `over 3.1.1 it has no will that a broker could object to, and leaves nothing`() async throws {
        let practice = try Practice()
        let findings = await practice.findings(try practice.configuration(mqtt: ", protocol: 3.1.1"))
        #expect(findings.faults.isEmpty && findings.has("retain", .ok), "\(findings)")
        #expect(try !practice.broker.log.contains("Will message specified"))
        #expect(try await BrokerObserver.retained(in: practice.broker).isEmpty)
    }
}
