/// What the broker has still to acknowledge in one connection.
struct Flights {
    typealias Instant = ContinuousClock.Instant

    enum Message {
        case slot(SlotTable.Index)
        case onConnect(OutgoingMessage)
    }

    private struct Flight {
        var message: Message
        var sentAt: Instant
        /// Counts those of the connection.
        var number: Int
    }

    /// By packet identifier.
    private var flights: [Int32: Flight] = [:]
    private var count = 0
    /// Brokers acknowledge in the order in which they were sent to (MQTT 5, 4.6).
    private var newestAcknowledged = 0
    /// When it was last seen that the broker had not got all yet.
    private var undeliveredAt = Instant.now

    /// How many of them were sent as the connection began.
    private(set) var onConnectCount = 0

    mutating func takeOff(_ message: Message, as identifier: Int32, now: Instant) {
        count += 1
        flights[identifier] = Flight(message: message, sentAt: now, number: count)
        if case .onConnect = message { onConnectCount += 1 }
    }

    /// Takes out what was acknowledged; nil where nothing by that identifier is in flight.
    mutating func land(_ identifier: Int32) -> Message? {
        guard let flight = flights.removeValue(forKey: identifier) else { return nil }
        newestAcknowledged = max(newestAcknowledged, flight.number)
        if case .onConnect = flight.message { onConnectCount -= 1 }
        return flight.message
    }

    /// To be called where the broker's end has not got all that was sent.
    mutating func noteUndelivered(now: Instant) { undeliveredAt = now }

    /// Whether the broker has had one for so long: where later ones were acknowledged, and where none was.
    func hasLost(now: Instant, passedOverFor: Duration, stalledFor: Duration) -> Bool {
        let delivered = undeliveredAt.duration(to: now)
        return flights.values.contains { flight in
            let patience = flight.number < newestAcknowledged ? passedOverFor : stalledFor
            return min(flight.sentAt.duration(to: now), delivered) >= patience
        }
    }
}
