package import Support
import Synchronization

/// A connection to an MQTT broker that reconnects by itself, with an outbox of the values to send.
///
/// One thread does all work of the connection. No call blocks: messages go into an outbox with one place per topic, and
/// events report the progress.
package final class Client: Sendable {
    /// The time beyond the agreed one after which a thread that does not end is abandoned.
    private static let stopGrace = Duration.milliseconds(500)

    private let configuration: ClientConfiguration
    private let events: @Sendable (ClientEvent) -> Void
    let shared: SharedState

    /// A client that does nothing until ``start()``.
    ///
    /// `events` is called on the client's thread, one event at a time; while it runs, nothing is sent or received. It
    /// may publish.
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

    /// Starts the thread, which connects and reconnects; only the first call has an effect.
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

    /// Puts messages into the outbox; each replaces an older one of its topic that still waits.
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

    /// Replaces the further subscriptions, now and on each later connection; those of an earlier call that are missing
    /// are cancelled.
    package func setFurtherSubscriptions(_ subscriptions: [Subscription]) {
        let mustWake = shared.contents.withLock { contents in
            guard contents.furtherSubscriptions != subscriptions else { return false }
            contents.furtherSubscriptions = subscriptions
            contents.isSubscriptionPending = true
            return contents.isConnected
        }
        if mustWake { shared.wakeup.raise() }
    }

    /// Drops the retained messages that wait, for an owner that publishes all of them again on the next connection.
    package func discardPending() {
        shared.contents.withLock { $0.outbox.discardWaiting() }
    }

    /// The broker's answer to the last successful CONNECT; nil before the first.
    package var acknowledgement: ConnectAcknowledgement? { shared.contents.withLock { $0.acknowledgement } }

    /// The number of messages that the broker has not acknowledged.
    package var pendingCount: Int { shared.contents.withLock { $0.outbox.count } }

    /// True while the thread completes its rounds, with or without a connection.
    ///
    /// A round takes seconds; only the search for the broker, with name servers that do not answer, may take
    /// ``ClientLoop/longestSearch``.
    package var isAlive: Bool { shared.isPunctual }

    /// The number of values that the broker refused and that will be tried again.
    package var refusedCount: Int { shared.contents.withLock { $0.outbox.refusedCount } }

    /// The size of the outbox.
    package struct Statistics: Sendable, Equatable {
        /// The number of unacknowledged messages.
        package var waiting: Int
        /// Their share of the outbox, in bytes.
        package var waitingBytes: Int
    }

    /// The present size of the outbox.
    package var statistics: Statistics {
        shared.contents.withLock { Statistics(waiting: $0.outbox.count, waitingBytes: $0.outbox.byteCount) }
    }

    /// The number of messages that expired before they could be sent, since the start.
    package var expiredCount: Int { shared.contents.withLock { $0.outbox.expiredCount } }

    /// The number of responses lost to a full queue or a broken connection, since the start.
    package var droppedAnswerCount: Int { shared.contents.withLock { $0.outbox.droppedAnswerCount } }

    /// The number of those that newer responses displaced: more are requested than the broker accepts.
    package var displacedAnswerCount: Int { shared.contents.withLock { $0.outbox.displacedAnswerCount } }

    /// Waits until few enough messages are pending for the next batch; returns at once without a connection, when newer
    /// values replace older ones, and when the task is cancelled.
    package func waitForRoom() async { await waitForRoom(.batch) }

    /// Waits until the outbox has space for patient messages of `bytes` in all; returns at once without a connection,
    /// and when the task is cancelled.
    ///
    /// False where they exceed the outbox's share for patient messages, so that there never is space.
    package func waitForRoom(patientBytes bytes: Int) async -> Bool {
        guard shared.contents.withLock({ $0.hasRoom(for: .patient(bytes: bytes)) }) != nil else { return false }
        await waitForRoom(.patient(bytes: bytes))
        return true
    }

    /// The bytes of the outbox that a message occupies.
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
                    // Checked within the lock: a later cancellation finds the continuation.
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

    /// Publishes the last messages after all pending ones, disconnects and ends the thread.
    ///
    /// If not everything is acknowledged within `limit`, the broker publishes the will. A thread that does not end,
    /// held by a name server for instance, is abandoned soon after. Works in a cancelled task; later calls return at
    /// once.
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
