import Commands
import Messaging

/// What comes in from the broker, between libmosquitto's thread and the engine; bounded.
struct Inbox: Sendable {
    /// How many messages may wait; of more the oldest goes.
    private static let mostMessages = 4096
    /// One byte more than any command has shows that it is too large.
    private static let mostPayloadBytes = PositionCommand.maximumPayloadBytes + 1
    private static let mostCorrelationBytes = 1024
    /// More than any topic of ours has, and than any topic that we answer to.
    private static let mostTopicBytes = 1024

    let connection = AsyncStream.makeStream(of: ClientEvent.self, bufferingPolicy: .bufferingNewest(256))
    let messages = AsyncStream.makeStream(of: IncomingMessage.self, bufferingPolicy: .bufferingNewest(mostMessages))

    func take(_ event: ClientEvent) {
        if case .received(let message) = event {
            guard message.topic.utf8.count <= Self.mostTopicBytes else { return }
            messages.continuation.yield(Self.bounded(message))
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
