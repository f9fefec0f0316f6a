import Foundation
import Glibc
import TestSupport
import Testing

private let panel = "panels: [{id: desk, location: \"35.6465,139.6297\", language: ja, encodings: [compact]}]"

@Suite(.timeLimit(.minutes(4)))
struct TLSProgramTests {
    private let certificates: Certificates
    private let household: Household
    private let port: UInt16
    private let pskPort: UInt16

    init() throws {
        certificates = try Certificates()
        let server = try certificates.issue("server")
        port = try Broker.freePort()
        pskPort = try Broker.freePort()
        let listener = Broker.tlsListener(port, server, authority: certificates.authorityFile)
        household = try Household(
            broker: Broker.openToAll + ["psk_file $DIRECTORY/keys"] + listener + ["require_certificate true"]
                + ["listener \(pskPort) 127.0.0.1", "psk_hint hint"],
            files: ["keys": "kiatsu:00112233445566778899aabbccddeeff\n"]
        )
    }

    /// Runs the bridge and asks it for its panels, each with this `tls` and these variables.
    private func listsPanels(_ tls: String, port: UInt16, environment: [String: String] = [:]) async throws {
        try household.configure(panel, port: port, mqtt: ", tls: " + tls)
        let topics = try await TopicRecorder(household.broker, filter: "kiatsu/+/status")
        let kiatsu = try household.start(environment: environment)
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        let command = try household.start("panel", ["list"], environment: environment)
        #expect(await command.ending() == .exit(0), "\(command.errors.elements)")
        #expect(command.output.elements.contains { $0.hasPrefix("desk") }, "\(command.output.elements)")
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        for line in kiatsu.errors.elements + command.errors.elements + command.output.elements {
            #expect(!line.contains("s3cret") && !line.contains("00112233"))
        }
    }

    @Test func `bridge and commands prove themselves with a certificate out of systemd's credentials`() async throws {
        let client = try certificates.issue("client", for: "DNS:client")
        let credentials = try ScratchDirectory()
        let key = try certificates.encryptedKey(of: client, password: "s3cret")
        try credentials.write(String(contentsOfFile: key, encoding: .utf8), to: "client.key", permissions: 0o400)
        try credentials.write("s3cret\n", to: "client-password", permissions: 0o400)
        let tls =
            "{ca_file: \"\(certificates.authorityFile)\", certificate_file: \"\(client.certificateFile)\", "
            + "key_file: client.key, key_password_file: client-password}"
        try await listsPanels(tls, port: port, environment: ["CREDENTIALS_DIRECTORY": credentials.path])
    }

    @Test func `bridge and commands take a shared key from a file and from the environment`() async throws {
        try household.directory.write("00112233445566778899aabbccddeeff\n", to: "kiatsu.psk")
        try await listsPanels("{psk_identity: kiatsu, psk_file: kiatsu.psk}", port: pskPort)
        let environment = ["KIATSU_MQTT_TLS_PSK": "00112233445566778899AABBCCDDEEFF"]
        try await listsPanels("{psk_identity: kiatsu}", port: pskPort, environment: environment)
    }

    @Test func `insecure is warned of at each start and reload, and SIGHUP ends it`() async throws {
        let client = try certificates.issue("client", for: "DNS:client")
        let own = "certificate_file: \"\(client.certificateFile)\", key_file: \"\(client.keyFile)\""
        try household.configure(panel, port: port, mqtt: ", tls: {insecure: true, \(own)}")
        let kiatsu = try household.start()
        try await kiatsu.logs("connected to the broker")
        let warnings = kiatsu.errors.elements.filter { $0.contains("mqtt.tls.insecure is true") }
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("warning: ") == true)
        var mark = kiatsu.errors.elements.count
        kiatsu.send(SIGHUP)
        try await kiatsu.logs("mqtt.tls.insecure is true", since: mark)
        try await kiatsu.logs("connected to the broker", since: mark)
        // The system's authorities have not signed the broker's certificate.
        mark = kiatsu.errors.elements.count
        try household.configure(panel, port: port, mqtt: ", tls: {\(own)}")
        kiatsu.send(SIGHUP)
        try await kiatsu.logs("The broker's certificate is not trusted", since: mark)
        mark = kiatsu.errors.elements.count
        try household.configure(panel, port: port, mqtt: ", tls: {ca_file: \"\(certificates.authorityFile)\", \(own)}")
        kiatsu.send(SIGHUP)
        try await kiatsu.logs("connected to the broker", since: mark)
        #expect(!kiatsu.errors.elements[mark...].contains { $0.contains("insecure") })
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
    }
}
