import Foundation
import TestSupport
import Testing

@testable import Messaging

private let rules = "topic readwrite #\n"
private let nothing = "topic read kiatsu/#\n"

/// Values that the broker refuses wait for it to think better of it.
@Suite(.timeLimit(.minutes(4))) struct RefusalTests {
    private func broker(_ rules: String) throws -> Broker {
        try Broker(Broker.openToAll + ["acl_file $DIRECTORY/rules"], files: ["rules": rules])
    }

    private func change(_ broker: Broker, to rules: String) async throws {
        try Data(rules.utf8).write(to: broker.directory.appending(path: "rules"))
        try await broker.reload()
    }

    @Test func `a refused value is told once and arrives when the broker's rules allow it`() async throws {
        let broker = try broker(nothing)
        var configuration = ClientConfiguration.test(broker)
        configuration.onConnect = [.retained("kiatsu/bridge/state", "online")]
        let test = try TestClient(configuration)
        let recorder = Recorder<ClientEvent>()
        test.client.publish([.retained("kiatsu/a", "1"), .retained("kiatsu/b", "1"), .answer("kiatsu/c", "1")])
        try test.client.start()
        for _ in 0..<3 { if let event = await test.complaint() { recorder.append(event) } }
        let reason = RefusalReason.broker(code: 0x87)
        #expect(
            recorder.elements == [
                .refused(topic: "kiatsu/bridge/state", reason: reason), .refused(topic: "kiatsu/a", reason: reason),
                .refused(topic: "kiatsu/b", reason: reason),
            ]
        )
        #expect(reason.description.contains("access rules"))
        test.client.publish([.retained("kiatsu/a", "2")])
        try await broker.logs("Denied PUBLISH", times: 12)
        try await change(broker, to: rules)
        let next = await test.first { event in
            switch event {
            case .refused, .accepted: true
            default: false
            }
        }
        #expect(next == .accepted, "told once")
        #expect(test.client.refusedCount == 0)
        let stored = try await BrokerObserver.retained(in: broker)
        #expect(stored.mapValues(\.text) == ["kiatsu/a": "2", "kiatsu/b": "1", "kiatsu/bridge/state": "online"])
    }

    @Test func `refused values keep nobody waiting`() async throws {
        let broker = try broker(nothing)
        var configuration = ClientConfiguration.test(broker)
        configuration.backoff.rejection = .init(initial: .seconds(3600), maximum: .seconds(3600))
        let test = try TestClient(configuration)
        test.client.publish((0..<2000).map { .retained("kiatsu/\($0)", "1") })
        var picture = OutgoingMessage.retained("kiatsu/picture", String(repeating: "x", count: 800_000))
        picture.isPatient = true
        test.client.publish([picture])
        try test.client.start()
        await test.drained()
        #expect(test.client.pendingCount == 0 && test.client.refusedCount == 2001)
        await test.client.waitForRoom()
        #expect(await test.client.waitForRoom(patientBytes: 800_000))
        try await change(broker, to: rules)
        test.client.publish([.retained("kiatsu/7", "2")])
        await test.drained()
        #expect(try await BrokerObserver.retained(in: broker).mapValues(\.text) == ["kiatsu/7": "2"])
        await test.client.stop(within: .seconds(60))
    }

    @Test func `a message too large is told once a topic in each connection`() async throws {
        let limited = Broker.openToAll + ["max_packet_size 300"]
        let broker = try Broker(limited)
        let test = try TestClient(.test(broker))
        let large = String(repeating: "x", count: 400)
        try test.client.start()
        for topic in ["a", "b"] {
            test.client.publish([.retained("kiatsu/\(topic)", large)])
            #expect(await test.complaint() == .refused(topic: "kiatsu/\(topic)", reason: .tooLarge(limit: 300)))
        }
        test.client.publish([.retained("kiatsu/a", large), .retained("kiatsu/b", large), .retained("kiatsu/#", "")])
        #expect(await test.complaint() == .refused(topic: "kiatsu/#", reason: .invalidTopic), "nothing before it")
        try broker.restart(Broker.openToAll + ["max_packet_size 310"])
        await test.connected()
        test.client.publish([.retained("kiatsu/a", large)])
        #expect(await test.complaint() == .refused(topic: "kiatsu/a", reason: .tooLarge(limit: 310)))
        try broker.restart(Broker.openToAll)
        await test.connected()
        test.client.publish([.retained("kiatsu/a", large)])
        await test.drained()
        #expect(try await BrokerObserver.retained(in: broker).keys.sorted() == ["kiatsu/a"])
    }

    @Test func `of two clients with one identifier each is told, and the one that is left settles`() async throws {
        let broker = try Broker()
        let one = try TestClient(.test(broker))
        let other = try TestClient(.test(broker))
        try one.client.start()
        try other.client.start()
        // The first ones may look as if the connection had been lost.
        var toldCount = 0
        while toldCount < 6, let failure = await one.disconnected() {
            if [.takenOver, .shortLived].contains(failure.kind) { toldCount += 1 }
        }
        #expect(toldCount == 6)
        await other.client.stop(within: .seconds(60))
        // The last of its takeovers may still be told.
        while !Task.isCancelled {
            await one.connected()
            one.client.publish([.retained("kiatsu/a", "1")])
            guard case .drained = await one.first(where: { if case .connected = $0 { false } else { true } }) else {
                continue
            }
            break
        }
        #expect(try await BrokerObserver.retained(in: broker)["kiatsu/a"]?.text == "1")
    }
}
