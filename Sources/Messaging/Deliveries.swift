import Synchronization

/// Which watched values the broker does not have, and why; whatever becomes of connections and waiting messages meanwhile.
struct Deliveries {
    /// How many topics are watched at once; of more nobody hears.
    private static let mostTopics = 1 << 16

    private var missing: [String: MissingValue] = [:]
    /// How many watched values have been handed over.
    private(set) var handedOver: UInt64 = 0

    /// The topics whose newest value the broker does not have, in no order.
    var all: [MissingValue] { Array(missing.values) }

    /// Counts a message in that is to be sent; one of the topic that nobody watches takes the topic out.
    mutating func handOver(_ message: OutgoingMessage) {
        guard message.isWatched else {
            if message.isRetained, !missing.isEmpty { forget(message.topic) }
            return
        }
        handedOver += 1
        guard missing[message.topic] == nil, missing.count < Self.mostTopics else { return }
        missing[message.topic] = MissingValue(topic: message.topic, number: handedOver)
    }

    /// Notes why the broker does not have a topic's newest value.
    mutating func refused(_ topic: String, _ reason: RefusalReason) { missing[topic]?.reason = reason }

    /// Notes that a connection ended with a topic's value on its way.
    mutating func lost(_ topic: String) { missing[topic]?.lossCount += 1 }

    /// Notes that the broker has a topic's value; `isNewest` says whether none waits behind it.
    mutating func taken(_ topic: String, isNewest: Bool) {
        guard !missing.isEmpty else { return }
        if isNewest {
            forget(topic)
        } else if missing[topic] != nil {
            missing[topic] = MissingValue(topic: topic, number: handedOver)
        }
    }

    private mutating func forget(_ topic: String) {
        missing[topic] = nil
        // A burst an hour need not hold its memory for the hour.
        if missing.isEmpty { missing = [:] }
    }
}

/// A topic whose newest value the broker does not have.
package struct MissingValue: Sendable, Equatable {
    /// The topic.
    package var topic: String
    /// Which of the watched values that were handed over it was, counted from 1; the oldest that is missing.
    package var number: UInt64
    /// Why the broker does not have it; nil while it is on its way, or waits.
    package var reason: RefusalReason?
    /// How many connections ended with it on its way.
    package var lossCount = 0

    package init(topic: String, number: UInt64, reason: RefusalReason? = nil, lossCount: Int = 0) {
        self.topic = topic
        self.number = number
        self.reason = reason
        self.lossCount = lossCount
    }
}

extension Client {
    /// The topics of watched messages whose newest value the broker does not have, in no order.
    package var missingValues: [MissingValue] { shared.contents.withLock { $0.outbox.deliveries.all } }

    /// How many watched messages have been handed over.
    package var watchedCount: UInt64 { shared.contents.withLock { $0.outbox.deliveries.handedOver } }
}
