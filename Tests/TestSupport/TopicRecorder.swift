/// Everything that a broker carries, recorded from the subscription on.
package final class TopicRecorder: Sendable {
    package let messages = Recorder<ObservedMessage>()
    private let observer: BrokerObserver
    private let task: Task<Void, Never>

    /// Returns once the broker has confirmed the subscription.
    package init(_ broker: Broker, filter: String = "#") async throws {
        let observer = try await BrokerObserver(broker, filter: filter)
        self.observer = observer
        task = Task { [messages, stream = observer.messages] in
            for await message in stream { messages.append(message) }
        }
    }

    deinit { task.cancel() }

    package var mark: Int { messages.mark }

    /// The first message on a topic since the mark that fulfils the condition, waiting for it where there is none yet.
    @discardableResult
    package func first(
        on topic: String,
        since mark: Int = 0,
        where condition: @escaping @Sendable (ObservedMessage) -> Bool = { _ in true }
    ) async throws -> ObservedMessage {
        try await messages.first(since: mark) { $0.topic == topic && condition($0) }
    }

    /// The messages on a topic so far.
    package func all(on topic: String, since mark: Int = 0) -> [ObservedMessage] {
        messages.elements.dropFirst(mark).filter { $0.topic == topic }
    }
}
