import Configuration
import Payloads
import TestSupport
import Testing

@testable import Doctor

@Suite(.timeLimit(.minutes(1)))
struct DoctorTests {
    @Test(arguments: ["5", "3.1.1"])
    func `where all is well there is no fault, nothing of a panel is touched and nothing stays`(
        version: String
    ) async throws {
        let practice = try Practice(on: .port)
        try practice.broker.publish("kiatsu/desk/weather", "{}", retained: true)
        try practice.broker.publish("kiatsu/bridge/state", "offline", retained: true)
        let before = try await BrokerObserver.retained(in: practice.broker)
        let topics = try await TopicRecorder(practice.broker)
        let findings = await practice.findings(try practice.configuration(mqtt: ", protocol: \(version)"))
        #expect(findings.faults.isEmpty, "\(findings)")
        for check in ["connection", "retain", "publish", "read", "bridge", "upstream", "quota", "clock", "store"] {
            #expect(findings[check].contains { $0.result == .ok }, "\(check): \(findings)")
        }
        #expect(findings[version == "5" ? "expiry" : "publish"].first?.result == .ok, "\(findings)")
        #expect(findings.all.allSatisfy { $0.result == .ok || $0.remedy?.isEmpty == false }, "\(findings)")
        #expect(try await BrokerObserver.retained(in: practice.broker) == before)
        let touched = Set(topics.all(try await topics.echoed()).filter { !$0.isRetained }.map(\.topic))
        #expect(touched.count > 5 && !touched.contains { $0.hasPrefix("kiatsu/desk/") || $0 == "kiatsu/bridge/state" })
        #expect(practice.upstream.requests.count == 1)
    }

    @Test func `a broker that keeps nothing is told of`() async throws {
        let practice = try Practice(broker: Broker.openToAll + ["retain_available false"])
        let findings = await practice.findings(try practice.configuration())
        #expect(findings.has("retain", .fault, "no retained messages", "retain_available true"), "\(findings)")
        #expect(findings["expiry"].isEmpty && findings.has("upstream", .ok, "open-meteo"))
    }

    @Test func `what is larger than the broker's packets would never be sent`() async throws {
        let practice = try Practice(broker: Broker.openToAll + ["max_packet_size 512"])
        let findings = await practice.findings(try practice.configuration())
        #expect(findings.has("limits", .ok, "packets of up to 512 bytes"), "\(findings)")
        #expect(findings.has("packets", .fault, "512", "kiatsu/desk/weather/full", "max_packet_size"), "\(findings)")
        #expect(findings.has("packets", .fault, "homeassistant/device/kiatsu_desk/config"), "\(findings)")
        let small = await practice.findings(
            try practice.configuration(
                #"panels: [{id: desk, location: "1,2", encodings: [frame]}]"# + "\nhomeassistant: {discovery: off}"
            )
        )
        #expect(small.has("packets", .ok, "512"), "\(small)")
    }

    @Test func `a broker with QoS 0 alone is told of`() async throws {
        let practice = try Practice(broker: Broker.openToAll + ["max_qos 0"])
        let findings = await practice.findings(try practice.configuration())
        #expect(findings.has("qos", .warning, "QoS 0", "max_qos"), "\(findings)")
    }

    @Test func `what clients with small buffers lose is told by panel`() async throws {
        let practice = try Practice()
        let yaml = """
            panels:
              - {id: desk, location: "35.6465,139.6297", encodings: [compact, full, frame]}
              - {id: hall, location: "35.6465,139.6297", encodings: [frame]}
            """
        let findings = await practice.findings(try practice.configuration(yaml))
        #expect(findings.has("clients", .warning, "kiatsu/desk/#", "drop weather/full", "setBufferSize(1025)"))
        #expect(findings.has("clients", .ok, "kiatsu/hall/#", "PubSubClient's 256"), "\(findings)")
        #expect(findings.has("clients", .ok, "disconnected by location unless it says hello"), "\(findings)")
        #expect(findings.has("clients", .ok, "weather/frame is binary: no text mode, no String"), "\(findings)")
    }

    @Test func `where nobody listens the rest is examined all the same`() async throws {
        let practice = try Practice()
        practice.broker.kill()
        let findings = await practice.findings(try practice.configuration())
        #expect(findings.faults.map(\.check) == ["connection"], "\(findings)")
        #expect(findings.has("connection", .fault, "Nothing accepts connections", "mqtt.port"), "\(findings)")
        #expect(findings.has("upstream", .ok, "entries") && !findings["clients"].isEmpty, "\(findings)")
        #expect(!findings.description.contains("tries again"), "a doctor does not wait: \(findings)")
    }

    @Test(arguments: ["5", "3.1.1"])
    func `a password that is not taken is told of, and not shown`(version: String) async throws {
        let practice = try Practice(
            broker: ["allow_anonymous false", "password_file $DIRECTORY/users"],
            files: ["users": ""]
        )
        let configuration = try practice.configuration(
            mqtt: ", username: me, protocol: \(version)",
            environment: ["KIATSU_MQTT_PASSWORD": "hunter2"]
        )
        let findings = await practice.findings(configuration)
        #expect(findings.faults.map(\.check) == ["connection"], "\(findings)")
        #expect(findings.has("connection", .fault, "mqtt.username"), "\(findings)")
        #expect(!findings.description.contains("hunter2"))
    }

    @Test func `pictures that cannot be drawn are told of`() async throws {
        let practice = try Practice()
        let yaml = #"panels: [{id: desk, location: "1,2", pictures: [png]}]"#
        var findings = await practice.findings(try practice.configuration(yaml), drawingProgram: "/nowhere/kiatsu-draw")
        #expect(findings.has("pictures", .fault, "/nowhere/kiatsu-draw", "Install"), "\(findings)")
        findings = await practice.findings(try practice.configuration(yaml))
        #expect(findings.has("pictures", .fault, "no picture is expected here"), "\(findings)")
    }
}
