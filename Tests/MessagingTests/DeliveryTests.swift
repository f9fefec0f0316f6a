import TestSupport
import Testing

@testable import Messaging

/// The watched values that the broker does not have.
@Suite(.timeLimit(.minutes(4))) struct DeliveryTests {
    private let now = ContinuousClock.now

    private func watched(_ topic: String, _ text: String = "1") -> OutgoingMessage {
        var message = OutgoingMessage.retained(topic, text)
        message.isWatched = true
        return message
    }

    private func outbox(_ messages: OutgoingMessage...) -> Outbox {
        var outbox = Outbox(byteLimit: 1 << 20)
        outbox.connected()
        for message in messages { #expect(outbox.put(message, now: now) == true) }
        return outbox
    }

    private func take(from outbox: inout Outbox) -> [SlotTable.Index] {
        var departures: [Outbox.Departure] = []
        outbox.take(upTo: 10, now: now, into: &departures)
        return departures.map(\.slot)
    }

    @Test func `a value is missing until its newest is acknowledged, wherever it waits`() {
        var outbox = outbox(watched("a"), .retained("b", "1"), watched("c"))
        #expect(Set(outbox.deliveries.all.map(\.topic)) == ["a", "c"])
        let slots = take(from: &outbox)
        #expect(outbox.put(watched("a", "2"), now: now) == true)
        for slot in slots { outbox.settle(slot) }
        #expect(outbox.deliveries.all == [MissingValue(topic: "a", number: 3)], "the newer one waits")
        _ = take(from: &outbox)
        outbox.connectionLost()
        #expect(outbox.deliveries.all.map(\.lossCount) == [1])
        outbox.discardWaiting()
        #expect(outbox.count == 0 && outbox.deliveries.all.map(\.topic) == ["a"])
        outbox.connected()
        #expect(outbox.put(watched("a", "3"), now: now) == true)
        for slot in take(from: &outbox) { outbox.settle(slot) }
        #expect(outbox.deliveries.all.isEmpty)
    }

    @Test func `a topic that is cleared is missing no more`() {
        var outbox = outbox(watched("a"))
        #expect(outbox.put(.retained("a", ""), now: now) == true)
        #expect(outbox.deliveries.all.isEmpty)
    }

    @Test func `there is a bound for topics that come and go and are never taken`() {
        var outbox = Outbox(byteLimit: 1 << 30)
        for number in 0..<70_000 { _ = outbox.put(watched("\(number)"), now: now) }
        #expect(outbox.deliveries.all.count == 65_536)
    }

    @Test func `why it is missing is told for as long as it is`() async throws {
        let rules = "topic readwrite yes/#\ntopic read #\n"
        let limited = Broker.openToAll + ["acl_file $DIRECTORY/rules", "max_packet_size 300"]
        let broker = try Broker(limited, files: ["rules": rules])
        let test = try TestClient(.test(broker))
        test.client.publish([
            watched("yes/a"), watched("no/b"), watched("yes/c", String(repeating: "x", count: 400)),
        ])
        try test.client.start()
        await test.drained()
        var reasons = Dictionary(uniqueKeysWithValues: test.client.missingValues.map { ($0.topic, $0.reason) })
        #expect(reasons == ["no/b": .broker(code: 0x87), "yes/c": .tooLarge(limit: 300)])
        test.client.publish([watched("yes/c", "short")])
        await test.drained()
        reasons = Dictionary(uniqueKeysWithValues: test.client.missingValues.map { ($0.topic, $0.reason) })
        #expect(reasons == ["no/b": .broker(code: 0x87)])
        await test.client.stop(within: .seconds(60))
    }
}
