import TestSupport
import Testing

@testable import Messaging

/// Brokers that turn away who wants all of MQTT.
@Suite(.timeLimit(.minutes(4))) struct ConcessionTests {
    private func configuration(_ broker: Broker, port: UInt16? = nil) -> ClientConfiguration {
        var configuration = ClientConfiguration.test(broker)
        if let port { (configuration.host, configuration.port) = ("127.0.0.1", port) }
        configuration.will = .retained("kiatsu/state", "offline")
        configuration.onConnect = [.retained("kiatsu/state", "online")]
        return configuration
    }

    @Test(arguments: [
        OldBroker.Manner.answer([0x20, 2, 0, 1]), .answer([0x20, 3, 0, 0x84, 0]), .answer([]), .silence,
    ])
    func `a broker without MQTT 5 is spoken to by 3.1.1, which is told and remembered`(
        manner: OldBroker.Manner
    ) async throws {
        let broker = try Broker()
        let old = try OldBroker(before: broker, manner)
        var configuration = configuration(broker, port: old.port)
        configuration.fallsBackToOlderVersion = true
        let test = try TestClient(configuration)
        test.client.publish([.retained("kiatsu/a", "1")])
        try test.client.start()
        guard case .warning(let text) = await test.complaint() else {
            Issue.record("no warning")
            return
        }
        #expect(text.contains("mqtt.protocol: 3.1.1"))
        #expect(test.client.acknowledgement?.protocolVersion == .v311)
        await test.drained()
        // Another client of its name throws it out.
        try broker.publish("others", "1", options: ["-i", "kiatsu"])
        _ = await test.disconnected()
        await test.connected()
        #expect(old.levels.elements.first == 5 && !old.levels.elements.dropFirst().contains(5))
        test.client.publish([.retained("kiatsu/a", "2")])
        await test.drained()
        let stored = try await BrokerObserver.retained(in: broker).mapValues(\.text)
        #expect(stored == ["kiatsu/a": "2", "kiatsu/state": "online"])
        await test.client.stop(within: .seconds(60))
    }

    @Test(arguments: [OldBroker.Manner.answer([0x20, 2, 0, 1]), .answer([])])
    func `a version that is wanted is not departed from`(manner: OldBroker.Manner) async throws {
        let broker = try Broker()
        let old = try OldBroker(before: broker, manner)
        let test = try TestClient(configuration(broker, port: old.port))
        try test.client.start()
        #expect(await test.disconnected() != nil)
        _ = try await old.levels.first(since: 3) { _ in true }
        #expect(Set(old.levels.elements) == [5])
        await test.client.stop(within: .seconds(60))
    }

    @Test(arguments: [ClientConfiguration.ProtocolVersion.v5, .v311], ["retain_available false", "max_qos 0"])
    func `a broker that retains nothing, or acknowledges nothing, lets us in`(
        version: ClientConfiguration.ProtocolVersion,
        limit: String
    ) async throws {
        let broker = try Broker(Broker.openToAll + [limit])
        var configuration = configuration(broker)
        configuration.protocolVersion = version
        configuration.subscriptions = [Subscription(filter: "ask")]
        let test = try TestClient(configuration)
        let observer = try await BrokerObserver(broker)
        test.client.publish([.retained("kiatsu/a", "1")])
        try test.client.start()
        guard case .warning(let text) = await test.complaint() else {
            Issue.record("no warning")
            return
        }
        let isRetaining = limit == "max_qos 0"
        #expect(text.contains(isRetaining ? "max_qos" : "retained messages"), "\(text)")
        #expect(await observer.first { $0.topic == "kiatsu/a" }?.text == "1")
        test.client.publish([.answer("ask", "ours")])
        #expect(await test.received()?.payload == Array("ours".utf8))
        if isRetaining {
            let late = try await BrokerObserver(broker)
            #expect(await late.first { $0.topic == "kiatsu/a" }?.isRetained == true)
        } else {
            #expect(try await BrokerObserver.retained(in: broker).isEmpty)
        }
        // One that lets in who wants all is asked for all again.
        try broker.restart(Broker.openToAll)
        await test.connected()
        test.client.publish([.retained("kiatsu/a", "2")])
        await test.drained()
        #expect(try await BrokerObserver.retained(in: broker)["kiatsu/a"]?.text == "2")
        broker.kill()
        await test.client.stop(within: .seconds(60))
    }

    @Test func `what is tried comes to an end, and begins with the newer version`() {
        var configuration = ClientConfiguration(host: "broker", clientID: "kiatsu")
        configuration.fallsBackToOlderVersion = true
        configuration.will = .retained("kiatsu/state", "offline")
        var tried = [Concessions()]
        while tried.count < 10, let next = tried.last?.next(after: .end, configuration) { tried.append(next) }
        #expect(tried.map(\.speaksOlderVersion) == [false, true, true, true, true])
        #expect(tried.map(\.retainsNothing) == [false, false, true, false, true])
        #expect(tried.map(\.acknowledgesNothing) == [false, false, false, true, true])
        #expect(Concessions(speaksOlderVersion: true).next(after: .silence, configuration) == nil)
        #expect(Concessions(speaksOlderVersion: true).remembered(after: .seconds(3600)) == Concessions())
    }
}
