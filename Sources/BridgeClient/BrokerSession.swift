package import Messaging
package import Support
package import Time

/// A connection for one examination, with the messages that have come on it so far.
///
/// It is for one task: events are taken in while that waits, and at no other time.
package final class BrokerSession {
    private enum Event: Sendable {
        case broker(ClientEvent)
        /// The wait of this number has lasted long enough.
        case late(Int)
    }

    /// More than an examination needs of what others publish meanwhile.
    private static let mostEvents = 4096
    private static let mostMessages = 2048

    private let client: Client
    private let clock: any WallClock
    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private let subscriptions: [Subscription]
    private var waits = 0
    private var isDrained = false

    /// In the order in which they came.
    package private(set) var received: [IncomingMessage] = []
    /// By topic or filter.
    package private(set) var refusals: [String: RefusalReason] = [:]
    /// True once the broker has let us in.
    package private(set) var isConnected = false
    /// The reason why there is no connection, or no longer.
    package private(set) var failure: ConnectionFailure?
    /// True if the broker left a message unanswered.
    package private(set) var isSilent = false

    /// `configuration`'s subscriptions are made when ``subscribe(also:)`` is called, and not before.
    ///
    /// `isKept` decides on the client's thread which messages count as received; it may take in the others itself.
    package init(
        _ configuration: ClientConfiguration,
        clock: any WallClock,
        isKept: @escaping @Sendable (IncomingMessage) -> Bool = { _ in true }
    ) throws(SystemError) {
        var configuration = configuration
        subscriptions = configuration.subscriptions
        configuration.subscriptions = []
        let (events, continuation) = AsyncStream.makeStream(
            of: Event.self,
            bufferingPolicy: .bufferingOldest(Self.mostEvents)
        )
        (self.events, self.continuation, self.clock) = (events, continuation, clock)
        client = try Client(configuration: configuration) { event in
            if case .received(let message) = event, !isKept(message) { return }
            continuation.yield(.broker(event))
        }
    }

    /// The broker's answer to the connection; nil without one.
    package var acknowledgement: ConnectAcknowledgement? { client.acknowledgement }
    /// The time on the session's clock.
    package var now: UTCInstant { clock.now }

    /// Returns true if the broker accepted the connection within the limit.
    package func connect(atMost limit: Duration) async throws(SystemError) -> Bool {
        try client.start()
        return await wait(atMost: limit) { $0.isConnected || $0.failure != nil } && isConnected
    }

    /// Subscribes to the session's own filters and to this one, which is given up with the next call.
    package func subscribe(also filter: String?) {
        client.setFurtherSubscriptions(subscriptions + (filter.map { [Subscription(filter: $0)] } ?? []))
    }

    /// True if the connection is lost or does not answer.
    package var isOver: Bool { failure != nil || isSilent }

    /// Returns true if the broker has answered all messages within the limit; refusals count as answers.
    ///
    /// A broker that once did not is not asked again.
    package func publish(_ messages: [OutgoingMessage], atMost limit: Duration = .seconds(5)) async -> Bool {
        guard !isOver else { return false }
        for message in messages { refusals[message.topic] = nil }
        isDrained = false
        client.publish(messages)
        let isAnswered = await wait(atMost: limit) { session in
            session.isDrained || messages.allSatisfy { session.refusals[$0.topic] != nil }
        }
        isSilent = !isAnswered && failure == nil
        return isAnswered
    }

    /// Takes events in until the condition holds, the connection is lost or the limit has passed.
    ///
    /// Returns true if the condition holds.
    @discardableResult
    package func wait(atMost limit: Duration, until isMet: (BrokerSession) -> Bool) async -> Bool {
        guard !isMet(self), failure == nil else { return isMet(self) }
        waits += 1
        let number = waits
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { [clock, continuation] in
                guard (try? await clock.pause(for: limit)) != nil else { return }
                continuation.yield(.late(number))
            }
            defer { group.cancelAll() }
            for await event in events {
                switch event {
                case .late(number): return isMet(self)
                case .late: continue
                case .broker(let event): take(event)
                }
                if isMet(self) || failure != nil { return isMet(self) }
            }
            return false
        }
    }

    /// Publishes the last messages, and ends the connection.
    package func end(last: [OutgoingMessage]) async {
        await client.stop(last: last, within: .seconds(2))
        continuation.finish()
    }

    private func take(_ event: ClientEvent) {
        switch event {
        case .connected: isConnected = true
        case .disconnected(let failure): self.failure = failure
        case .received(let message): if received.count < Self.mostMessages { received.append(message) }
        case .refused(let topic, let reason): refusals[topic] = reason
        case .drained: isDrained = true
        // The broker's acknowledgement has the content of a warning.
        default: break
        }
    }
}
