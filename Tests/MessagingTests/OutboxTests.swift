import TestSupport
import Testing

@testable import Messaging

@Suite struct OutboxTests {
    private let now = ContinuousClock.now

    private func makeOutbox(byteLimit: Int = 1 << 20) -> Outbox {
        var outbox = Outbox(byteLimit: byteLimit)
        outbox.connected()
        return outbox
    }

    private func take(_ limit: Int, from outbox: inout Outbox, at instant: ContinuousClock.Instant? = nil)
        -> [Outbox.Departure]
    {
        var departures: [Outbox.Departure] = []
        outbox.take(upTo: limit, now: instant ?? now, into: &departures)
        return departures
    }

    @Test func `the last value of a topic wins and keeps the topic's place`() {
        var outbox = makeOutbox()
        for message: OutgoingMessage in [.retained("a", "1"), .retained("b", "1"), .retained("a", "2")] {
            #expect(outbox.put(message, now: now) == true)
        }
        let departures = take(10, from: &outbox)
        #expect(departures.map(\.message.topic) == ["a", "b"])
        #expect(departures.map(\.message.text) == ["2", "1"])
    }

    @Test func `a newer value waits until the one in flight is acknowledged`() throws {
        var outbox = makeOutbox()
        #expect(outbox.put(.retained("a", "1"), now: now) == true)
        let first = try #require(take(10, from: &outbox).first)
        #expect(outbox.put(.retained("a", "2"), now: now) == true)
        #expect(take(10, from: &outbox).isEmpty)
        outbox.settle(first.slot)
        #expect(take(10, from: &outbox).map(\.message.text) == ["2"])
    }

    @Test func `what was in flight goes back to the front unless a newer value is there`() {
        var outbox = makeOutbox()
        for topic in ["a", "b", "c"] { #expect(outbox.put(.retained(topic, "1"), now: now) == true) }
        #expect(take(2, from: &outbox).map(\.message.topic) == ["a", "b"])
        #expect(outbox.put(.retained("b", "2"), now: now) == true)
        outbox.connectionLost()
        #expect(outbox.inFlightCount == 0)
        let departures = take(10, from: &outbox)
        #expect(departures.map(\.message.topic) == ["a", "b", "c"])
        #expect(departures.map(\.message.text) == ["1", "2", "1"])
    }

    @Test func `answers go before retained values and are dropped with the connection`() {
        var outbox = makeOutbox()
        #expect(outbox.put(.retained("a", "1"), now: now) == true)
        #expect(outbox.put(.answer("r", "1"), now: now) == true)
        #expect(outbox.put(.answer("r", "2"), now: now) == true)
        #expect(take(1, from: &outbox).map(\.message.text) == ["1"])
        outbox.connectionLost()
        #expect(outbox.put(.answer("r", "3"), now: now) == true)
        #expect(outbox.droppedAnswerCount == 3)
        outbox.connected()
        #expect(take(10, from: &outbox).map(\.message.topic) == ["a"])
    }

    @Test func `the oldest answer gives way when too many wait`() {
        var outbox = makeOutbox(byteLimit: .max)
        for number in 0...Outbox.answerLimit { #expect(outbox.put(.answer("r", "\(number)"), now: now) == true) }
        #expect(outbox.count == Outbox.answerLimit)
        #expect(outbox.droppedAnswerCount == 1)
        #expect(take(1, from: &outbox).map(\.message.text) == ["1"])
    }

    @Test func `answers and what they are recognised by leave room for retained values`() {
        var outbox = makeOutbox(byteLimit: 80_000)
        for number in 0..<100 {
            var answer = OutgoingMessage.answer("r", "\(number)")
            answer.correlationData = Array(repeating: 0, count: 4000)
            #expect(outbox.put(answer, now: now) == true)
        }
        #expect(outbox.count == 2)
        #expect((8000...10_000).contains(outbox.byteCount))
        #expect(outbox.droppedAnswerCount == 98)
        #expect(outbox.put(.retained("a", String(repeating: "x", count: 60_000)), now: now) == true)
        #expect(take(10, from: &outbox).map(\.message.topic) == ["r", "r", "a"])
    }

    @Test func `an answer that alone is too large is dropped and no other gives way for it`() {
        var outbox = makeOutbox(byteLimit: 8000)
        #expect(outbox.put(.answer("r", "1"), now: now) == true)
        #expect(outbox.put(.answer("r", String(repeating: "x", count: 1000)), now: now) == true)
        #expect(outbox.droppedAnswerCount == 1)
        #expect(take(10, from: &outbox).map(\.message.text) == ["1"])
        outbox.connectionLost()
        #expect(outbox.byteCount == 0)
    }

    @Test func `an expired message is dropped and counted`() {
        var outbox = makeOutbox()
        #expect(outbox.put(.retained("a", "1", lifetime: .seconds(10)), now: now) == true)
        #expect(outbox.put(.retained("b", "1"), now: now) == true)
        #expect(take(10, from: &outbox, at: now + .seconds(10)).map(\.message.topic) == ["b"])
        #expect(outbox.expiredCount == 1)
        #expect(outbox.count == 1)
    }

    @Test(arguments: [
        (Duration.zero, UInt32(10)), (.milliseconds(1), 10), (.milliseconds(1000), 9), (.milliseconds(9999), 1),
        (.milliseconds(-1), 10),
    ])
    func `the expiry is what is left at the moment of sending, rounded up`(waited: Duration, seconds: UInt32) {
        var outbox = makeOutbox()
        #expect(outbox.put(.retained("a", "1", lifetime: .seconds(10)), now: now) == true)
        #expect(take(1, from: &outbox, at: now + waited).map(\.expirySeconds) == [seconds])
    }

    @Test func `what does not fit is refused and its older value is not sent in its place`() {
        var outbox = makeOutbox(byteLimit: 1000)
        let large = String(repeating: "x", count: 900)
        #expect(outbox.put(.retained("a", "1"), now: now) == true)
        #expect(outbox.put(.retained("b", "1"), now: now) == true)
        #expect(outbox.put(.retained("c", large), now: now) == false)
        #expect(outbox.put(.retained("a", large), now: now) == false)
        #expect(take(10, from: &outbox).map(\.message.topic) == ["b"])
    }

    @Test(arguments: UInt64(0)..<200)
    func `whatever happens, each topic ends with its newest value and never has two in flight`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var outbox = makeOutbox()
        var newest: [String: Int] = [:]
        var delivered: [String: Int] = [:]
        var flights: [Outbox.Departure] = []
        func settle(_ index: Int) {
            let flight = flights.remove(at: index)
            delivered[flight.message.topic] = Int(flight.message.text)
            outbox.settle(flight.slot)
        }
        for number in 0..<400 {
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<10:
                let topic = "t\(Int.random(in: 0..<12, using: &random))"
                newest[topic] = number
                #expect(outbox.put(.retained(topic, "\(number)"), now: now) == true)
            case 10..<14:
                let departures = take(Int.random(in: 0..<5, using: &random), from: &outbox)
                for departure in departures { #expect(newest[departure.message.topic] == Int(departure.message.text)) }
                flights += departures
            case 14..<19 where !flights.isEmpty: settle(Int.random(in: 0..<flights.count, using: &random))
            case 19:
                // The broker may have got what was in flight, or not.
                outbox.connectionLost()
                outbox.connected()
                flights = []
            default: break
            }
            #expect(Set(flights.map(\.message.topic)).count == flights.count)
            #expect(outbox.inFlightCount == flights.count)
            #expect(outbox.count <= newest.count)
        }
        while outbox.count > 0 {
            flights += take(3, from: &outbox)
            settle(0)
        }
        #expect(delivered == newest)
        #expect(outbox.byteCount == 0)
    }

    @Test func `answers without end, each to a topic of its own, are bounded and hold up no retained value`() {
        let limit = 1 << 20
        var outbox = makeOutbox(byteLimit: limit)
        func endless(_ name: String) -> OutgoingMessage {
            OutgoingMessage(
                topic: "kiatsu/bridge/response/\(name)",
                payload: [1],
                isRetained: false,
                lifetime: .seconds(60)
            )
        }
        for number in 0..<50_000 {
            #expect(outbox.put(endless("\(number)"), now: now) == true)
        }
        #expect(outbox.byteCount <= limit / 8 && outbox.count + outbox.droppedAnswerCount == 50_000)
        #expect(outbox.displacedAnswerCount == outbox.droppedAnswerCount)
        #expect(outbox.hurriedCount == 0)
        let topics = (0..<20).map { "hour\($0)" }
        for topic in topics { #expect(outbox.put(.retained(topic, "1"), now: now) == true) }
        var seen: [String] = []
        for round in 0..<(Outbox.mostAnswersInARow + 1) * topics.count {
            for departure in take(1, from: &outbox) {
                if departure.message.isRetained { seen.append(departure.message.topic) }
                outbox.settle(departure.slot)
            }
            // There is never an end of those who ask.
            #expect(outbox.put(endless("again/\(round)"), now: now) == true)
        }
        #expect(seen == topics)
    }
}
