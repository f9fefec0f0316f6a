import TestSupport
import Testing

@testable import Messaging

@Suite(.timeLimit(.minutes(10))) struct HostileBrokerFaults {
    enum Way: CaseIterable {
        case plain
        case encrypted
    }

    @Test(arguments: Way.allCases, [ClientConfiguration.ProtocolVersion.v5, .v311])
    func `whatever a broker sends ends a connection, and a good broker is found after it`(
        way: Way,
        version: ClientConfiguration.ProtocolVersion
    ) async throws {
        let broker = try Broker()
        let streams = HostileStreams.all(isVersion5: version == .v5)
        let hostile = try ScriptedBroker(streams.map(\.bytes), fallback: broker.address)
        let certificates = try Certificates()
        let relay = try TLSRelay(to: hostile.baseURL, certificates.issue("server"))
        var configuration = ClientConfiguration.test(broker)
        configuration.protocolVersion = version
        (configuration.host, configuration.port) = ("127.0.0.1", hostile.port)
        if way == .encrypted {
            configuration.port = relay.port
            configuration.tls = ClientConfiguration.TLS(trust: .authorities(file: certificates.authorityFile))
        }
        let growth = BackoffConfiguration.Growth(initial: .milliseconds(1), maximum: .milliseconds(1))
        configuration.backoff.network = growth
        configuration.backoff.rejection = growth
        configuration.backoff.takenOver = growth
        configuration.subscriptions = [Subscription(filter: "kiatsu/ask")]
        configuration.onConnect = [.retained("kiatsu/bridge/state", "online")]
        let test = try TestClient(configuration)
        test.client.publish([.retained("kiatsu/a", "1")])
        try test.client.start()
        try await broker.logs("Received PUBLISH from kiatsu")
        try await eventually { test.client.pendingCount == 0 }
        #expect(hostile.servedCount == streams.count + 1)
        #expect(try await BrokerObserver.retained(in: broker)["kiatsu/a"]?.text == "1")
        await test.client.stop(within: .seconds(20))
        FaultTable.held("what no broker sends, \(way), \(version)", "ends the connection", times: streams.count)
    }

    @Test(
        arguments: [
            (HostileStreams.unknownProperty, "CONNACK: an unknown property", "mqtt.protocol: 3.1.1"),
            (Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), "it answers as a web server", "mqtt.port"),
            ([0x15, 3, 1, 0, 2, 2, 50], "it answers in TLS", "mqtt.tls"),
            (
                [0x20, 3, 0, 0, 0, 0x34, 6, 0, 1, 0x61, 0, 1, 0], "PUBLISH: a QoS that nobody asked for",
                "mqtt.client_id"
            ),
        ] as [([UInt8], String, String)]
    )
    func `what is wrong with it is told, and what to do`(stream: [UInt8], words: String, advice: String) async throws {
        let hostile = try ScriptedBroker([stream])
        var configuration = ClientConfiguration(host: "127.0.0.1", port: hostile.port, clientID: "kiatsu")
        configuration.backoff.network = .init(initial: .milliseconds(1), maximum: .milliseconds(1))
        let test = try TestClient(configuration)
        try test.client.start()
        let failure = try #require(await test.disconnected())
        #expect(failure.kind == .protocolError, "\(failure)")
        #expect(failure.message.contains("127.0.0.1:\(hostile.port) does not speak MQTT 5 as specified (\(words))"))
        #expect(failure.advice.contains(advice), "\(failure)")
    }

    @Test(arguments: [ClientConfiguration.ProtocolVersion.v5, .v311])
    func `a message larger than is taken is thrown away, and those around it arrive`(
        version: ClientConfiguration.ProtocolVersion
    ) async throws {
        let broker = try Broker()
        var configuration = ClientConfiguration.test(broker)
        configuration.protocolVersion = version
        configuration.maximumPacketBytes = 10_000
        configuration.subscriptions = [Subscription(filter: "ask/#")]
        let test = try TestClient(configuration)
        try test.client.start()
        try #require(await test.connected() != nil)
        try await test.subscribed(to: "ask/ready")
        let publisher = try FloodPublisher(broker, clientID: "other")
        let large = [UInt8](repeating: 0x61, count: 3_000_000)
        try publisher.publish([.init("ask/a", [1], qualityOfService: 1), .init("ask/b", large, qualityOfService: 1)])
        try publisher.publish([.init("ask/c", [3], qualityOfService: 1)])
        #expect(await test.received()?.topic == "ask/a")
        #expect(await test.received()?.topic == "ask/c")
        await test.client.stop(within: .seconds(20))
    }
}
