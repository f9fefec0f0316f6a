package import Support
import Synchronization

/// A connection to an MQTT broker that comes back by itself, and the values that wait for it.
///
/// One thread does all that concerns the connection. Nothing here blocks its caller: messages go into an outbox with one
/// place for each topic, and what happens is told as events.
package final class Client: Sendable {
    /// How much longer than agreed the thread may take to end before it is left alone.
    private static let stopGrace = Duration.milliseconds(500)

    private let configuration: ClientConfiguration
    private let events: @Sendable (ClientEvent) -> Void
    let shared: SharedState

    /// Makes a client that does nothing yet.
    ///
    /// `events` is called on the client's thread, one event at a time; while it runs nothing is sent or received. It may
    /// publish.
    package init(
        configuration: ClientConfiguration,
        events: @escaping @Sendable (ClientEvent) -> Void
    ) throws(SystemError) {
        self.configuration = configuration
        self.events = events
        shared = try SharedState(
            outboxByteLimit: configuration.outboxByteLimit,
            retry: configuration.backoff.rejection
        )
    }

    deinit {
        shared.requestStop(last: [], deadline: .now)?.abandon()
    }

    /// Begins to connect, and goes on until it succeeds; only the first call has an effect.
    package func start() throws(SystemError) {
        try shared.contents.withLock { contents throws(SystemError) in
            guard contents.thread == nil, contents.stopDeadline == nil else { return }
            shared.isBack(andAgainWithin: .zero)
            contents.thread = try Thread(name: "kiatsu-mqtt") { [configuration, shared, events] in
                var loop = ClientLoop(configuration, shared: shared, events: events)
                loop.run()
                shared.ended.raise()
            }
        }
    }

    /// Hands messages over, each in place of an older one of its topic that still waits.
    package func publish(_ messages: [OutgoingMessage]) {
        guard !messages.isEmpty else { return }
        let mustWake = shared.contents.withLock { contents in
            guard contents.stopDeadline == nil else { return false }
            contents.put(messages, now: .now)
            let mustWake = contents.isConnected && !contents.isWakeupRaised
            if mustWake { contents.isWakeupRaised = true }
            return mustWake
        }
        if mustWake { shared.wakeup.raise() }
    }

    /// Subscribes to these as well, now and on each later connection; what an earlier call named and this one does not is
    /// given up.
    package func setFurtherSubscriptions(_ subscriptions: [Subscription]) {
        let mustWake = shared.contents.withLock { contents in
            guard contents.furtherSubscriptions != subscriptions else { return false }
            contents.furtherSubscriptions = subscriptions
            contents.isSubscriptionPending = true
            return contents.isConnected
        }
        if mustWake { shared.wakeup.raise() }
    }

    /// Drops the retained messages that wait, for an owner that publishes all of them again when the connection is back.
    package func discardPending() {
        shared.contents.withLock { $0.outbox.discardWaiting() }
    }

    /// What the broker said when it last let us in; nil before that.
    package var acknowledgement: ConnectAcknowledgement? { shared.contents.withLock { $0.acknowledgement } }

    /// How many messages the broker has not answered yet.
    package var pendingCount: Int { shared.contents.withLock { $0.outbox.count } }

    /// Whether the thread goes its rounds: a sign of life, connection or not.
    ///
    /// A round takes seconds; only a search for the broker, name servers that do not answer included, may take
    /// ``ClientLoop/longestSearch``.
    package var isAlive: Bool { shared.isPunctual }

    /// How many values the broker refused that are to be tried again.
    package var refusedCount: Int { shared.contents.withLock { $0.outbox.refusedCount } }

    /// What the broker has not answered yet.
    package struct Statistics: Sendable, Equatable {
        /// Messages.
        package var waiting: Int
        /// What they take of the bytes that may wait.
        package var waitingBytes: Int
    }

    package var statistics: Statistics {
        shared.contents.withLock { Statistics(waiting: $0.outbox.count, waitingBytes: $0.outbox.byteCount) }
    }

    /// How many messages expired before they could be sent, since the start.
    package var expiredCount: Int { shared.contents.withLock { $0.outbox.expiredCount } }

    /// How many answers were lost to a full queue or a broken connection, since the start.
    package var droppedAnswerCount: Int { shared.contents.withLock { $0.outbox.droppedAnswerCount } }

    /// How many of those gave way to newer ones, as more are asked for than the broker takes.
    package var displacedAnswerCount: Int { shared.contents.withLock { $0.outbox.displacedAnswerCount } }

    /// Waits until few enough messages are pending for the next batch; at once without a connection, when newer values
    /// take the place of older ones, and when the task is cancelled.
    package func waitForRoom() async { await waitForRoom(.batch) }

    /// Waits until there is room for patient messages of so many bytes in all; at once without a connection, and when
    /// the task is cancelled.
    ///
    /// False where there never is, as they are more than may wait for the broker at all.
    package func waitForRoom(patientBytes bytes: Int) async -> Bool {
        guard shared.contents.withLock({ $0.hasRoom(for: .patient(bytes: bytes)) }) != nil else { return false }
        await waitForRoom(.patient(bytes: bytes))
        return true
    }

    /// What a message takes of the bytes that may wait for the broker.
    package static func pendingBytes(of message: OutgoingMessage) -> Int { Outbox.bytes(of: message) }

    private func waitForRoom(_ wanted: SharedState.Room) async {
        let shared = shared
        let waiter = shared.contents.withLock { contents in
            contents.nextWaiter += 1
            return contents.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let hasRoom = shared.contents.withLock { contents in
                    // Asked within the lock: a cancellation after this finds the continuation.
                    if contents.hasRoom(for: wanted) != false || Task.isCancelled { return true }
                    contents.waiters[waiter] = SharedState.Waiter(wanted: wanted, continuation: continuation)
                    return false
                }
                if hasRoom { continuation.resume() }
            }
        } onCancel: {
            shared.contents.withLock { $0.waiters.removeValue(forKey: waiter) }?.continuation.resume()
        }
    }

    /// Publishes the last messages after all that waits, takes leave of the broker and ends the thread.
    ///
    /// If not everything is acknowledged within `limit`, the broker publishes the will. A thread that does not end, held
    /// by a name server for instance, is left alone soon after. Works in a cancelled task; later calls return at once.
    package func stop(last: [OutgoingMessage] = [], within limit: Duration) async {
        let deadline = ContinuousClock.now + limit
        guard let thread = shared.requestStop(last: last, deadline: deadline) else { return }
        let ended = shared.ended
        await withCheckedContinuation { continuation in
            do throws(SystemError) {
                let watcher = try Thread(name: "kiatsu-stop") {
                    if ended.wait(until: deadline + Self.stopGrace) { thread.join() } else { thread.abandon() }
                    continuation.resume()
                }
                watcher.abandon()
            } catch {
                thread.abandon()
                continuation.resume()
            }
        }
    }
}
