import Glibc
import TestSupport
import Testing

@testable import Messaging

@Suite(.timeLimit(.minutes(4))) struct TLSFaults {
    @Test func `a TLS broker killed without a farewell is gone, and found again`() async throws {
        let tls = try TLSBroker()
        let test = try TestClient(tls.configuration())
        try test.client.start()
        await test.connected()
        let rounds = Thoroughness.rounds(50, otherwise: 2)
        for round in 1...rounds {
            tls.broker.kill()
            let lost = try #require(await test.disconnected())
            #expect(lost.kind == .network && lost.message.contains("connection to the broker was lost"), "\(lost)")
            // Seen to be away: time and again back at once would look as if another client had the same identifier.
            let away = try #require(await test.disconnected())
            #expect(away.kind == .network, "\(away)")
            test.client.publish([.retained("kiatsu/a", "\(round)")])
            try tls.broker.restart()
            #expect(await test.connected() == false)
            await test.drained()
        }
        #expect(try await BrokerObserver.retained(in: tls.broker)["kiatsu/a"]?.text == "\(rounds)")
        FaultTable.held("TLS broker killed without close_notify", "found again, the value is there", times: rounds)
    }

    @Test func `a certificate that is not trusted at a reconnect is told once, a good one lets us in`() async throws {
        let tls = try TLSBroker()
        let test = try TestClient(tls.configuration())
        try test.client.start()
        await test.connected()
        let good = try tls.certificates.issue("good")
        let others = try Certificates()
        let stranger = try others.issue("stranger")
        tls.broker.kill()
        try stranger.replace(tls.server)
        _ = await test.disconnected()
        try tls.broker.restart()
        let untrusted = await test.first { event in
            if case .disconnected(let failure) = event { failure.kind == .tls } else { false }
        }
        #expect("\(String(describing: untrusted))".contains("is not trusted"))
        // The waits are short: let it be refused a few times more.
        try await tls.broker.logs("alert unknown ca", times: 4)
        test.client.publish([.retained("kiatsu/a", "1")])
        tls.broker.kill()
        try good.replace(tls.server)
        try tls.broker.restart()
        var told = 0
        _ = await test.first { event in
            if case .disconnected(let failure) = event, failure.kind == .tls { told += 1 }
            if case .connected = event { return true }
            return false
        }
        #expect(told == 0)
        await test.drained()
        #expect(try await BrokerObserver.retained(in: tls.broker)["kiatsu/a"]?.text == "1")
        FaultTable.held("untrusted certificate at a reconnect", "told, and back with a good one", times: 1)
    }

    @Test(arguments: TLSVersion.allCases)
    func `a certificate of ours that is refused time and again is told once`(version: TLSVersion) async throws {
        let tls = try TLSBroker(version: version, ["require_certificate true"])
        let others = try Certificates()
        let stranger = try others.issue("stranger", for: "DNS:client")
        let test = try TestClient(tls.configuration { $0.certificate = .init(stranger) })
        try test.client.start()
        let failure = try #require(await test.disconnected())
        #expect(failure.kind == .tls, "\(failure)")
        let rounds = Thoroughness.rounds(500, otherwise: 20)
        // With 1.3 our side of the handshake is done before the broker looks at the certificate, so that the refusal
        // may come before, amid or after our first packet.
        try await tls.broker.logs("certificate verify failed", times: rounds)
        tls.broker.kill()
        let next = try #require(await test.disconnected())
        #expect(next.kind == .network, "\(next)")
        FaultTable.held("our certificate is refused, \(version.rawValue)", "its reason is told once", times: rounds)
    }

    @Test func `a certificate of ours that was refused is accepted once its file holds another`() async throws {
        let tls = try TLSBroker(["require_certificate true"])
        let good = try tls.certificates.issue("good", for: "DNS:client")
        let ours = try tls.certificates.issue("ours", for: "DNS:client", hasExpired: true)
        let test = try TestClient(tls.configuration { $0.certificate = .init(ours) })
        test.client.publish([.retained("kiatsu/a", "1")])
        try test.client.start()
        let failure = try #require(await test.disconnected())
        #expect(failure.kind == .tls && failure.message.contains("expired"), "\(failure)")
        try good.replace(ours)
        #expect(await test.connected() == false)
        await test.drained()
        #expect(try await BrokerObserver.retained(in: tls.broker)["kiatsu/a"]?.text == "1")
        FaultTable.held("our certificate expires", "told; with a renewed one all is published by itself", times: 1)
    }

    @Test func `stopping does not wait for a handshake that hangs`() async throws {
        let certificates = try Certificates()
        let server = try SilentServer()
        let test = try TestClient(configuration(server, certificates))
        try test.client.start()
        let connection = try await server.greeting().connection
        defer { close(connection) }
        await test.client.stop(within: .seconds(600))
        FaultTable.held("TLS handshake that hangs", "a stop does not wait for it", times: 1)
    }

    @Test(.enabled(if: Thoroughness.isFull)) func `a handshake that hangs is given up, and tried again`() async throws {
        let certificates = try Certificates()
        let server = try SilentServer()
        let test = try TestClient(configuration(server, certificates))
        try test.client.start()
        let first = try await server.greeting().connection
        defer { close(first) }
        let failure = try #require(await test.disconnected())
        #expect(failure.kind == .network && failure.message.contains("does not answer the TLS handshake"))
        let second = try await server.greeting().connection
        close(second)
        await test.client.stop(within: .seconds(600))
        FaultTable.held("TLS handshake that hangs", "given up after 10 s, tried again", times: 1)
    }

    @Test func `a connection closed amid the handshake is tried again, with or without a reset, and told once`()
        async throws
    {
        let certificates = try Certificates()
        let server = try SilentServer()
        let test = try TestClient(configuration(server, certificates))
        try test.client.start()
        let rounds = Thoroughness.rounds(200, otherwise: 10)
        for round in 0..<rounds {
            let connection = try await server.greeting().connection
            var linger = linger(l_onoff: round % 2 == 0 ? 1 : 0, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
            close(connection)
        }
        server.end()
        let failure = try #require(await test.disconnected())
        #expect(failure.kind == .network && failure.message.contains("during the TLS handshake"), "\(failure)")
        let next = try #require(await test.disconnected())
        #expect(next.message.contains("Nothing accepts connections"), "\(next)")
        FaultTable.held("connection closed amid the TLS handshake", "told once, tried again", times: rounds)
    }

    private func configuration(_ server: SilentServer, _ certificates: Certificates) -> ClientConfiguration {
        var configuration = ClientConfiguration(host: "127.0.0.1", port: server.port, clientID: "kiatsu")
        configuration.tls = ClientConfiguration.TLS(trust: .authorities(file: certificates.authorityFile))
        configuration.backoff.network = .init(initial: .milliseconds(10), maximum: .milliseconds(50))
        configuration.backoff.rejection = configuration.backoff.network
        return configuration
    }
}
