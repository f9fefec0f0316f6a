import Messaging

/// Messages in the order in which they came, so many and so many bytes at the most.
///
/// Of more than that the topic gives way that has most waiting, with its oldest: a sender that floods one topic displaces
/// what it sent itself, and not the one message of another.
struct MessageQueue {
    private let mostMessages: Int
    private let mostBytes: Int
    private var messages: [UInt64: IncomingMessage] = [:]
    /// The numbers of those that wait on a topic, the oldest first.
    private var numbers: [String: [UInt64]] = [:]
    private var first: UInt64 = 0
    private var next: UInt64 = 0
    private var bytes = 0
    /// How many have given way so far.
    private(set) var droppedCount = 0

    init(mostMessages: Int, mostBytes: Int) {
        self.mostMessages = mostMessages
        self.mostBytes = mostBytes
    }

    mutating func append(_ message: IncomingMessage) {
        messages[next] = message
        numbers[message.topic, default: []].append(next)
        bytes += Self.size(of: message)
        next += 1
        while messages.count > mostMessages || bytes > mostBytes { dropOne() }
    }

    /// The oldest one.
    mutating func popFirst() -> IncomingMessage? {
        while first < next {
            defer { first += 1 }
            if let message = remove(first) { return message }
        }
        return nil
    }

    private mutating func dropOne() {
        guard let crowded = numbers.max(by: { $0.value.count < $1.value.count }), let oldest = crowded.value.first
        else { return }
        _ = remove(oldest)
        droppedCount += 1
    }

    /// Takes out a message, which is the oldest of its topic.
    private mutating func remove(_ number: UInt64) -> IncomingMessage? {
        guard let message = messages.removeValue(forKey: number) else { return nil }
        bytes -= Self.size(of: message)
        numbers[message.topic]?.removeFirst()
        if numbers[message.topic]?.isEmpty == true { numbers[message.topic] = nil }
        return message
    }

    private static func size(of message: IncomingMessage) -> Int {
        message.topic.utf8.count + message.payload.count + (message.responseTopic?.utf8.count ?? 0)
            + (message.correlationData?.count ?? 0)
    }
}
