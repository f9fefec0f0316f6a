import Support

/// One connection, from CONNECT to its end.
struct Connection: ~Copyable {
    typealias Instant = ContinuousClock.Instant

    /// How long an address may take to accept a connection, and the broker to answer CONNECT.
    static let patience = Duration.seconds(10)

    /// Topics whose messages were told of as too large: a panel's would be, each hour.
    private static let mostToldTooLarge = 4096

    /// How often what has come is looked for before anything is sent.
    private static let mostReceived = 8

    private let handle: MosquittoHandle
    private var transport: Transport
    private let tls: TLSContext?
    private let configuration: ClientConfiguration
    private let shared: SharedState
    private let events: @Sendable (ClientEvent) -> Void
    private let started = Instant.now
    private var nextMaintenance = Instant.now
    private var window: Int
    private var maximumPacketSize: UInt32?
    /// What the broker does not take, as far as is known.
    private var concessions: Concessions

    private var flights = Flights()
    private var subscriptions: [Int32: String] = [:]
    /// What has been subscribed to besides the configuration's.
    private var further: Set<Subscription> = []

    // Kept from turn to turn for their memory.
    private var settled: [SlotTable.Index] = []
    private var departures: [Outbox.Departure] = []

    /// When the broker let us in.
    private(set) var accepted: Instant?
    private var toldTooLarge: Set<String> = []
    /// What is to be told once the owner knows of the connection; nil when it does.
    private var early: [ClientEvent]? = []

    /// Has CONNECT written for `socket`, which is connected; the rest comes while serving.
    static func open(
        _ configuration: ClientConfiguration,
        over socket: consuming Descriptor,
        shared: SharedState,
        events: @escaping @Sendable (ClientEvent) -> Void
    ) throws(ConnectionEnd) -> Connection {
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
        return Connection(handle, Transport(broker, library, configuration), tls, configuration, shared, events)
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
            // The last words before the end: a refusal must not be tried again, a command is acknowledged already.
            handOut()
            shared.settle(settled)
            throw error
        }
    }

    private mutating func exchangePackets() throws(ConnectionEnd) {
        let maintenanceInterval = Duration.seconds(max(1, min(5, Int(configuration.keepAliveSeconds) / 10)))
        var now = Instant.now
        while true {
            shared.isBack(andAgainWithin: maintenanceInterval)
            var wakeAt = nextMaintenance
            if accepted != nil {
                let exchange = try transmit(now: now)
                // What is done without an answer makes room, or is the last that was waited for.
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

    private mutating func receive(
        _ ready: Readiness,
        hasInput: Bool,
        maintaining: Bool
    ) throws(ConnectionEnd) {
        do throws(MosquittoError) {
            if hasInput { try handle.read() }
            transport.hand()
            if ready.isReadable || ready.isWritable || transport.isBusy {
                // What comes while the library reads would else be a turn of its own, with few messages in its wake.
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

    /// Sends what the library has written, and lets it write what had no room before.
    private mutating func flush() throws(ConnectionEnd) {
        while transport.send(), handle.wantsToWrite {
            do throws(MosquittoError) {
                try handle.write()
            } catch {
                throw end(after: error)
            }
        }
    }

    /// The library counts what is unacknowledged, too: without an end it would send nothing any more.
    private mutating func lookForLostAcknowledgements(now: Instant) throws(ConnectionEnd) {
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

    private mutating func transmit(now: Instant) throws(ConnectionEnd) -> SharedState.Exchange {
        departures.removeAll(keepingCapacity: true)
        var exchange = shared.exchange(
            settled: settled,
            window: window - flights.onConnectCount,
            now: now,
            into: &departures
        )
        settled.removeAll(keepingCapacity: true)
        // Told before anything that may throw: the outbox tells it once.
        if let topic = exchange.overflow { events(.refused(topic: topic, reason: .outboxFull)) }
        if let further = exchange.furtherSubscriptions { try subscribeFurther(to: further) }
        try sendDepartures(now: now)
        if flights.onConnectCount > 0 { exchange.isEmpty = false }
        if exchange.hasRecovered { events(.accepted) }
        if exchange.hasDrained { events(.drained) }
        return exchange
    }

    private mutating func sendDepartures(now: Instant) throws(ConnectionEnd) {
        for departure in departures { try send(departure, now: now) }
    }

    private mutating func send(_ departure: Outbox.Departure, now: Instant) throws(ConnectionEnd) {
        do throws(MosquittoError) {
            let message = concessions.applied(to: departure.message)
            let identifier = try handle.publish(message, expirySeconds: departure.expirySeconds)
            switch message.qualityOfService {
            case .atLeastOnce: flights.takeOff(.slot(departure.slot), as: identifier, now: now)
            case .atMostOnce: settled.append(departure.slot)
            }
        } catch {
            guard let reason = refusal(for: error) else { throw end(after: error) }
            tellRefusal(of: shared.giveUp(departure.slot, reason), reason)
            settled.append(departure.slot)
        }
    }

    private mutating func tellRefusal(of topic: String, _ reason: RefusalReason) {
        if case .tooLarge = reason {
            guard toldTooLarge.count < Self.mostToldTooLarge, toldTooLarge.insert(topic).inserted else { return }
        }
        tell(.refused(topic: topic, reason: reason))
    }

    /// An owner that hears of a connection forgets what the one before refused.
    private mutating func tell(_ event: ClientEvent) {
        if early == nil { events(event) } else { early?.append(event) }
    }

    /// What makes a message impossible, or `nil` when the connection is at fault.
    private func refusal(for error: MosquittoError) -> RefusalReason? {
        switch error.cause {
        case .tooLarge: .tooLarge(limit: maximumPacketSize)
        case .invalidArgument: .invalidTopic
        case .unsupported: .library(error.words)
        case .connectionLost, .unanswered, .other: nil
        }
    }

    /// Takes leave when all is done or it is too late for more; whether it did.
    private mutating func takeLeave(isEmpty: Bool, isLate: Bool) -> Bool {
        guard isEmpty || isLate else { return false }
        // Without a DISCONNECT, 3.1.1's broker publishes the will when the socket closes.
        if isEmpty || configuration.protocolVersion == .v5 {
            handle.disconnect(withWill: !isEmpty)
            transport.takeLeave()
        }
        return true
    }

    // MARK: In

    private mutating func handleCallbacks(now: Instant) throws(ConnectionEnd) {
        let record = handle.record
        if let acknowledgement = record.connectAcknowledgement {
            record.connectAcknowledgement = nil
            guard acknowledgement.code == 0 else { throw ConnectionEnd(connectReason: acknowledgement.code) }
            try begin(acknowledgement, now: now)
        }
        handOut()
    }

    private mutating func handOut() {
        let record = handle.record
        for acknowledgement in record.acknowledged { settle(acknowledgement) }
        record.acknowledged.removeAll(keepingCapacity: true)
        for answer in record.subscribed {
            guard let filter = subscriptions.removeValue(forKey: answer.identifier), answer.code >= 0x80 else {
                continue
            }
            events(.refused(topic: filter, reason: .broker(code: answer.code)))
        }
        record.subscribed.removeAll()
        for message in record.received { events(.received(message)) }
        record.received.removeAll()
    }

    private mutating func subscribe(to subscription: Subscription) throws(ConnectionEnd) {
        do throws(MosquittoError) {
            subscriptions[try handle.subscribe(to: subscription)] = subscription.filter
        } catch {
            guard let reason = refusal(for: error) else { throw end(after: error) }
            tell(.refused(topic: subscription.filter, reason: reason))
        }
    }

    private mutating func unsubscribe(from filter: String) throws(ConnectionEnd) {
        do throws(MosquittoError) {
            try handle.unsubscribe(from: filter)
        } catch {
            // A filter that cannot be given up was never taken.
            if refusal(for: error) == nil { throw end(after: error) }
        }
    }

    private mutating func subscribeFurther(to wanted: [Subscription]) throws(ConnectionEnd) {
        let kept = Set(wanted)
        for subscription in further.subtracting(kept) { try unsubscribe(from: subscription.filter) }
        for subscription in wanted where !further.contains(subscription) { try subscribe(to: subscription) }
        further = kept
    }

    /// Subscribes and says hello, in this order and before anything that waits.
    ///
    /// Not done in the callback: the library would send it before what it has yet to do with CONNACK.
    private mutating func begin(_ acknowledgement: ConnectAcknowledgement, now: Instant) throws(ConnectionEnd) {
        accepted = now
        var acknowledgement = acknowledgement
        acknowledgement.protocolVersion = configuration.protocolVersion
        if !acknowledgement.retainAvailable { concessions.retainsNothing = true }
        if acknowledgement.maximumQualityOfService == 0 { concessions.acknowledgesNothing = true }
        window = min(window, Int(acknowledgement.receiveMaximum ?? .max))
        maximumPacketSize = acknowledgement.maximumPacketSize
        let wanted = Set(configuration.subscriptions.map(\.filter))
        for filter in configuration.formerFilters where !wanted.contains(filter) { try unsubscribe(from: filter) }
        for subscription in configuration.subscriptions { try subscribe(to: subscription) }
        for message in configuration.onConnect.map(concessions.applied) {
            do throws(MosquittoError) {
                let lifetime = message.lifetime.map { UInt32(clamping: max(1, $0.components.seconds)) }
                let identifier = try handle.publish(message, expirySeconds: lifetime)
                guard message.qualityOfService == .atLeastOnce else { continue }
                flights.takeOff(.onConnect(message), as: identifier, now: now)
            } catch {
                guard let reason = refusal(for: error) else { throw end(after: error) }
                tellRefusal(of: message.topic, reason)
            }
        }
        shared.connected(acknowledgement)
        events(.connected(sessionPresent: acknowledgement.sessionPresent))
        for event in early ?? [] { events(event) }
        early = nil
        for warning in concessions.warnings { events(.warning(warning)) }
    }

    private mutating func settle(_ acknowledgement: CallbackRecord.Acknowledgement) {
        guard let message = flights.land(acknowledgement.identifier) else { return }
        let reason = acknowledgement.code >= 0x80 ? RefusalReason.broker(code: acknowledgement.code) : nil
        switch message {
        case .slot(let slot):
            guard let reason, reason.mayPass else {
                if let reason { events(.refused(topic: shared.giveUp(slot, reason), reason: reason)) }
                settled.append(slot)
                return
            }
            if let topic = shared.refuse(slot, reason) { events(.refused(topic: topic, reason: reason)) }
        case .onConnect(let message):
            guard let reason else { return }
            events(.refused(topic: message.topic, reason: reason))
            if reason.mayPass, message.isRetained { shared.putRefused(message) }
        }
    }

    private var isInHandshake: Bool { tls.map { !$0.observation.isHandshakeDone } ?? false }

    /// Why a connection ended that the broker had not accepted yet; nil where TLS is not why.
    private static func endOfHandshake(_ tls: TLSContext?, _ configuration: ClientConfiguration) -> ConnectionEnd? {
        guard let settings = configuration.tls, let observation = tls?.observation else { return nil }
        if let end = ConnectionEnd(observation, settings, host: configuration.host) { return end }
        guard observation.isHandshakeBegun, !observation.isHandshakeDone else { return nil }
        return ConnectionEnd(.network, "The broker closed the connection during the TLS handshake")
    }

    /// Why the connection is over, from the most telling source there is.
    private func end(after error: MosquittoError?) -> ConnectionEnd {
        if let code = handle.record.connectAcknowledgement?.code, code != 0 {
            return ConnectionEnd(connectReason: code)
        }
        if let code = handle.record.disconnectCode, code >= 0x80 {
            return ConnectionEnd(disconnectReason: UInt8(truncatingIfNeeded: code))
        }
        if case .violation(let violation) = transport.end { return ConnectionEnd(violation, configuration) }
        let isOpen = accepted != nil
        if !isOpen, let end = Self.endOfHandshake(tls, configuration) { return end }
        var error = error
        if case .failed(let code) = transport.end { error = MosquittoError(ofSocket: code) }
        guard let error, error.cause != .connectionLost else {
            return isOpen
                ? ConnectionEnd(.network, "The connection to the broker was lost")
                : ConnectionEnd(.network, "The broker closed the connection without an answer", objection: .end)
        }
        if error.cause == .unanswered { return ConnectionEnd(.network, "The broker stopped answering") }
        let event = "The connection to the broker broke: \(error.words)"
        return ConnectionEnd(.network, event, objection: isOpen ? nil : .end)
    }
}
