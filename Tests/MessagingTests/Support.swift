import TestSupport
import Testing

@testable import Messaging

/// A client with its events as a stream.
final class TestClient: Sendable {
    let client: Client
    private let events: AsyncStream<ClientEvent>

    init(_ configuration: ClientConfiguration) throws {
        let (events, continuation) = AsyncStream.makeStream(of: ClientEvent.self)
        self.events = events
        client = try Client(configuration: configuration) { continuation.yield($0) }
    }

    /// The next event that fulfils the condition; those before it are gone.
    func first(where condition: (ClientEvent) -> Bool) async -> ClientEvent? {
        for await event in events where condition(event) { return event }
        return nil
    }

    /// The next connection: whether the session was there.
    @discardableResult
    func connected() async -> Bool? {
        guard
            case .connected(let sessionPresent) = await first(where: { if case .connected = $0 { true } else { false } }
            )
        else { return nil }
        return sessionPresent
    }

    func disconnected() async -> ConnectionFailure? {
        let event = await first { if case .disconnected = $0 { true } else { false } }
        guard case .disconnected(let failure) = event else { return nil }
        return failure
    }

    func drained() async { _ = await first { $0 == .drained } }

    func received() async -> IncomingMessage? {
        guard case .received(let message) = await first(where: { if case .received = $0 { true } else { false } })
        else { return nil }
        return message
    }

    /// Returns once the broker has the client's subscriptions, as a message to one of them has come back.
    ///
    /// To be called once it is ``connected()``, which is too early for others to publish: SUBSCRIBE may be on its way
    /// then.
    func subscribed(to topic: String) async throws {
        client.publish([.answer(topic, "here")])
        try #require(await received()?.payload == Array("here".utf8))
    }

    /// The next event that is told in words: a refusal or a warning.
    func complaint() async -> ClientEvent? {
        await first { event in
            switch event {
            case .refused, .warning: true
            default: false
            }
        }
    }
}

extension ClientConfiguration {
    init(_ address: Address, clientID: String) {
        self.init(host: address.host, port: address.port, clientID: clientID)
    }

    /// For a broker of the tests: waits so short that a test need not.
    static func test(_ broker: Broker, id: String = "kiatsu") -> ClientConfiguration {
        var configuration = ClientConfiguration(broker.address, clientID: id)
        let growth = BackoffConfiguration.Growth(initial: .milliseconds(10), maximum: .milliseconds(50))
        configuration.backoff.network = growth
        configuration.backoff.nameResolution = growth
        configuration.backoff.rejection = growth
        configuration.backoff.takenOver = growth
        return configuration
    }
}

extension OutgoingMessage {
    static func retained(_ topic: String, _ text: String, lifetime: Duration? = nil) -> OutgoingMessage {
        OutgoingMessage(topic: topic, payload: Array(text.utf8), lifetime: lifetime)
    }

    static func answer(_ topic: String, _ text: String) -> OutgoingMessage {
        OutgoingMessage(topic: topic, payload: Array(text.utf8), isRetained: false)
    }

    var text: String { String(decoding: payload, as: UTF8.self) }
}
