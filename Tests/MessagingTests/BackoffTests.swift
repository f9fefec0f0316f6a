import TestSupport
import Testing

@testable import Messaging

@Suite struct BackoffTests {
    @Test(arguments: [
        (ConnectionFailure.Kind.network, Duration.seconds(1), Duration.seconds(30)),
        (.nameResolution, .seconds(1), .seconds(60)),
        (.notAuthorized, .seconds(30), .seconds(300)),
        (.protocolVersion, .seconds(30), .seconds(300)),
        (.takenOver, .seconds(30), .seconds(300)), (.shortLived, .seconds(30), .seconds(300)),
    ])
    func `waits double up to the kind's longest, give or take a quarter, and never beyond`(
        kind: ConnectionFailure.Kind,
        initial: Duration,
        maximum: Duration
    ) {
        var random = SeededGenerator(seed: 7)
        var backoff = Backoff(BackoffConfiguration())
        var expected = initial
        for _ in 0..<100 {
            let delay = backoff.nextDelay(after: kind, using: &random)
            #expect(delay >= expected * 0.75 && delay <= min(expected * 1.25, maximum))
            expected = min(expected * 2, maximum)
        }
    }

    @Test func `a connection that lasted a minute starts the waits afresh`() {
        var random = SeededGenerator(seed: 7)
        var backoff = Backoff(BackoffConfiguration())
        for _ in 0..<10 { _ = backoff.nextDelay(after: .network, using: &random) }
        #expect(backoff.connectionEnded(lasted: .seconds(59)) == false)
        #expect(backoff.nextDelay(after: .network, using: &random) > .seconds(20))
        #expect(backoff.connectionEnded(lasted: .seconds(60)) == false)
        #expect(backoff.nextDelay(after: .network, using: &random) < .seconds(2))
    }

    @Test func `two clients that take the connection from each other do so less and less often`() {
        var random = SeededGenerator(seed: 7)
        var clients = [Backoff(BackoffConfiguration()), Backoff(BackoffConfiguration())]
        var wait = Duration.seconds(30)
        for turn in 0..<40 {
            // Connected for as long as the other one waited.
            _ = clients[turn % 2].connectionEnded(lasted: wait)
            #expect(clients[turn % 2].isRepetition(.takenOver) == (turn > 1))
            wait = clients[turn % 2].nextDelay(after: .takenOver, using: &random)
            if turn > 10 { #expect(wait >= .seconds(225)) }
        }
        _ = clients[0].connectionEnded(lasted: .seconds(600))
        #expect(!clients[0].isRepetition(.takenOver))
        #expect(clients[0].nextDelay(after: .takenOver, using: &random) < .seconds(40))
    }

    @Test func `three short connections in a row are no accident, a broker that was away in between is one`() {
        var backoff = Backoff(BackoffConfiguration())
        #expect([1, 2, 3].map { backoff.connectionEnded(lasted: .seconds($0)) } == [false, false, true])
        #expect(backoff.connectionEnded(lasted: nil) == false)
        #expect(backoff.connectionEnded(lasted: .seconds(1)) == false)
    }

    @Test(arguments: [
        (UInt8(0x84), "mqtt.protocol: 3.1.1"), (0x87, "mqtt.username"), (5, "mqtt.username"), (4, "mqtt.username"),
        (0x85, "mqtt.client_id"), (0x88, "mqtt.host"),
    ])
    func `a refusal tells what to do`(code: UInt8, advice: String) {
        let configuration = ClientConfiguration(host: "broker", clientID: "kiatsu")
        let end = ConnectionEnd(connectReason: code)
        let message = end.failure(nextAttempt: .seconds(30), configuration: configuration).message
        #expect(message.contains(advice))
        #expect(message.contains("tries again in 30 s"))
    }

    @Test(arguments: [ClientConfiguration.ProtocolVersion.v5, .v311])
    func `of short connections the likeliest causes are told first, and another client is no more than one`(
        version: ClientConfiguration.ProtocolVersion
    ) throws {
        var configuration = ClientConfiguration(host: "broker", clientID: "desk")
        configuration.protocolVersion = version
        let end = ConnectionEnd(.shortLived, "The broker ended several connections in a row.")
        let message = end.failure(nextAttempt: .seconds(30), configuration: configuration).message
        #expect(!message.contains("..") && message.contains("its rules forbid") && message.contains("desk"))
        let client = try #require(message.firstRange(of: "another client")).lowerBound
        let memory = try #require(message.firstRange(of: "out of memory")).lowerBound
        #expect(client < memory)
    }

    @Test func `nothing that prints a configuration prints its password`() {
        var configuration = ClientConfiguration(host: "broker", clientID: "kiatsu")
        configuration.password = "hunter2"
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", String(reflecting: configuration), dumped] {
            #expect(!text.contains("hunter2"))
        }
    }
}
