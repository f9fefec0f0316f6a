import Configuration
import TestSupport
import Testing
import Time

@testable import Bridge

private let noon = Installation.noon
private let panel = "panels: [{id: p, location: \"35.6465,139.6297\", language: ja}]"

@Suite(.timeLimit(.minutes(4)))
struct CertificateFaults {
    private let certificates: Certificates
    private let server: Certificates.Pair
    private let installation: Installation
    private let port: UInt16

    init() throws {
        certificates = try Certificates()
        server = try certificates.issue("server")
        port = try Broker.freePort()
        let listener = Broker.tlsListener(port, server, authority: certificates.authorityFile)
        installation = try Installation(broker: Broker.openToAll + listener)
    }

    private func configuration() throws -> Configuration {
        let mqtt = ", tls: {ca_file: \"\(certificates.authorityFile)\"}"
        let environment = ["KIATSU_MQTT_PORT": "\(port)"]
        return try installation.configuration(panel, host: "127.0.0.1", mqtt: mqtt, environment: environment)
    }

    /// Lets the broker's certificate expire while the bridge runs, and renews it.
    private func expireAndRenew(_ renewed: (_ daemon: Running) throws -> Void) async throws {
        let configuration = try configuration()
        try await installation.run(configuration) { daemon in
            let topics = try await TopicRecorder(installation.broker)
            try await topics.status("fresh", of: "p")
            let good = try certificates.issue("good")
            try certificates.issue("expired", hasExpired: true).replace(server)
            var mark = installation.log.elements.count
            installation.broker.kill()
            try await installation.logs("The connection to the broker was lost", since: mark)
            try installation.broker.restart()
            let told = try await installation.logs("The broker's certificate has expired", since: mark)
            #expect(told.contains("values wait meanwhile") && told.contains("Renew it"), "\(told)")
            // An hour passes, which is to be seen as soon as there is a way.
            await installation.advanceToHourMark()
            try good.replace(server)
            mark = installation.log.elements.count
            try installation.broker.restart()
            let later = try await TopicRecorder(installation.broker)
            try renewed(daemon)
            try await installation.logs("connected to the broker", since: mark)
            let entry = try await later.entry(for: noon.addingHours(1), on: "p")
            #expect(entry.firstPressure == 10_060)
            try await later.status("fresh", of: "p")
            #expect(installation.log.elements.count { $0.contains("certificate has expired") } == 1)
        }
    }

    @Test func `a certificate that expires is told once, all is there with a renewed one after SIGHUP`() async throws {
        let next = try configuration()
        try await expireAndRenew { $0.reload(next) }
        FaultTable.held("the broker's certificate expires", "told once; all is published after SIGHUP", times: 1)
    }

    @Test(.enabled(if: Thoroughness.isFull))
    func `a certificate that expires is told once, and all is there with a renewed one by itself`() async throws {
        try await expireAndRenew { _ in }
        FaultTable.held("the broker's certificate expires", "told once; all is published by itself", times: 1)
    }
}
