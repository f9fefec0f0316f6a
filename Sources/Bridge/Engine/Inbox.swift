import Commands
import Messaging
import Synchronization

/// What comes in from the broker, between libmosquitto's thread and the engine; bounded.
final class Inbox: Sendable {
    /// How many messages may wait.
    private static let mostMessages = 4096
    /// And how much of topics, payloads and correlation data.
    private static let mostBytes = 2 << 20
    /// One byte more than any command has shows that it is too large.
    private static let mostPayloadBytes = PositionCommand.maximumPayloadBytes + 1
    private static let mostCorrelationBytes = 1024
    /// More than any topic of ours has, and than any topic that we answer to.
    private static let mostTopicBytes = 1024

    let connection = AsyncStream.makeStream(of: ClientEvent.self, bufferingPolicy: .bufferingNewest(256))
    /// Tells that there may be messages.
    let arrivals = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // A lock: it is not a task that brings messages.
    private let messages = Mutex(MessageQueue(mostMessages: mostMessages, mostBytes: mostBytes))

    /// The message that has waited longest.
    func nextMessage() -> IncomingMessage? { messages.withLock { $0.popFirst() } }

    /// How many messages had to give way so far.
    var droppedCount: Int { messages.withLock { $0.droppedCount } }

    func take(_ event: ClientEvent) {
        if case .received(let message) = event {
            guard message.topic.utf8.count <= Self.mostTopicBytes else { return }
            messages.withLock { $0.append(Self.bounded(message)) }
            arrivals.continuation.yield()
        } else {
            connection.continuation.yield(event)
        }
    }

    /// The message without what no command needs, so that what waits is bounded in bytes as well.
    private static func bounded(_ message: IncomingMessage) -> IncomingMessage {
        var message = message
        if message.payload.count > mostPayloadBytes { message.payload = Array(message.payload[..<mostPayloadBytes]) }
        if (message.responseTopic?.utf8.count ?? 0) > mostTopicBytes { message.responseTopic = nil }
        if (message.correlationData?.count ?? 0) > mostCorrelationBytes { message.correlationData = nil }
        return message
    }
}
