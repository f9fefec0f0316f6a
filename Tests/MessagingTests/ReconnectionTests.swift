import Foundation
import TestSupport
import Testing

@testable import Messaging

@Suite(.timeLimit(.minutes(4))) struct ReconnectionTests {
    @Test func `a client that starts before its broker waits for it`() async throws {
        let broker = try Broker(on: .port)
        broker.kill()
        let test = try TestClient(.test(broker))
        test.client.publish([.retained("kiatsu/a", "1")])
        try test.client.start()
        let failure = try #require(await test.disconnected())
        #expect(failure.kind == .network)
        #expect(failure.message.contains("mqtt.host"))
        try broker.restart()
        #expect(await test.connected() == false)
        await test.drained()
        #expect(try await BrokerObserver.retained(in: broker)["kiatsu/a"]?.text == "1")
    }

    @Test func `after an outage each topic gets exactly one message, its newest`() async throws {
        let broker = try Broker(on: .port)
        let test = try TestClient(.test(broker))
        try test.client.start()
        await test.connected()
        broker.kill()
        _ = await test.disconnected()
        for round in 1...3 {
            test.client.publish((0..<50).map { .retained("kiatsu/\($0)", "\(round)") })
        }
        #expect(test.client.pendingCount == 50)
        try broker.restart()
        await test.drained()
        let sent = try broker.log.split(separator: "\n").filter { $0.contains("Received PUBLISH from kiatsu") }
        #expect(sent.count == 50)
        let stored = try await BrokerObserver.retained(in: broker)
        #expect(stored.count == 50)
        for message in stored.values { #expect(message.text == "3") }
    }

    @Test(arguments: [ClientConfiguration.ProtocolVersion.v5, .v311])
    func `a broker killed amid a burst and started empty gets every newest value and no older one`(
        version: ClientConfiguration.ProtocolVersion
    ) async throws {
        let broker = try Broker(on: .port)
        var configuration = ClientConfiguration.test(broker)
        configuration.protocolVersion = version
        configuration.onConnect = [.retained("kiatsu/bridge/state", "online")]
        let test = try TestClient(configuration)
        try test.client.start()
        await test.connected()
        let first = (0..<5000).map { OutgoingMessage.retained("kiatsu/\($0)", "first") }
        test.client.publish(first)
        broker.kill()
        _ = await test.disconnected()
        let newer = (0..<100).map { OutgoingMessage.retained("kiatsu/\($0)", "newer") }
        test.client.publish(newer)
        try broker.restart()
        #expect(await test.connected() == false)
        test.client.publish(newer + first[100...])
        await test.drained()
        while test.client.pendingCount > 0 { await test.drained() }
        let stored = try await BrokerObserver.retained(in: broker)
        #expect(stored.count == 5001)
        for number in 0..<5000 {
            #expect(stored["kiatsu/\(number)"]?.text == (number < 100 ? "newer" : "first"))
        }
        #expect(stored["kiatsu/bridge/state"]?.text == "online")
    }

    @Test func `subscriptions come back after a broker that forgot them`() async throws {
        let broker = try Broker(on: .port)
        var configuration = ClientConfiguration.test(broker)
        configuration.subscriptions = [Subscription(filter: "ask")]
        configuration.onConnect = [.answer("ask", "ours")]
        let test = try TestClient(configuration)
        try test.client.start()
        #expect(await test.received()?.payload == Array("ours".utf8))
        broker.kill()
        _ = await test.disconnected()
        try broker.restart()
        // What is sent on connecting comes back, so the subscription went out before it.
        #expect(await test.received()?.payload == Array("ours".utf8))
        try broker.publish("ask", "theirs")
        let third = await test.received()
        let log = try broker.log
        #expect(third?.payload == Array("theirs".utf8), "\(log)")
    }

    @Test func `commands that came while we were away arrive with the kept session`() async throws {
        let broker = try Broker(on: .port)
        var configuration = ClientConfiguration.test(broker)
        configuration.subscriptions = [Subscription(filter: "ask")]
        let before = try TestClient(configuration)
        try before.client.start()
        #expect(await before.connected() == false)
        let observer = try await BrokerObserver(broker)
        before.client.publish([.answer("ask", "here")])
        _ = await observer.first { $0.text == "here" }
        await before.client.stop(within: .seconds(5))
        try broker.publish("ask", "away")
        let after = try TestClient(configuration)
        try after.client.start()
        #expect(await after.connected() == true)
        #expect(await after.received()?.payload == Array("away".utf8))
    }

    @Test(arguments: [ClientConfiguration.ProtocolVersion.v5, .v311])
    func `what the kept session heard before and nobody wants any more is given up`(
        version: ClientConfiguration.ProtocolVersion
    ) async throws {
        let broker = try Broker(on: .port)
        var configuration = ClientConfiguration.test(broker)
        configuration.protocolVersion = version
        configuration.subscriptions = [Subscription(filter: "ask")]
        let before = try TestClient(configuration)
        before.client.setFurtherSubscriptions([Subscription(filter: "phone/#"), Subscription(filter: "van")])
        try before.client.start()
        #expect(await before.connected() == false)
        try await before.subscribed(to: "phone/0")
        try broker.publish("phone/1", "heard")
        #expect(await before.received()?.payload == Array("heard".utf8))
        await before.client.stop(within: .seconds(5))
        configuration.formerFilters = ["ask", "phone/#", "van"]
        let after = try TestClient(configuration)
        after.client.setFurtherSubscriptions([Subscription(filter: "van")])
        try after.client.start()
        #expect(await after.connected() == true)
        // Its own answer tells that the broker has read what was sent before it.
        after.client.publish([.answer("ask", "here")])
        #expect(await after.received()?.payload == Array("here".utf8))
        try broker.publish("phone/1", "not heard")
        try broker.publish("van", "heard")
        #expect(await after.received()?.payload == Array("heard".utf8))
    }

    @Test(arguments: [ClientConfiguration.ProtocolVersion.v5, .v311])
    func `a wrong password is told once, for as long as it is the reason`(
        version: ClientConfiguration.ProtocolVersion
    ) async throws {
        let broker = try Broker(["allow_anonymous false", "password_file $DIRECTORY/users"], files: ["users": ""])
        var configuration = ClientConfiguration.test(broker)
        configuration.protocolVersion = version
        configuration.username = "kiatsu"
        configuration.password = "wrong"
        let test = try TestClient(configuration)
        try test.client.start()
        let refused = try #require(await test.disconnected())
        #expect(refused.kind == .notAuthorized)
        #expect(refused.message.contains("mqtt.username"))
        #expect(!refused.message.contains("wrong"))
        // The waits are short: let it be refused a few times more.
        try await broker.logs("not authorised", times: 4)
        broker.kill()
        #expect(await test.disconnected()?.kind == .network)
    }

    @Test func `a broker that refuses us at first lets us in once it is corrected`() async throws {
        let broker = try Broker(["allow_anonymous false", "password_file $DIRECTORY/users"], files: ["users": ""])
        let test = try TestClient(.test(broker))
        try test.client.start()
        #expect(await test.disconnected()?.kind == .notAuthorized)
        let file = broker.directory.appending(path: "mosquitto.conf")
        let text = try String(contentsOf: file, encoding: .utf8)
        try Data(text.replacing("allow_anonymous false", with: "allow_anonymous true").utf8).write(to: file)
        try broker.restart()
        #expect(await test.connected() == false)
    }

    @Test func `two clients with one identifier are told of each other`() async throws {
        let broker = try Broker(on: .port)
        let one = try TestClient(.test(broker))
        let other = try TestClient(.test(broker))
        try one.client.start()
        try other.client.start()
        let failure = await one.first { event in
            if case .disconnected(let failure) = event { failure.message.contains("mqtt.client_id") } else { false }
        }
        guard case .disconnected(let takenOver) = failure else {
            Issue.record("not told")
            return
        }
        #expect([.takenOver, .shortLived].contains(takenOver.kind))
    }

    @Test func `a name without an address is told apart from a broker that is away`() async throws {
        let broker = try Broker(on: .port)
        var configuration = ClientConfiguration.test(broker)
        // Refused by the resolver itself: no label may be that long.
        configuration.host = String(repeating: "x", count: 70) + ".invalid"
        let test = try TestClient(configuration)
        try test.client.start()
        #expect(await test.disconnected()?.kind == .nameResolution)
    }
}
