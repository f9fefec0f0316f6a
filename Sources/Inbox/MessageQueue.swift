import Messaging

/// Messages in the order in which they came, so many and so many bytes at the most.
///
/// When there are more, the crowd with the most messages waiting, such as those of one topic, loses its oldest: a
/// sender that floods one topic displaces its own messages, and not the one message of another. A crowd's newest
/// message that matters stays while there is another one in it.
struct MessageQueue {
    /// Those that give way to each other.
    private struct Crowd {
        /// The oldest first.
        var numbers: [UInt64] = []
        /// The newest one that matters.
        var kept: UInt64?

        /// First the number that may be dropped without loss, then the number of all.
        var weight: (Int, Int) { (numbers.count - (kept == nil ? 0 : 1), numbers.count) }
    }

    private struct Entry {
        var message: IncomingMessage
        var crowd: String
    }

    private let mostMessages: Int
    private let mostBytes: Int
    private var entries: [UInt64: Entry] = [:]
    private var crowds: [String: Crowd] = [:]
    private var first: UInt64 = 0
    private var next: UInt64 = 0
    private var bytes = 0
    /// The number dropped so far.
    private(set) var droppedCount = 0

    init(mostMessages: Int, mostBytes: Int) {
        self.mostMessages = mostMessages
        self.mostBytes = mostBytes
    }

    /// `crowd` names those that it gives way to, its topic unless said otherwise.
    mutating func append(_ message: IncomingMessage, crowd: String? = nil, matters: Bool = true) {
        let crowd = crowd ?? message.topic
        entries[next] = Entry(message: message, crowd: crowd)
        crowds[crowd, default: Crowd()].numbers.append(next)
        if matters { crowds[crowd]?.kept = next }
        bytes += Self.size(of: message)
        next += 1
        while entries.count > mostMessages || bytes > mostBytes { dropOne() }
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
        guard let crowd = crowds.values.max(by: { $0.weight < $1.weight }),
            let victim = crowd.numbers.first(where: { $0 != crowd.kept }) ?? crowd.numbers.first
        else { return }
        _ = remove(victim)
        droppedCount += 1
    }

    /// Takes out a message, which is the oldest of its crowd or the one after.
    private mutating func remove(_ number: UInt64) -> IncomingMessage? {
        guard let entry = entries.removeValue(forKey: number) else { return nil }
        bytes -= Self.size(of: entry.message)
        if let index = crowds[entry.crowd]?.numbers.firstIndex(of: number) {
            crowds[entry.crowd]?.numbers.remove(at: index)
        }
        if crowds[entry.crowd]?.kept == number { crowds[entry.crowd]?.kept = nil }
        if crowds[entry.crowd]?.numbers.isEmpty == true { crowds[entry.crowd] = nil }
        return entry.message
    }

    private static func size(of message: IncomingMessage) -> Int {
        message.topic.utf8.count + message.payload.count + (message.responseTopic?.utf8.count ?? 0)
            + (message.correlationData?.count ?? 0)
    }
}
