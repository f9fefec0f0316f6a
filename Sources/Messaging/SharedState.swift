import Support
import Synchronization

/// The state shared by the client's callers and its thread: the outbox, and the state of the connection.
///
/// A lock, not an actor: the thread is not one of Swift's, and a batch is handed over without a task.
final class SharedState: Sendable {
    /// The number of pending messages at which the next batch may be handed over.
    static let lowWaterMark = 512

    /// The delay beyond its announced return that a busy host may cause for the thread.
    private static let latitude = Duration.seconds(30)

    /// The space that a caller waits for.
    enum Room {
        /// A batch of messages that are not patient.
        case batch
        /// Patient messages of `bytes` in all.
        case patient(bytes: Int)
    }

    struct Waiter {
        var wanted: Room
        var continuation: CheckedContinuation<Void, Never>
    }

    struct Contents {
        var outbox: Outbox
        var isConnected = false
        /// The broker's answer on the last connection.
        var acknowledgement: ConnectAcknowledgement?
        var thread: Thread?
        var stopDeadline: ContinuousClock.Instant?

        /// The subscriptions besides the configuration's, with a flag for those the thread has not made yet.
        var furtherSubscriptions: [Subscription] = []
        var isSubscriptionPending = false

        /// True where the thread was woken and has not looked yet.
        var isWakeupRaised = false

        /// True where a message was added since the last report that the outbox is drained.
        var isDrainPending = false

        /// The first topic that did not fit, until it is reported.
        var overflow: String?
        var isOverflowing = false
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0

        /// True where there is space for `wanted`; nil where there never is.
        func hasRoom(for wanted: Room) -> Bool? {
            switch wanted {
            case .batch: !isConnected || outbox.hurriedCount < SharedState.lowWaterMark
            case .patient(let bytes): outbox.hasPatientRoom(forBytes: bytes).map { !isConnected || $0 }
            }
        }

        mutating func put(_ messages: [OutgoingMessage], now: ContinuousClock.Instant) {
            for message in messages where !outbox.put(message, now: now) && !isOverflowing {
                isOverflowing = true
                overflow = message.topic
            }
            isDrainPending = true
        }

        mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
            guard !waiters.isEmpty else { return [] }
            let ready = waiters.filter { hasRoom(for: $1.wanted) != false }
            for waiter in ready.keys { waiters[waiter] = nil }
            return ready.values.map(\.continuation)
        }
    }

    /// The result of the thread's exchange with the outbox.
    struct Exchange {
        /// True where no message waits or is in flight.
        var isEmpty: Bool

        /// True where that is to be reported.
        var hasDrained: Bool

        /// True where the broker has accepted everything that it refused before.
        var hasRecovered: Bool
        /// The time at which a refused value is sent again.
        var retryAt: ContinuousClock.Instant?
        var overflow: String?
        var stopDeadline: ContinuousClock.Instant?
        /// Nil where they have not changed.
        var furtherSubscriptions: [Subscription]?
    }

    let contents: Mutex<Contents>

    /// The latest announced return of the thread; a lock of its own, as it is used in each turn.
    private let expectedBack = Mutex(ContinuousClock.Instant.now)
    let wakeup: Wakeup

    /// Raised by the thread as its last action.
    let ended: Wakeup

    init(outboxByteLimit: Int, retry: BackoffConfiguration.Growth) throws(SystemError) {
        contents = Mutex(Contents(outbox: Outbox(byteLimit: outboxByteLimit, retry: retry)))
        wakeup = try Wakeup()
        ended = try Wakeup()
    }

    var isStopping: Bool { contents.withLock { $0.stopDeadline != nil } }

    /// Announces that the thread returns within `limit`, apart from delays of the host.
    func isBack(andAgainWithin limit: Duration) {
        expectedBack.withLock { $0 = .now + limit + Self.latitude }
    }

    /// True where the thread is not overdue.
    var isPunctual: Bool { expectedBack.withLock { .now <= $0 } }

    /// Settles acknowledged messages and returns the next ones to send, up to `window` in flight.
    func exchange(
        settled: [SlotTable.Index],
        window: Int,
        now: ContinuousClock.Instant,
        into departures: inout [Outbox.Departure]
    ) -> Exchange {
        let (exchange, waiters) = contents.withLock { contents in
            contents.isWakeupRaised = false
            for slot in settled { contents.outbox.settle(slot) }
            contents.outbox.take(upTo: window - contents.outbox.inFlightCount, now: now, into: &departures)
            let isEmpty = contents.outbox.count == 0
            let exchange = Exchange(
                isEmpty: isEmpty,
                hasDrained: isEmpty && contents.isDrainPending,
                hasRecovered: contents.outbox.takeRecovery(),
                retryAt: contents.outbox.retryAt,
                overflow: contents.overflow,
                stopDeadline: contents.stopDeadline,
                furtherSubscriptions: contents.isSubscriptionPending ? contents.furtherSubscriptions : nil
            )
            contents.isSubscriptionPending = false
            if isEmpty {
                contents.isDrainPending = false
                contents.isOverflowing = false
            }
            contents.overflow = nil
            return (exchange, contents.takeWaiters())
        }
        for waiter in waiters { waiter.resume() }
        return exchange
    }

    func settle(_ slots: [SlotTable.Index]) {
        contents.withLock { contents in
            for slot in slots { contents.outbox.settle(slot) }
        }
    }

    /// Ends the flight of a message that the broker refused, to be tried again; its topic, if that is to be reported.
    func refuse(_ slot: SlotTable.Index, _ reason: RefusalReason) -> String? {
        contents.withLock { contents in
            contents.outbox.deliveries.refused(contents.outbox.topic(of: slot), reason)
            return contents.outbox.refuse(slot, now: .now)
        }
    }

    /// Records that a message cannot be sent, or is refused for good, and returns its topic; it must still be settled.
    func giveUp(_ slot: SlotTable.Index, _ reason: RefusalReason) -> String {
        contents.withLock { contents in
            let topic = contents.outbox.topic(of: slot)
            contents.outbox.table[slot].isGivenUp = true
            contents.outbox.deliveries.refused(topic, reason)
            return topic
        }
    }

    /// Adds a message that the broker refused, to be tried again.
    func putRefused(_ message: OutgoingMessage) {
        contents.withLock { $0.outbox.putRefused(message, now: .now) }
    }

    func connected(_ acknowledgement: ConnectAcknowledgement) {
        contents.withLock { contents in
            contents.isConnected = true
            contents.acknowledgement = acknowledgement
            contents.isSubscriptionPending = !contents.furtherSubscriptions.isEmpty
            contents.outbox.connected()
        }
    }

    func connectionLost() {
        let waiters = contents.withLock { contents in
            contents.isConnected = false
            contents.outbox.connectionLost()
            return contents.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Tells the thread to end by `deadline`; returns it to the first caller.
    func requestStop(last: [OutgoingMessage], deadline: ContinuousClock.Instant) -> Thread? {
        let thread = contents.withLock { contents -> Thread? in
            guard contents.stopDeadline == nil else { return nil }
            // Patient messages are not needed before the next start, and may be too many to send in time.
            contents.outbox.discardPatient()
            contents.put(last, now: .now)
            contents.stopDeadline = deadline
            defer { contents.thread = nil }
            return contents.thread
        }
        wakeup.raise()
        return thread
    }
}
