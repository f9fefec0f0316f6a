import Foundation

/// Everything that a broker carries, recorded from the subscription on.
package final class TopicRecorder: Sendable {
    /// The proof that a recorder has all that the broker was given before a moment: what it lacks then did not happen.
    package struct Settled: Sendable {
        fileprivate init() {}
    }

    private let messages = Recorder<ObservedMessage>()
    private let broker: Broker
    private let observer: BrokerObserver
    private let task: Task<Void, Never>
    /// The topic on which its own messages come back.
    private let echo = "echo/\(UUID().uuidString)"
    private let echoes = Recorder<String>()

    /// Returns once the broker has confirmed the subscription.
    package init(_ broker: Broker, filter: String = "#") async throws {
        self.broker = broker
        let own = [echo, "kiatsu/bridge/response/settle/+"]
        let observer = try await BrokerObserver(broker, filters: filter == "#" ? [filter] : [filter] + own)
        self.observer = observer
        task = Task { [messages, echo, echoes, stream = observer.messages] in
            for await message in stream {
                if message.topic == echo {
                    echoes.append(message.text)
                } else if message.topic.contains("/bridge/response/settle/") {
                    echoes.append(String(message.topic.split(separator: "/").last ?? ""))
                } else if !message.topic.contains("/bridge/request/settle/") {
                    messages.append(message)
                }
            }
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

    /// The first message on whatever topic since the mark, waiting for it where there is none yet.
    @discardableResult
    package func first(
        since mark: Int = 0,
        where condition: @escaping @Sendable (ObservedMessage) -> Bool
    ) async throws -> ObservedMessage {
        try await messages.first(since: mark, where: condition)
    }

    /// Waits until a message of its own has come back through the broker, and with it all that the broker had before.
    ///
    /// Of a bridge that runs this says nothing: it may be about to publish. ``settled(baseTopic:)`` asks it first.
    package func echoed() async throws -> Settled {
        let word = UUID().uuidString
        try broker.publish(echo, word)
        _ = try await echoes.first { $0 == word }
        return Settled()
    }

    /// Waits until the bridge has carried out all that was sent to it before, and until all that it published for that
    /// is recorded.
    ///
    /// It answers three requests one after another, each after what it published by then: the third answer leaves when
    /// the broker has had the first. What an upstream, a drawing, the store or the clock is to bring is not waited for:
    /// await a sign of it first. The recorder does not have these requests and answers.
    package func settled(baseTopic: String = "kiatsu") async throws -> Settled {
        for _ in 0..<3 {
            let word = UUID().uuidString
            try broker.publish("\(baseTopic)/bridge/request/settle/\(word)", "{}")
            _ = try await echoes.first { $0 == word }
        }
        return try await echoed()
    }

    /// The messages so far, for a condition that is looked at again until it holds.
    package var recorded: [ObservedMessage] { messages.elements }

    /// The messages since the mark, on a topic where one is given.
    package func all(on topic: String? = nil, since mark: Int = 0, _ settled: Settled) -> [ObservedMessage] {
        messages.elements.dropFirst(mark).filter { topic == nil || $0.topic == topic }
    }
}
