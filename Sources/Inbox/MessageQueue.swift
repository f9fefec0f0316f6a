import Messaging

/// Messages in the order in which they came, so many and so many bytes at the most.
///
/// When there are more, the flow with the most messages waiting, such as those of one topic, loses its oldest: a
/// sender that floods one topic displaces its own messages, and not the one message of another. A flow's newest
/// protected message stays while there is another one in it.
struct MessageQueue {
    /// The messages that give way to each other.
    private struct Flow {
        /// The oldest first.
        var numbers: [UInt64] = []
        /// The newest protected one.
        var protected: UInt64?

        /// First the number that may be dropped without loss, then the number of all.
        var weight: (Int, Int) { (numbers.count - (protected == nil ? 0 : 1), numbers.count) }
    }

    private struct Entry {
        var message: IncomingMessage
        var flow: String
    }

    private let mostMessages: Int
    private let mostBytes: Int
    private var entries: [UInt64: Entry] = [:]
    private var flows: [String: Flow] = [:]
    private var first: UInt64 = 0
    private var next: UInt64 = 0
    private var bytes = 0
    /// The number dropped so far.
    private(set) var droppedCount = 0

    init(mostMessages: Int, mostBytes: Int) {
        self.mostMessages = mostMessages
        self.mostBytes = mostBytes
    }

    /// `flow` names the messages that it gives way to, its topic unless said otherwise.
    mutating func append(_ message: IncomingMessage, flow: String? = nil, isProtected: Bool = true) {
        let flow = flow ?? message.topic
        entries[next] = Entry(message: message, flow: flow)
        flows[flow, default: Flow()].numbers.append(next)
        if isProtected { flows[flow]?.protected = next }
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
        guard let flow = flows.values.max(by: { $0.weight < $1.weight }),
            let victim = flow.numbers.first(where: { $0 != flow.protected }) ?? flow.numbers.first
        else { return }
        _ = remove(victim)
        droppedCount += 1
    }

    /// Takes out a message, which is the oldest of its flow or the one after.
    private mutating func remove(_ number: UInt64) -> IncomingMessage? {
        guard let entry = entries.removeValue(forKey: number) else { return nil }
        bytes -= Self.size(of: entry.message)
        if let index = flows[entry.flow]?.numbers.firstIndex(of: number) {
            flows[entry.flow]?.numbers.remove(at: index)
        }
        if flows[entry.flow]?.protected == number { flows[entry.flow]?.protected = nil }
        if flows[entry.flow]?.numbers.isEmpty == true { flows[entry.flow] = nil }
        return entry.message
    }

    private static func size(of message: IncomingMessage) -> Int {
        message.topic.utf8.count + message.payload.count + (message.responseTopic?.utf8.count ?? 0)
            + (message.correlationData?.count ?? 0)
    }
}
