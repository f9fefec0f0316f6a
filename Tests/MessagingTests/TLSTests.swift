import Glibc
import TestSupport
import Testing

@testable import Messaging

@Suite(.timeLimit(.minutes(4))) struct TLSTests {
    @Test(arguments: TLSVersion.allCases)
    func `what is published comes back through TLS`(version: TLSVersion) async throws {
        let tls = try TLSBroker(version: version)
        #expect(try await tls.handshake().hasPrefix("New, \(version.rawValue), "))
        try await exchangesMessages(tls.configuration())
    }

    @Test(arguments: ["127.0.0.1", "localhost"])
    func `a broker goes by its address and by its name`(host: String) async throws {
        let tls = try TLSBroker()
        var configuration = tls.configuration()
        configuration.host = host
        try await exchangesMessages(configuration)
    }

    @Test func `a certificate of an unknown authority is not trusted`() async throws {
        let tls = try TLSBroker()
        let other = try Certificates()
        let configuration = tls.configuration { $0.trust = .authorities(file: other.authorityFile) }
        let failure = try await failure(configuration)
        #expect(failure.kind == .tls)
        #expect(failure.message.contains("is not trusted"))
        #expect(failure.message.contains("mqtt.tls.ca_file") && failure.message.contains(other.authorityFile))
    }

    @Test func `a certificate that the broker signed itself vouches for itself where it is told to`() async throws {
        let tls = try TLSBroker()
        let own = try tls.certificates.issueSelfSigned("own", for: "DNS:localhost,IP:127.0.0.1")
        tls.broker.kill()
        try own.replace(tls.server)
        try tls.broker.restart()
        try await exchangesMessages(tls.configuration { $0.trust = .authorities(file: own.certificateFile) })
        #expect(try await failure(tls.configuration()).message.contains("is not trusted"))
    }

    @Test func `the system's authorities vouch for no certificate of a test`() async throws {
        let tls = try TLSBroker()
        let file = "/etc/ssl/certs/ca-certificates.crt"
        let failure = try await failure(tls.configuration { $0.trust = .authorities(file: file) })
        #expect(failure.kind == .tls && failure.message.contains("is not trusted"))
    }

    @Test(arguments: ["127.0.0.1", "localhost"])
    func `a certificate for another name is refused`(host: String) async throws {
        let tls = try TLSBroker(for: "DNS:broker.example,IP:192.0.2.1")
        var configuration = tls.configuration()
        configuration.host = host
        let failure = try await failure(configuration)
        #expect(failure.kind == .tls)
        #expect(failure.message.contains("The broker's certificate is not for \(host)."))
    }

    @Test func `a certificate may be for the name that is told`() async throws {
        let tls = try TLSBroker(for: "DNS:broker.example")
        try await exchangesMessages(tls.configuration { $0.serverName = "broker.example" })
    }

    @Test(arguments: [("DNS:*.home.example", true), ("DNS:*.example", false), ("DNS:bro*.home.example", false)])
    func `a star stands for one label below a domain of two`(name: String, isAccepted: Bool) async throws {
        let tls = try TLSBroker(for: name)
        let host = name.contains("home") ? "broker.home.example" : "broker.example"
        let configuration = tls.configuration { $0.serverName = host }
        if isAccepted { return try await exchangesMessages(configuration) }
        let failure = try await failure(configuration)
        #expect(failure.message.contains("is not for \(host)"))
    }

    @Test func `an expired certificate is called that`() async throws {
        let tls = try TLSBroker(hasExpired: true)
        let failure = try await failure(tls.configuration())
        #expect(failure.kind == .tls)
        #expect(failure.message.contains("has expired") && failure.message.contains("clock"))
    }

    @Test func `insecure takes any certificate, one that has expired for another name of nobody known`() async throws {
        let tls = try TLSBroker(for: "DNS:broker.example", hasExpired: true)
        try await exchangesMessages(tls.configuration { $0.trust = .anyone })
    }

    @Test(arguments: TLSVersion.allCases)
    func `a broker that asks for a certificate gets it`(version: TLSVersion) async throws {
        let tls = try TLSBroker(version: version, ["require_certificate true"])
        let client = try tls.certificates.issue("client", for: "DNS:client")
        try await exchangesMessages(tls.configuration { $0.certificate = .init(client) })

        let without = try await failure(tls.configuration())
        #expect(without.kind == .tls, "\(without)")
        #expect(without.message.contains("mqtt.tls.certificate_file"), "\(without)")

        let others = try Certificates()
        let stranger = try others.issue("stranger", for: "DNS:client")
        let refused = try await failure(tls.configuration { $0.certificate = .init(stranger) })
        #expect(refused.kind == .tls, "\(refused)")
        #expect(refused.message.contains("does not accept our certificate \(stranger.certificateFile)"), "\(refused)")
    }

    @Test func `an encrypted key wants its password`() async throws {
        let tls = try TLSBroker(["require_certificate true"])
        let pair = try tls.certificates.issue("client", for: "DNS:client")
        let keyFile = try tls.certificates.encryptedKey(of: pair, password: "s3cret")
        var certificate = ClientConfiguration.TLS.ClientCertificate(
            certificateFile: pair.certificateFile,
            keyFile: keyFile,
            keyPassword: "s3cret"
        )
        try await exchangesMessages(tls.configuration { $0.certificate = certificate })
        for password in [nil, "wr0ng"] {
            certificate.keyPassword = password
            let failure = try await failure(tls.configuration { $0.certificate = certificate })
            #expect(failure.kind == .tls)
            #expect(failure.message.contains("The key \(keyFile)"), "\(failure)")
            #expect(!failure.message.contains("wr0ng"))
        }
    }

    @Test func `files that cannot be used are named`() async throws {
        let tls = try TLSBroker()
        let pair = try tls.certificates.issue("client", for: "DNS:client")
        let other = try tls.certificates.issue("other", for: "DNS:client")
        let missing = try await failure(tls.configuration { $0.trust = .authorities(file: "/nowhere/ca.pem") })
        #expect(missing.kind == .tls && missing.message.contains("/nowhere/ca.pem"))
        #expect(missing.message.contains("mqtt.tls.ca_file"))
        let mismatch = try await failure(
            tls.configuration {
                $0.certificate = .init(certificateFile: pair.certificateFile, keyFile: other.keyFile)
            }
        )
        #expect(mismatch.message.contains("The key \(other.keyFile)") && mismatch.message.contains("mismatch"))
    }

    @Test(arguments: TLSVersion.allCases)
    func `a shared key stands for certificates`(version: TLSVersion) async throws {
        let port = try Broker.freePort()
        let broker = try Broker(
            [
                "allow_anonymous true", "persistence false", "psk_file $DIRECTORY/keys", "listener \(port) 127.0.0.1",
                "psk_hint hint", "use_identity_as_username true",
            ],
            files: ["keys": "kiatsu:00112233445566778899aabbccddeeff\n", "openssl.cnf": version.settings]
        )
        let key: [UInt8] = (0..<16).map { $0 * 0x11 }
        func configuration(_ identity: String, _ key: [UInt8]) -> ClientConfiguration {
            var configuration = ClientConfiguration.test(broker)
            (configuration.host, configuration.port) = ("127.0.0.1", port)
            configuration.tls = ClientConfiguration.TLS(trust: .preSharedKey(identity: identity, key: key))
            return configuration
        }
        try await exchangesMessages(configuration("kiatsu", key))
        for wrong in [configuration("kiatsu", key.reversed()), configuration("nobody", key)] {
            let failure = try await failure(wrong)
            #expect(failure.kind == .tls, "\(failure)")
            #expect(failure.message.contains("mqtt.tls.psk_identity"), "\(failure)")
        }
    }

    @Test func `a broker with a certificate does not do in the place of the shared key`() async throws {
        let tls = try TLSBroker()
        let configuration = tls.configuration {
            $0.trust = .preSharedKey(identity: "kiatsu", key: [UInt8](repeating: 7, count: 16))
        }
        let failure = try await failure(configuration)
        #expect(failure.kind == .tls, "\(failure)")
    }

    @Test func `TLS 1 1 is not spoken`() async throws {
        let certificates = try Certificates()
        let pair = try certificates.issue("server")
        let (server, port) = try await openSSLServer(pair, ["-tls1_1", "-cipher", "ALL@SECLEVEL=0"])
        let failure = try await failure(configuration(port, certificates))
        #expect(failure.kind == .tls, "\(failure)")
        #expect(failure.message.contains("does not speak TLS 1.2 or later"), "\(failure)")
        withExtendedLifetime(server) {}
    }

    @Test func `a server that takes another protocol of ALPN refuses ours`() async throws {
        let certificates = try Certificates()
        let pair = try certificates.issue("server")
        let (server, port) = try await openSSLServer(pair, ["-alpn", "h2"])
        var configuration = configuration(port, certificates)
        configuration.tls?.alpn = "mqtt"
        let failure = try await failure(configuration)
        #expect(failure.kind == .tls && failure.message.contains("mqtt.tls.alpn (now mqtt)"), "\(failure)")
        withExtendedLifetime(server) {}
    }

    @Test func `the name is sent and so is the protocol, but never an address`() async throws {
        let certificates = try Certificates()
        for (host, serverName, sent) in [
            ("127.0.0.1", "broker.example", "broker.example"), ("localhost", nil, "localhost"), ("127.0.0.1", nil, nil),
        ] {
            let server = try SilentServer()
            var configuration = configuration(server.port, certificates)
            configuration.host = host
            configuration.tls?.serverName = serverName
            configuration.tls?.alpn = "x-amzn-mqtt-ca"
            let test = try TestClient(configuration)
            try test.client.start()
            let (connection, bytes) = try await server.greeting()
            defer { close(connection) }
            #expect(bytes.contains(Array("\u{0E}x-amzn-mqtt-ca".utf8)))
            #expect(!bytes.contains(Array("127.0.0.1".utf8)))
            if let sent { #expect(bytes.contains([0, UInt8(sent.utf8.count)] + Array(sent.utf8))) }
            await test.client.stop(within: .seconds(600))
        }
    }

    @Test func `what is more than the connection takes at once goes through TLS whole`() async throws {
        let tls = try TLSBroker()
        let test = try TestClient(tls.configuration())
        try test.client.start()
        try #require(await test.connected() != nil)
        let text = String(repeating: "x", count: 50_000)
        test.client.publish((0..<400).map { .retained("kiatsu/\($0)", text) })
        let end = await test.first { event in
            if case .disconnected = event { true } else { event == .drained }
        }
        #expect(end == .drained)
        #expect(try tls.broker.log.ranges(of: "(50000 bytes)").count == 400)
    }

    @Test func `a port without TLS is told apart from a broker that is away`() async throws {
        let tls = try TLSBroker()
        var configuration = tls.configuration()
        (configuration.host, configuration.port) = (tls.broker.address.host, tls.broker.address.port)
        let failure = try await failure(configuration)
        #expect(failure.message.contains("TLS handshake"), "\(failure)")
    }

    @Test func `neither a key nor a password is printed`() throws {
        var configuration = ClientConfiguration(host: "broker", clientID: "kiatsu")
        var tls = ClientConfiguration.TLS(trust: .preSharedKey(identity: "i", key: Array("hunter2".utf8)))
        tls.certificate = .init(certificateFile: "c", keyFile: "k", keyPassword: "hunter2")
        configuration.tls = tls
        var dumped = ""
        dump(configuration, to: &dumped)
        dump(tls, to: &dumped)
        for text in ["\(tls)", String(reflecting: tls), String(reflecting: configuration), dumped] {
            #expect(!text.contains("hunter2") && !text.contains("104"))
        }
    }

    private func configuration(_ port: UInt16, _ certificates: Certificates) -> ClientConfiguration {
        var configuration = ClientConfiguration(host: "127.0.0.1", port: port, clientID: "kiatsu")
        configuration.tls = ClientConfiguration.TLS(trust: .authorities(file: certificates.authorityFile))
        return configuration
    }

    /// A server that answers the handshake as told, and nothing else.
    private func openSSLServer(_ pair: Certificates.Pair, _ options: [String]) async throws -> (Program, UInt16) {
        let port = try Broker.freePort()
        let arguments = [
            "s_server", "-accept", "127.0.0.1:\(port)", "-cert", pair.certificateFile, "-key", pair.keyFile, "-www",
        ]
        let server = try Program("/usr/bin/openssl", arguments + options)
        _ = try await server.output.first { $0.contains("ACCEPT") }
        return (server, port)
    }
}
