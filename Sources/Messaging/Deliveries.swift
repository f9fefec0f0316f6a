import Synchronization

/// The watched values that the broker does not have, with the reasons, across connections and changes of the outbox.
struct Deliveries {
    /// The most watched topics; further ones are not tracked.
    private static let mostTopics = 1 << 16

    private var missing: [String: MissingValue] = [:]
    /// The number of watched values handed over.
    private(set) var handedOver: UInt64 = 0

    /// The topics whose newest value the broker does not have, in no order.
    var all: [MissingValue] { Array(missing.values) }

    /// Records a message to be sent; an unwatched one of a watched topic ends the watch.
    mutating func handOver(_ message: OutgoingMessage) {
        guard message.isWatched else {
            if message.isRetained, !missing.isEmpty { forget(message.topic) }
            return
        }
        handedOver += 1
        guard missing[message.topic] == nil, missing.count < Self.mostTopics else { return }
        missing[message.topic] = MissingValue(topic: message.topic, number: handedOver)
    }

    /// Records the reason why the broker does not have a topic's newest value.
    mutating func refused(_ topic: String, _ reason: RefusalReason) { missing[topic]?.reason = reason }

    /// Records that a connection ended with a topic's value in flight.
    mutating func lost(_ topic: String) { missing[topic]?.lossCount += 1 }

    /// Records that the broker has a topic's value; `isNewest` is false where another one waits behind it.
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
        // Memory for an hourly burst need not be held for the hour.
        if missing.isEmpty { missing = [:] }
    }
}

/// A topic whose newest value the broker does not have.
package struct MissingValue: Sendable, Equatable {
    /// The topic.
    package var topic: String
    /// The number of the value among the watched ones, counted from 1; the oldest that is missing.
    package var number: UInt64
    /// The reason why the broker does not have it; nil while it is in flight or waits.
    package var reason: RefusalReason?
    /// The number of connections that ended with it in flight.
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

    /// The number of watched messages handed over.
    package var watchedCount: UInt64 { shared.contents.withLock { $0.outbox.deliveries.handedOver } }
}
