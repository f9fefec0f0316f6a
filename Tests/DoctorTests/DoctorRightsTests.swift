import Configuration
import TestSupport
import Testing

@testable import Doctor

@Suite(.timeLimit(.minutes(1)))
struct DoctorRightsTests {
    /// A broker with these rules for those who give no name.
    private func practice(_ rules: String...) throws -> Practice {
        let text = rules.map { "topic \($0)\n" }.joined()
        return try Practice(broker: Broker.openToAll + ["acl_file $DIRECTORY/rules"], files: ["rules": text])
    }

    @Test func `a right to publish that lacks is found, with the rule that gives it`() async throws {
        let practice = try practice("readwrite kiatsu/#", "read homeassistant/status")
        let findings = await practice.findings(try practice.configuration())
        #expect(findings.faults.count == 1, "\(findings)")
        #expect(
            findings.has("publish", .fault, "not authorized (0x87)", "topic write homeassistant/device/+/config"),
            "\(findings)"
        )
        #expect(findings.has("publish", .ok, "kiatsu/<panel>/…, kiatsu/bridge/…"))
        #expect(findings.has("read", .ok, "kiatsu/+/location/set, kiatsu/+/refresh, kiatsu/+/hello"))
    }

    @Test func `commands that would never arrive are found though the subscription was granted`() async throws {
        let practice = try practice("write kiatsu/#", "readwrite kiatsu/bridge/#", "write homeassistant/#")
        let findings = await practice.findings(try practice.configuration())
        for filter in ["kiatsu/+/location/set", "kiatsu/+/refresh", "kiatsu/+/hello"] {
            #expect(findings.has("read", .fault, filter, "does not come", "topic read \(filter)"), "\(findings)")
        }
        #expect(findings.has("read", .ok, "heard: kiatsu/bridge/request/#"), "\(findings)")
        #expect(findings.has("retain", .ok))
    }

    @Test func `what cannot be told is not guessed`() async throws {
        let practice = try practice(
            "write kiatsu/desk/#",
            "write kiatsu/kiatsu-doctor/weather",
            "write homeassistant/#"
        )
        let findings = await practice.findings(try practice.configuration())
        #expect(findings.has("read", .unknown, "kiatsu/+/location/set", "we may not publish there"), "\(findings)")
        #expect(findings.has("retain", .unknown), "\(findings)")
        #expect(findings.has("publish", .fault, "kiatsu/bridge/…"), "\(findings)")
    }

    @Test func `with 3.1.1, where a broker is silent, it is said so`() async throws {
        let practice = try practice("readwrite kiatsu/#")
        let findings = await practice.findings(try practice.configuration(mqtt: ", protocol: 3.1.1"))
        #expect(findings.has("publish", .unknown, "homeassistant/device", "MQTT 3.1.1 does not say why"), "\(findings)")
        #expect(findings.has("publish", .ok, "kiatsu/<panel>/…"))
        #expect(findings.has("limits", .unknown) && findings.has("expiry", .warning) && findings.faults.isEmpty)
    }

    @Test func `topics that are followed are looked at, and a position is not shown`() async throws {
        let practice = try Practice()
        try practice.broker.publish("owntracks/me/phone", #"{"lat":12.3456,"lng":65.4321}"#, retained: true)
        let yaml =
            #"panels: [{id: desk, location: "35.6465,139.6297", follow: ["owntracks/me/+", "owntracks/you/phone"]}]"#
        let findings = await practice.findings(try practice.configuration(yaml))
        #expect(findings.has("follow", .ok, "owntracks/me/+: 1 message(s) came, a position among them"), "\(findings)")
        #expect(findings.has("follow", .unknown, "owntracks/you/phone", "cannot be told"), "\(findings)")
        #expect(!findings.description.contains("12.3") && !findings.description.contains("35.6"))
    }

    @Test func `a retained command is found`() async throws {
        let practice = try Practice()
        try practice.broker.publish("kiatsu/desk/location/set", "1,2", retained: true)
        let findings = await practice.findings(try practice.configuration())
        #expect(findings.has("read", .warning, "kiatsu/desk/location/set", "-r -n -t"), "\(findings)")
        let retained = try await BrokerObserver.retained(in: practice.broker)
        #expect(retained["kiatsu/desk/location/set"]?.text == "1,2", "it is told of, and left")
    }
}
