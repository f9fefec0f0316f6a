import TestSupport
import Testing

@testable import Messaging

extension OutgoingMessage {
    fileprivate static func patient(_ topic: String, _ text: String) -> OutgoingMessage {
        OutgoingMessage(topic: topic, payload: Array(text.utf8), isPatient: true)
    }

    fileprivate static func patient(_ topic: String, bytes: Int) -> OutgoingMessage {
        OutgoingMessage(topic: topic, payload: Array(repeating: 0, count: bytes), isPatient: true)
    }
}

@Suite struct PatientOutboxTests {
    private let now = ContinuousClock.now

    private func makeOutbox(byteLimit: Int = 64 << 20, _ messages: [OutgoingMessage] = []) -> Outbox {
        var outbox = Outbox(byteLimit: byteLimit)
        outbox.connected()
        for message in messages { #expect(outbox.put(message, now: now) == true) }
        return outbox
    }

    private func take(_ limit: Int, from outbox: inout Outbox) -> [Outbox.Departure] {
        var departures: [Outbox.Departure] = []
        outbox.take(upTo: limit, now: now, into: &departures)
        return departures
    }

    private func put(_ message: OutgoingMessage, in outbox: inout Outbox) {
        #expect(outbox.put(message, now: now) == true)
    }

    @Test func `patient messages let all others go first`() {
        var outbox = makeOutbox([.patient("p", "1"), .retained("a", "1"), .patient("q", "1"), .answer("r", "1")])
        #expect(take(10, from: &outbox).map(\.message.topic) == ["r", "a", "p", "q"])
    }

    @Test func `a newer value goes behind all that were handed over before it, in flight or not`() {
        var outbox = makeOutbox([.patient("png", "1"), .patient("told", "1")])
        #expect(take(1, from: &outbox).map(\.message.topic) == ["png"])
        // The picture is on its way, what tells of it is not: both are replaced.
        for message: OutgoingMessage in [.patient("png", "2"), .patient("told", "2")] { put(message, in: &outbox) }
        let departures = take(10, from: &outbox)
        #expect(departures.map(\.message.topic) == ["png", "told"])
        #expect(departures.map(\.message.text) == ["2", "2"])
    }

    @Test func `after a broken connection only the newest values are sent, in their order`() {
        var outbox = makeOutbox([.patient("png", "1"), .patient("told", "1")])
        #expect(take(10, from: &outbox).count == 2)
        for message: OutgoingMessage in [.patient("png", "2"), .patient("told", "2")] { put(message, in: &outbox) }
        #expect(take(10, from: &outbox).map(\.message.text) == ["2", "2"])
        outbox.connectionLost()
        outbox.connected()
        let departures = take(10, from: &outbox)
        #expect(departures.map { "\($0.message.topic) \($0.message.text)" } == ["png 2", "told 2"])
        for departure in departures { outbox.settle(departure.slot) }
        #expect(outbox.count == 0 && outbox.byteCount == 0)
    }

    @Test func `what clears a topic takes the place of a patient message, and comes after one in flight`() {
        var outbox = makeOutbox([.patient("png", "1"), .patient("raw", "1")])
        let first = take(1, from: &outbox)
        for topic in ["png", "raw"] { put(.retained(topic, ""), in: &outbox) }
        let departures = take(10, from: &outbox)
        #expect(departures.map(\.message.topic) == ["png", "raw"] && departures.allSatisfy { $0.message.text == "" })
        for departure in first + departures { outbox.settle(departure.slot) }
        #expect(outbox.count == 0 && outbox.byteCount == 0)
    }

    @Test func `a clearing that waits gives way to a newer picture`() {
        var outbox = makeOutbox([.retained("png", ""), .patient("png", "1")])
        #expect(take(10, from: &outbox).map(\.message.text) == ["1"])
    }

    @Test func `half of the window is left to others`() {
        var outbox = makeOutbox((0..<20).map { .patient("p\($0)", "1") })
        let flights = take(20, from: &outbox)
        #expect(flights.count == 10)
        put(.retained("a", "1"), in: &outbox)
        #expect(take(10, from: &outbox).map(\.message.topic) == ["a"])
        outbox.settle(flights[0].slot)
        outbox.settle(flights[1].slot)
        #expect(take(11, from: &outbox).map(\.message.topic) == ["p10"])
    }

    @Test func `a window of one is enough`() {
        var outbox = makeOutbox([.patient("p", "1"), .patient("q", "1")])
        let first = take(1, from: &outbox)
        #expect(first.map(\.message.topic) == ["p"])
        outbox.settle(first[0].slot)
        #expect(take(1, from: &outbox).map(\.message.topic) == ["q"])
    }

    @Test func `a large message is on its way alone`() {
        var outbox = makeOutbox([.patient("p", bytes: 5_800_000), .patient("q", bytes: 5_800_000)])
        let first = take(100, from: &outbox)
        #expect(first.map(\.message.topic) == ["p"])
        outbox.settle(first[0].slot)
        #expect(take(100, from: &outbox).map(\.message.topic) == ["q"])
    }

    @Test func `patient messages count neither for the room of others, nor those for theirs`() {
        let outbox = makeOutbox([.patient("p", bytes: 1000), .retained("a", "1")])
        #expect(outbox.count == 2 && outbox.hurriedCount == 1)
        #expect(outbox.hasPatientRoom(forBytes: 1 << 19) == true)
        #expect(outbox.hasPatientRoom(forBytes: 1 << 20) == false, "it waits until the others are gone")
        #expect(makeOutbox().hasPatientRoom(forBytes: 24 << 20) == true)
        #expect(outbox.hasPatientRoom(forBytes: 33 << 20) == nil, "never")
        #expect(makeOutbox(byteLimit: 1 << 20).hasPatientRoom(forBytes: 600_000) == nil)
    }

    /// Several topics at random, patient now and then, with and without broken connections.
    @Test(arguments: UInt64(0)..<200)
    func `the last value of each topic arrives last, once all is quiet`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var outbox = makeOutbox()
        var flights: [Outbox.Departure] = []
        var newest: [String: Int] = [:]
        var sent: [String: Int] = [:]
        for number in 0..<400 {
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<10:
                let topic = "t\(Int.random(in: 0..<12, using: &random))"
                newest[topic] = number
                put(
                    Bool.random(using: &random) ? .patient(topic, "\(number)") : .retained(topic, "\(number)"),
                    in: &outbox
                )
            case 10..<14:
                let departures = take(Int.random(in: 0..<5, using: &random), from: &outbox)
                for departure in departures { sent[departure.message.topic] = Int(departure.message.text) }
                flights += departures
            case 14..<19 where !flights.isEmpty: outbox.settle(flights.removeFirst().slot)
            case 19:
                outbox.connectionLost()
                outbox.connected()
                flights = []
            default: break
            }
            #expect(outbox.inFlightCount == flights.count)
        }
        while outbox.count > 0 {
            for departure in take(3, from: &outbox) {
                sent[departure.message.topic] = Int(departure.message.text)
                flights.append(departure)
            }
            outbox.settle(flights.removeFirst().slot)
        }
        #expect(sent == newest)
        #expect(outbox.byteCount == 0 && outbox.hurriedCount == 0 && outbox.hasPatientRoom(forBytes: 32 << 20) == true)
    }
}

@Suite(.timeLimit(.minutes(4))) struct PatientClientTests {
    @Test func `more than may wait at once is handed over piece by piece, and nothing is refused`() async throws {
        let broker = try Broker()
        var configuration = ClientConfiguration.test(broker)
        configuration.outboxByteLimit = 1 << 20
        let test = try TestClient(configuration)
        try test.client.start()
        await test.connected()
        #expect(await test.client.waitForRoom(patientBytes: 600_000) == false)
        for number in 0..<20 {
            #expect(await test.client.waitForRoom(patientBytes: 301_000) == true)
            test.client.publish([.patient("large/\(number)", bytes: 300_000)])
        }
        while test.client.pendingCount > 0 { await test.drained() }
        let retained = try await BrokerObserver.retained(in: broker)
        #expect(retained.count == 20 && retained.values.allSatisfy { $0.payload.count == 300_000 })
        await test.client.stop(within: .seconds(5))
    }
}
