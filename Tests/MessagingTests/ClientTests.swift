import TestSupport
import Testing

@testable import Messaging

@Suite(.timeLimit(.minutes(4))) struct ClientTests {
    @Test(arguments: [ClientConfiguration.ProtocolVersion.v5, .v311])
    func `what is published comes back byte by byte`(version: ClientConfiguration.ProtocolVersion) async throws {
        let broker = try Broker()
        var configuration = ClientConfiguration.test(broker)
        configuration.protocolVersion = version
        configuration.subscriptions = [Subscription(filter: "kiatsu/#")]
        let test = try TestClient(configuration)
        try test.client.start()
        #expect(await test.connected() == false)
        let bytes = (0...255).map { UInt8($0) }
        test.client.publish([OutgoingMessage(topic: "kiatsu/世田谷", payload: bytes)])
        let message = await test.received()
        #expect(message == IncomingMessage(topic: "kiatsu/世田谷", payload: bytes, isRetained: false))
        test.client.publish([OutgoingMessage(topic: "kiatsu/empty", payload: [], isRetained: false)])
        #expect(await test.received()?.payload == [])
        await test.client.stop(within: .seconds(5))
    }

    @Test func `a request's response topic and correlation data arrive, and the answer carries them back`() async throws
    {
        let broker = try Broker()
        var configuration = ClientConfiguration.test(broker)
        configuration.subscriptions = [Subscription(filter: "ask", retainHandling: .never)]
        let test = try TestClient(configuration)
        try test.client.start()
        await test.connected()
        let observer = try await BrokerObserver(broker, filter: "answers/1")
        let options = ["-D", "publish", "response-topic", "answers/1", "-D", "publish", "correlation-data", "c1"]
        try broker.publish("ask", "?", options: options)
        let request = try #require(await test.received())
        #expect(request.responseTopic == "answers/1")
        #expect(request.correlationData == Array("c1".utf8))
        for quality in [OutgoingMessage.QualityOfService.atLeastOnce, .atMostOnce] {
            let answer = OutgoingMessage(
                topic: try #require(request.responseTopic),
                payload: Array("!".utf8),
                isRetained: false,
                correlationData: request.correlationData,
                qualityOfService: quality
            )
            test.client.publish([answer])
            let seen = try #require(await observer.first { _ in true })
            #expect(seen.text == "!" && seen.correlationData == "c1" && !seen.isRetained)
            #expect(seen.qualityOfService == Int(quality.rawValue))
            await test.drained()
        }
        #expect(try await BrokerObserver.retained(in: broker).isEmpty)
    }

    @Test func `the flag of a retained message that is sent to a subscriber is told`() async throws {
        let broker = try Broker()
        try broker.publish("kiatsu/a", "old", retained: true)
        var configuration = ClientConfiguration.test(broker)
        configuration.subscriptions = [
            Subscription(filter: "kiatsu/a"), Subscription(filter: "kiatsu/b", retainAsPublished: true),
        ]
        let test = try TestClient(configuration)
        try test.client.start()
        #expect(await test.received()?.isRetained == true)
        try broker.publish("kiatsu/a", "new", retained: true)
        #expect(await test.received()?.isRetained == false)
        try broker.publish("kiatsu/b", "new", retained: true)
        #expect(await test.received()?.isRetained == true)
    }

    @Test func `ten thousand values through a small window all arrive`() async throws {
        let broker = try Broker()
        var configuration = ClientConfiguration.test(broker)
        configuration.window = 50
        let test = try TestClient(configuration)
        try test.client.start()
        await test.connected()
        test.client.publish((0..<10_000).map { .retained("kiatsu/\($0)", "\($0)") })
        await test.drained()
        #expect(test.client.pendingCount == 0)
        let stored = try await BrokerObserver.retained(in: broker)
        #expect(stored.count == 10_000)
        for (topic, message) in stored { #expect(topic == "kiatsu/\(message.text)") }
    }

    @Test func `the broker's own limit of messages in flight is kept`() async throws {
        let broker = try Broker(Broker.openToAll + ["max_inflight_messages 3"])
        let test = try TestClient(.test(broker))
        try test.client.start()
        await test.connected()
        test.client.publish((0..<500).map { .retained("kiatsu/\($0)", "\($0)") })
        await test.drained()
        #expect(try await BrokerObserver.retained(in: broker).count == 500)
    }

    @Test func `there is room again once the broker has answered, and always without a broker`() async throws {
        let broker = try Broker()
        let test = try TestClient(.test(broker))
        test.client.publish((0..<2000).map { .retained("kiatsu/\($0)", "") })
        await test.client.waitForRoom()
        try test.client.start()
        await test.connected()
        await test.client.waitForRoom()
        #expect(test.client.pendingCount < 512)
    }

    @Test func `a task that is cancelled does not wait for room`() async throws {
        let broker = try Broker()
        let test = try TestClient(.test(broker))
        try test.client.start()
        await test.connected()
        test.client.publish((0..<2000).map { .retained("kiatsu/\($0)", "") })
        let waiting = Task { await test.client.waitForRoom() }
        waiting.cancel()
        await waiting.value
    }

    @Test func `the remaining lifetime goes out as the message expiry interval`() async throws {
        let broker = try Broker()
        let observer = try await BrokerObserver(broker)
        let test = try TestClient(.test(broker))
        test.client.publish([.retained("kiatsu/a", "1", lifetime: .seconds(100)), .retained("kiatsu/b", "1")])
        try test.client.start()
        let expiring = try #require(await observer.first { $0.topic == "kiatsu/a" }?.expirySeconds)
        #expect((1...100).contains(expiring))
        let lasting = try #require(await observer.first { $0.topic == "kiatsu/b" })
        #expect(lasting.expirySeconds == nil)
    }

    @Test func `what has expired is not sent`() async throws {
        let broker = try Broker()
        let test = try TestClient(.test(broker))
        test.client.publish([.retained("kiatsu/old", "1", lifetime: .zero), .retained("kiatsu/new", "1")])
        try test.client.start()
        await test.drained()
        #expect(test.client.expiredCount == 1)
        #expect(try await BrokerObserver.retained(in: broker).keys.sorted() == ["kiatsu/new"])
    }

    @Test func `a message larger than the broker takes is refused once and holds nothing up`() async throws {
        let broker = try Broker(Broker.openToAll + ["max_packet_size 300"])
        let test = try TestClient(.test(broker))
        let large = String(repeating: "x", count: 400)
        test.client.publish([.retained("kiatsu/large", large), .retained("kiatsu/small", "1")])
        try test.client.start()
        #expect(await test.complaint() == .refused(topic: "kiatsu/large", reason: .tooLarge(limit: 300)))
        await test.drained()
        #expect(try await BrokerObserver.retained(in: broker).keys.sorted() == ["kiatsu/small"])
    }

    @Test func `a topic with a wildcard is refused and holds nothing up`() async throws {
        let broker = try Broker()
        let test = try TestClient(.test(broker))
        test.client.publish([.retained("kiatsu/#", "1"), .retained("kiatsu/a", "1")])
        try test.client.start()
        #expect(await test.complaint() == .refused(topic: "kiatsu/#", reason: .invalidTopic))
        await test.drained()
        #expect(try await BrokerObserver.retained(in: broker).keys.sorted() == ["kiatsu/a"])
    }

    @Test func `what the broker's rules forbid is refused with its reason`() async throws {
        let rules = "topic readwrite kiatsu/#\n"
        let broker = try Broker(Broker.openToAll + ["acl_file $DIRECTORY/rules"], files: ["rules": rules])
        let test = try TestClient(.test(broker))
        test.client.publish([.retained("other", "1"), .retained("kiatsu/a", "1")])
        try test.client.start()
        #expect(await test.complaint() == .refused(topic: "other", reason: .broker(code: 0x87)))
        await test.drained()
        #expect(test.client.pendingCount == 0)
    }

    @Test func `what does not fit into the outbox is told once`() async throws {
        let broker = try Broker()
        var configuration = ClientConfiguration.test(broker)
        configuration.outboxByteLimit = 1000
        let test = try TestClient(configuration)
        test.client.publish((0..<100).map { .retained("kiatsu/\($0)", "1") })
        try test.client.start()
        let complaint = await test.first { event in if case .refused = event { true } else { event == .drained } }
        #expect(complaint == .refused(topic: "kiatsu/4", reason: .outboxFull))
        #expect(await test.first { event in if case .refused = event { true } else { event == .drained } } == .drained)
    }

    @Test func `what the broker grants is known, and how long a message is still worth anything`() async throws {
        let broker = try Broker(Broker.openToAll + ["max_packet_size 2000", "max_qos 1", "max_inflight_messages 7"])
        let options = ["-D", "publish", "message-expiry-interval", "900"]
        try broker.publish("kiatsu/a", "1", retained: true, options: options)
        var configuration = ClientConfiguration.test(broker)
        configuration.subscriptions = [Subscription(filter: "kiatsu/#")]
        let test = try TestClient(configuration)
        #expect(test.client.acknowledgement == nil)
        try test.client.start()
        await test.connected()
        let granted = try #require(test.client.acknowledgement)
        #expect(granted.maximumPacketSize == 2000 && granted.receiveMaximum == 7 && granted.retainAvailable)
        #expect(granted.maximumQualityOfService == 1 && granted.hasWildcardSubscriptions)
        let expiry = try #require(await test.received()?.expirySeconds)
        #expect((800...900).contains(expiry))
    }

    @Test func `a broker that keeps nothing is warned of`() async throws {
        let broker = try Broker(Broker.openToAll + ["retain_available false"])
        let test = try TestClient(.test(broker))
        try test.client.start()
        guard case .warning(let text) = await test.complaint() else {
            Issue.record("no warning")
            return
        }
        #expect(text.contains("retained"))
    }
}
