/// The messages in flight on one connection: sent and not acknowledged.
struct Flights {
    typealias Instant = ContinuousClock.Instant

    enum Message {
        case slot(SlotTable.Index)
        case onConnect(OutgoingMessage)
    }

    private struct Flight {
        var message: Message
        var sentAt: Instant
        /// The message's number on the connection.
        var number: Int
    }

    /// The messages in flight, by packet identifier.
    private var flights: [Int32: Flight] = [:]
    private var count = 0
    /// The newest acknowledged number: brokers acknowledge in the order of sending (MQTT 5, 4.6).
    private var newestAcknowledged = 0
    /// The last moment at which the broker's host had not received everything.
    private var undeliveredAt = Instant.now

    /// The number of messages in flight that were sent first on the connection.
    private(set) var onConnectCount = 0

    mutating func insert(_ message: Message, as identifier: Int32, now: Instant) {
        count += 1
        flights[identifier] = Flight(message: message, sentAt: now, number: count)
        if case .onConnect = message { onConnectCount += 1 }
    }

    /// Removes an acknowledged message; nil for an unknown identifier.
    mutating func remove(_ identifier: Int32) -> Message? {
        guard let flight = flights.removeValue(forKey: identifier) else { return nil }
        newestAcknowledged = max(newestAcknowledged, flight.number)
        if case .onConnect = flight.message { onConnectCount -= 1 }
        return flight.message
    }

    /// Records that the broker's host has not received everything.
    mutating func noteUndelivered(now: Instant) { undeliveredAt = now }

    /// True where an acknowledgement is overdue, by either limit: with later ones, or without any.
    func hasLost(now: Instant, passedOverFor: Duration, stalledFor: Duration) -> Bool {
        let delivered = undeliveredAt.duration(to: now)
        return flights.values.contains { flight in
            let patience = flight.number < newestAcknowledged ? passedOverFor : stalledFor
            return min(flight.sentAt.duration(to: now), delivered) >= patience
        }
    }
}
