import Support
import Synchronization

/// What the client's callers and its thread share: the outbox, and whether there is a connection.
///
/// A lock and not an actor: the thread is not one of Swift's, and a batch is handed over without a task.
final class SharedState: Sendable {
    /// So few waiting messages let the next batch in.
    static let lowWaterMark = 512

    /// How much longer than it said the thread may be away, on a machine that is busy.
    private static let latitude = Duration.seconds(30)

    /// What somebody waits to hand over.
    enum Room {
        /// A batch of messages that are not patient.
        case batch
        /// Patient messages of so many bytes in all.
        case patient(bytes: Int)
    }

    struct Waiter {
        var wanted: Room
        var continuation: CheckedContinuation<Void, Never>
    }

    struct Contents {
        var outbox: Outbox
        var isConnected = false
        /// Of the last connection.
        var acknowledgement: ConnectAcknowledgement?
        var thread: Thread?
        var stopDeadline: ContinuousClock.Instant?

        /// What is subscribed to besides the configuration's, and whether the thread has yet to do so.
        var furtherSubscriptions: [Subscription] = []
        var isSubscriptionPending = false

        /// Whether the thread has been woken and has not looked yet.
        var isWakeupRaised = false

        /// Whether something was put in since the owner was told that all is out.
        var isDrainPending = false

        /// The first topic that did not fit, until the thread has told.
        var overflow: String?
        var isOverflowing = false
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0

        /// Whether there is room for what is wanted; nil where there never is.
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

    /// What the thread learns when it looks.
    struct Exchange {
        /// Whether nothing waits and nothing is in flight.
        var isEmpty: Bool

        /// Whether that is news to the owner.
        var hasDrained: Bool

        /// Whether the broker has taken all that it refused before.
        var hasRecovered: Bool
        /// When something is to be sent again that was refused.
        var retryAt: ContinuousClock.Instant?
        var overflow: String?
        var stopDeadline: ContinuousClock.Instant?
        /// Nil when nothing has changed of them.
        var furtherSubscriptions: [Subscription]?
    }

    let contents: Mutex<Contents>

    /// When the thread is back from what it does at the latest; a lock of its own, as it is asked in each turn.
    private let expectedBack = Mutex(ContinuousClock.Instant.now)
    let wakeup: Wakeup

    /// Raised by the thread as the last thing it does.
    let ended: Wakeup

    init(outboxByteLimit: Int, retry: BackoffConfiguration.Growth) throws(SystemError) {
        contents = Mutex(Contents(outbox: Outbox(byteLimit: outboxByteLimit, retry: retry)))
        wakeup = try Wakeup()
        ended = try Wakeup()
    }

    var isStopping: Bool { contents.withLock { $0.stopDeadline != nil } }

    /// The thread is here, and will be again within the time that what it does now may take, and some more.
    func isBack(andAgainWithin limit: Duration) {
        expectedBack.withLock { $0 = .now + limit + Self.latitude }
    }

    /// Whether the thread is where it said that it would be.
    var isPunctual: Bool { expectedBack.withLock { .now <= $0 } }

    /// Settles what has been answered and takes out what is to be sent next, up to `window` in flight.
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

    /// Ends the flight of a message that the broker refused, to be tried again; its topic, if that is news.
    func refuse(_ slot: SlotTable.Index, _ reason: RefusalReason) -> String? {
        contents.withLock { contents in
            contents.outbox.deliveries.refused(contents.outbox.topic(of: slot), reason)
            return contents.outbox.refuse(slot, now: .now)
        }
    }

    /// Notes that a message cannot be sent, or is refused for good, and returns its topic; it is still to be settled.
    func giveUp(_ slot: SlotTable.Index, _ reason: RefusalReason) -> String {
        contents.withLock { contents in
            let topic = contents.outbox.topic(of: slot)
            contents.outbox.table[slot].isGivenUp = true
            contents.outbox.deliveries.refused(topic, reason)
            return topic
        }
    }

    /// Takes in a message that the broker refused, to be tried again.
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

    /// Asks the thread to end by `deadline`; returns it to the first who asks.
    func requestStop(last: [OutgoingMessage], deadline: ContinuousClock.Instant) -> Thread? {
        let thread = contents.withLock { contents -> Thread? in
            guard contents.stopDeadline == nil else { return nil }
            // Nobody misses them until the next start, and they may be more than can be sent in time.
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
