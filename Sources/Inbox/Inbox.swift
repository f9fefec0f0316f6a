import Commands
package import Messaging
import Synchronization
package import Topics

/// The messages from the broker, between libmosquitto's thread and the engine; bounded.
package final class Inbox: Sendable {
    /// The most waiting messages.
    private static let mostMessages = 4096
    /// And how much of topics, payloads and correlation data.
    private static let mostBytes = 2 << 20
    private static let mostCorrelationBytes = 1024
    /// More than any topic of ours has, and than any topic that we answer to.
    private static let mostTopicBytes = 1024

    /// The most waiting refusals: refusals for a whole fleet must not displace the event of the connection.
    private static let mostRefusals = 1024

    /// The events of the connection, in their order.
    package let connection = AsyncStream.makeStream(
        of: ClientEvent.self,
        bufferingPolicy: .bufferingNewest(4 * mostRefusals)
    )
    /// Tells that there may be messages.
    package let arrivals = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // A lock, not an actor: messages come from a thread that is no task.
    private let messages = Mutex(MessageQueue(mostMessages: mostMessages, mostBytes: mostBytes))
    private let refusals = Mutex(0)
    private let panels: Mutex<Set<String>>
    private let topics: Topics

    package init(_ topics: Topics, panels: [String]) {
        self.topics = topics
        self.panels = Mutex(Set(panels))
    }

    /// Takes in which panels there are from now on.
    package func setPanels(_ ids: [String]) { panels.withLock { $0 = Set(ids) } }

    /// The message that has waited longest.
    package func nextMessage() -> IncomingMessage? { messages.withLock { $0.popFirst() } }

    /// The number of messages dropped so far.
    package var droppedCount: Int { messages.withLock { $0.droppedCount } }

    /// Takes in an event of the client: a message waits in the queue, everything else in ``connection``.
    package func take(_ event: ClientEvent) {
        if case .received(let message) = event {
            guard message.topic.utf8.count <= Self.mostTopicBytes else { return }
            let (flow, isProtected) = classification(of: message)
            let bounded = Self.bounded(message, to: mostPayloadBytes(on: message.topic))
            messages.withLock { $0.append(bounded, flow: flow, isProtected: isProtected) }
            arrivals.continuation.yield()
        } else if isTaken(event) {
            connection.continuation.yield(event)
        }
    }

    private func isTaken(_ event: ClientEvent) -> Bool {
        guard case .refused = event else { return true }
        return refusals.withLock { waiting in
            guard waiting < Self.mostRefusals else { return false }
            waiting += 1
            return true
        }
    }

    /// To be called for each refusal that has been noted.
    package func refusalNoted() { refusals.withLock { $0 -= 1 } }

    /// The flow of messages that it competes with for space, and true for a position, which later garbage must not
    /// displace.
    ///
    /// Whatever is sent to panels that do not exist, by however many names, is one flow, and so is what is asked of
    /// the bridge.
    private func classification(of message: IncomingMessage) -> (flow: String, isProtected: Bool) {
        switch topics.command(at: message.topic) {
        case .location(let id):
            guard isPanel(id) else { return ("", false) }
            return (message.topic, !message.isRetained && Self.isChange(message.payload))
        case .refresh(let id), .hello(let id): return (isPanel(id) ? message.topic : "", false)
        case .request: return (topics.filter(.request), false)
        case nil: return (message.topic, Self.isChange(message.payload, PositionCommand.maximumFollowedBytes))
        }
    }

    private func isPanel(_ id: String) -> Bool { panels.withLock { $0.contains(id) } }

    private static func isChange(
        _ payload: [UInt8],
        _ maximumBytes: Int = PositionCommand.maximumPayloadBytes
    ) -> Bool {
        if case .change = try? PositionCommand.parse(payload: payload, maximumBytes: maximumBytes) {
            true
        } else {
            false
        }
    }

    /// One byte more than what is taken there shows that it is too large.
    private func mostPayloadBytes(on topic: String) -> Int {
        let isCommand = topics.command(at: topic) != nil
        return (isCommand ? PositionCommand.maximumPayloadBytes : PositionCommand.maximumFollowedBytes) + 1
    }

    /// The message without what no command needs, so that what waits is bounded in bytes as well.
    private static func bounded(_ message: IncomingMessage, to mostPayloadBytes: Int) -> IncomingMessage {
        var message = message
        if message.payload.count > mostPayloadBytes { message.payload = Array(message.payload[..<mostPayloadBytes]) }
        if (message.responseTopic?.utf8.count ?? 0) > mostTopicBytes { message.responseTopic = nil }
        if (message.correlationData?.count ?? 0) > mostCorrelationBytes { message.correlationData = nil }
        return message
    }
}
