import Support

/// One connection, from CONNECT to its end.
struct BrokerConnection: ~Copyable {
    typealias Instant = ContinuousClock.Instant

    /// The longest wait for an address to accept a connection, and for the broker to answer CONNECT.
    static let patience = Duration.seconds(10)

    /// The most topics remembered as too large, so that a panel's is reported once and not each hour.
    static let mostToldTooLarge = 4096

    /// The number of reads before anything is sent.
    static let mostReceived = 8

    let handle: MosquittoHandle
    var transport: Transport
    let tls: TLSContext?
    let configuration: ClientConfiguration
    let shared: SharedState
    let events: @Sendable (ClientEvent) -> Void
    let started = Instant.now
    var nextMaintenance = Instant.now
    var window: Int
    var maximumPacketSize: UInt32?
    /// The features that the broker is known to refuse.
    var concessions: Concessions

    var flights = Flights()
    var subscriptions: [Int32: String] = [:]
    /// The subscriptions besides the configuration's.
    var further: Set<Subscription> = []

    // Kept from turn to turn to reuse their memory.
    var settled: [SlotTable.Index] = []
    var departures: [Outbox.Departure] = []

    /// The moment the broker accepted the connection; nil before.
    var accepted: Instant?
    var toldTooLarge: Set<String> = []
    /// Events held back until the owner knows of the connection; nil afterwards.
    var early: [ClientEvent]? = []

    /// Writes CONNECT for the connected `socket`; everything else follows in ``serve()``.
    static func open(
        _ configuration: ClientConfiguration,
        over socket: consuming Descriptor,
        shared: SharedState,
        events: @escaping @Sendable (ClientEvent) -> Void
    ) throws(ConnectionEnd) -> BrokerConnection {
        var tls: TLSContext?
        if let settings = configuration.tls { tls = try TLSContext(settings, host: configuration.host) }
        let broker = try BrokerStream(socket, tls: tls)
        let handle: MosquittoHandle
        do throws(MosquittoError) {
            handle = try MosquittoHandle(configuration)
        } catch {
            throw ConnectionEnd(error)
        }
        let library = try LibraryStream(handle, configuration)
        return BrokerConnection(handle, Transport(broker, library, configuration), tls, configuration, shared, events)
    }

    private init(
        _ handle: consuming MosquittoHandle,
        _ transport: consuming Transport,
        _ tls: TLSContext?,
        _ configuration: ClientConfiguration,
        _ shared: SharedState,
        _ events: @escaping @Sendable (ClientEvent) -> Void
    ) {
        self.handle = handle
        self.transport = transport
        self.tls = tls
        self.configuration = configuration
        self.shared = shared
        self.events = events
        concessions = configuration.concessions
        window = max(1, configuration.window)
    }

    /// Returns when told to stop, throws when the connection ends.
    mutating func serve() throws(ConnectionEnd) {
        do throws(ConnectionEnd) {
            try exchangePackets()
        } catch {
            // Results before the end count: a refusal must not be tried again, a command is acknowledged already.
            handOut()
            shared.settle(settled)
            throw error
        }
    }

    /// The longest time between two pings or checks for their answers: a tenth of the keep-alive, 1 to 5 s.
    var maintenanceInterval: Duration { .seconds(max(1, min(5, Int(configuration.keepAliveSeconds) / 10))) }

    mutating func exchangePackets() throws(ConnectionEnd) {
        var now = Instant.now
        while true {
            shared.isBack(andAgainWithin: maintenanceInterval)
            var wakeAt = nextMaintenance
            if accepted != nil {
                let exchange = try transmit(now: now)
                // A message settled without an answer frees space, or was the last one pending.
                if !settled.isEmpty { wakeAt = now }
                if let retryAt = exchange.retryAt { wakeAt = min(wakeAt, retryAt) }
                if let deadline = exchange.stopDeadline {
                    if takeLeave(isEmpty: exchange.isEmpty, isLate: now >= deadline) { return }
                    wakeAt = min(wakeAt, deadline)
                }
            } else if shared.isStopping {
                return
            } else if started.duration(to: now) >= Self.patience {
                throw ConnectionEnd(
                    .network,
                    "The broker accepts connections but does not answer\(isInHandshake ? " the TLS handshake" : "")",
                    objection: isInHandshake ? nil : .silence
                )
            }
            try flush()
            if transport.isBusy { wakeAt = now }
            let ready = poll(
                transport.interest,
                Interest(descriptor: shared.wakeup.descriptor),
                Interest(descriptor: handle.socket),
                within: now.duration(to: wakeAt)
            )
            now = .now
            if ready.second.isReadable { shared.wakeup.lower() }
            let isMaintained = now >= nextMaintenance
            if isMaintained { nextMaintenance = now + maintenanceInterval }
            try receive(ready.first, hasInput: ready.third.isReadable, maintaining: isMaintained)
            try handleCallbacks(now: now)
            if isMaintained { try lookForLostAcknowledgements(now: now) }
        }
    }

    mutating func receive(
        _ ready: Readiness,
        hasInput: Bool,
        maintaining: Bool
    ) throws(ConnectionEnd) {
        do throws(MosquittoError) {
            if hasInput { try handle.read() }
            transport.hand()
            if ready.isReadable || ready.isWritable || transport.isBusy {
                // Packets that arrive while the library reads would otherwise cost a turn each, with few messages.
                for _ in 0..<Self.mostReceived {
                    guard handle.socket >= 0, transport.receive() else { break }
                    try handle.read()
                }
                transport.acknowledgeAtOnce()
            }
            if maintaining { try handle.maintain() }
        } catch {
            throw end(after: error)
        }
        guard handle.socket >= 0 else { throw end(after: nil) }
    }

    /// Sends the library's output, and lets it write the rest that did not fit before.
    mutating func flush() throws(ConnectionEnd) {
        while transport.send(), handle.wantsToWrite {
            do throws(MosquittoError) {
                try handle.write()
            } catch {
                throw end(after: error)
            }
        }
    }

    /// Ends the connection where acknowledgements were lost: the library counts them, too, and would stop sending.
    mutating func lookForLostAcknowledgements(now: Instant) throws(ConnectionEnd) {
        if handle.wantsToWrite || transport.hasUndeliveredBytes { flights.noteUndelivered(now: now) }
        let (passedOver, stalled) = (configuration.acknowledgementPatience, configuration.stalledPatience)
        guard flights.hasLost(now: now, passedOverFor: passedOver, stalledFor: stalled) else { return }
        throw ConnectionEnd(
            .network,
            "The broker has taken messages and not acknowledged them: mosquitto drops acknowledgements in a flood of "
                + "commands at QoS 0; see in its log who floods, a larger max_queued_messages lets it take more"
        )
    }

    // MARK: Out

    mutating func transmit(now: Instant) throws(ConnectionEnd) -> SharedState.Exchange {
        departures.removeAll(keepingCapacity: true)
        var exchange = shared.exchange(
            settled: settled,
            window: window - flights.onConnectCount,
            now: now,
            into: &departures
        )
        settled.removeAll(keepingCapacity: true)
        // Reported before any call that may throw: the outbox reports it once.
        if let topic = exchange.overflow { events(.refused(topic: topic, reason: .outboxFull)) }
        if let further = exchange.furtherSubscriptions { try subscribeFurther(to: further) }
        try sendDepartures(now: now)
        if flights.onConnectCount > 0 { exchange.isEmpty = false }
        if exchange.hasRecovered { events(.accepted) }
        if exchange.hasDrained { events(.drained) }
        return exchange
    }

    mutating func sendDepartures(now: Instant) throws(ConnectionEnd) {
        for departure in departures { try send(departure, now: now) }
    }

    mutating func send(_ departure: Outbox.Departure, now: Instant) throws(ConnectionEnd) {
        do throws(MosquittoError) {
            let message = concessions.applied(to: departure.message)
            let identifier = try handle.publish(message, expirySeconds: departure.expirySeconds)
            switch message.qualityOfService {
            case .atLeastOnce: flights.insert(.slot(departure.slot), as: identifier, now: now)
            case .atMostOnce: settled.append(departure.slot)
            }
        } catch {
            guard let reason = refusal(for: error) else { throw end(after: error) }
            tellRefusal(of: shared.giveUp(departure.slot, reason), reason)
            settled.append(departure.slot)
        }
    }

    mutating func tellRefusal(of topic: String, _ reason: RefusalReason) {
        if case .tooLarge = reason {
            guard toldTooLarge.count < Self.mostToldTooLarge, toldTooLarge.insert(topic).inserted else { return }
        }
        tell(.refused(topic: topic, reason: reason))
    }

    /// Reports an event after the connection itself, as the owner then forgets earlier refusals.
    mutating func tell(_ event: ClientEvent) {
        if early == nil { events(event) } else { early?.append(event) }
    }

    /// The reason why a message cannot be sent; nil where the connection is at fault.
    func refusal(for error: MosquittoError) -> RefusalReason? {
        switch error.cause {
        case .tooLarge: .tooLarge(limit: maximumPacketSize)
        case .invalidArgument: .invalidTopic
        case .unsupported: .library(error.words)
        case .connectionLost, .unanswered, .other: nil
        }
    }

    /// Disconnects when all is done or the deadline has passed; true where it did.
    mutating func takeLeave(isEmpty: Bool, isLate: Bool) -> Bool {
        guard isEmpty || isLate else { return false }
        // Without a DISCONNECT, 3.1.1's broker publishes the will when the socket closes.
        if isEmpty || configuration.protocolVersion == .v5 {
            handle.disconnect(withWill: !isEmpty)
            transport.takeLeave()
        }
        return true
    }
}
