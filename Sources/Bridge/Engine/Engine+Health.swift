import BridgeClient
import Commands
import Configuration
import Faults
import Inbox
import Messaging
import Storage
import Support
import Time
import Topics

/// The telling of health: beside everything else, as nothing waits for it.
extension Engine {
    /// A broker that takes nothing is not handed more than the hours need.
    private static let mostWaitingBytes = 32 << 20

    /// Tells health until the task is cancelled.
    func keepHealth() async {
        while !Task.isCancelled {
            let now = currentTime()
            let due = health.next(at: now)
            guard due > now else {
                giveMemoryBack()
                tellHealth(at: now)
                continue
            }
            let (clock, changed) = (dependencies.clock, health.changed)
            await withDiscardingTaskGroup { group in
                group.addTask {
                    guard (try? await clock.sleep(until: due, tolerance: .seconds(1))) != nil else { return }
                    changed.set()
                }
                await changed.wait()
                group.cancelAll()
            }
        }
    }

    private func tellHealth(at now: UTCInstant) {
        for fault in state.faults.lasting where isRefusedStill(fault.key) { state.faults.goesOn(fault.key, at: now) }
        carryOut(state.settleFaults(at: now))
        lookAtDeliveries()
        lookAtLog(at: now)
        health.told(at: now)
        guard connection.isConnected else { return }
        let outbox = dependencies.client.statistics
        guard outbox.waitingBytes <= Self.mostWaitingBytes else { return }
        let figures = HealthFigures(
            uptime: dependencies.clock.elapsed - state.faults.health.startedAt,
            residentBytes: dependencies.residentBytes(),
            waiting: outbox.waiting,
            waitingBytes: outbox.waitingBytes,
            packetLimit: dependencies.client.acknowledgement?.maximumPacketSize.map(Int.init),
            calls: dependencies.callCounts(now)
        )
        dependencies.client.publish([state.presenter.healthMessage(figures, at: now)])
    }

    // MARK: Faults

    /// Has health told soon where a fault has begun or is over since it was told last.
    func lookAtFaults() {
        if health.isNews(faultChanges: state.faults.changes) { tellStatus() }
    }

    func connectionFailed(_ failure: ConnectionFailure) {
        let report = FaultReport(
            key: .broker,
            cause: "\(failure.kind)",
            message: failure.description,
            recovery: "connected to the broker at \(state.configuration.mqtt.address) again",
            isGrave: true
        )
        carryOut(state.faultBegan(report, at: currentTime()))
    }

    func connectionSucceeded() {
        let now = currentTime()
        guard state.faults.isLasting(.broker) else {
            dependencies.log.info("connected to the broker at \(state.configuration.mqtt.address)")
            return
        }
        carryOut(state.faultEnded(.broker, at: now))
    }

    /// Takes in what the broker or the library did not take.
    func noteRefusal(of topic: String, _ reason: RefusalReason) {
        let isSubscription = topic.contains { $0 == "+" || $0 == "#" } || state.isSubscribed(to: topic)
        let report = FaultReport.refusal(
            of: topic,
            reason,
            isSubscription: isSubscription,
            isPicture: state.configuration.mqtt.topics.isPicture(topic)
        )
        connection.reported(report.key)
        carryOut(state.faultBegan(report, at: dependencies.clock.now))
    }

    /// Takes in that the broker has taken all that it had refused.
    func refusalsAccepted() { endFaults { $0.isRefusedByBroker } }

    private func endFaults(where isOver: (FaultKey) -> Bool) {
        for fault in state.faults.lasting where isOver(fault.key) {
            carryOut(state.faultEnded(fault.key, at: dependencies.clock.now))
        }
    }

    /// True while a refusal lasts that the client reported once.
    private func isRefusedStill(_ key: FaultKey) -> Bool {
        key == .tooLarge && connection.hasReported(key)
            || key.isRefusedByBroker && dependencies.client.refusedCount > 0
    }

    func noteWarning(_ text: String) {
        connection.reported(.brokerWarning)
        let report = FaultReport(
            key: .brokerWarning,
            cause: text,
            message: text,
            recovery: "the broker gives no cause for a warning any more"
        )
        carryOut(state.faultBegan(report, at: dependencies.clock.now))
    }

    /// Takes in that all that was handed over has been answered.
    func outboxDrained() {
        carryOut(state.faultEnded(.outbox, at: currentTime()))
        guard connection.isConnected, connection.isAnnounced else { return }
        // Values that were refused before the connection broke have been sent again; no event reports their success.
        let refusesNothing = dependencies.client.refusedCount == 0
        endFaults { key in
            !connection.hasReported(key)
                && ([.subscriptions, .brokerWarning, .tooLarge].contains(key)
                    || key.isRefusedByBroker && refusesNothing)
        }
    }

    /// Takes in which parts of the bridge give no sign of life; the watchdog writes it to the log.
    package func noteSilence(of parts: Set<String>) {
        let now = currentTime()
        guard !parts.isEmpty else { return carryOut(state.faultEnded(.life, at: now)) }
        let names = parts.sorted().joined(separator: " and ")
        let report = FaultReport(
            key: .life,
            cause: names,
            message: "\(names) gave no sign of life; Kiatsu waits. Check the disk and the system's log, or restart it.",
            recovery: "all parts of the bridge give signs of life again",
            level: .debug,
            isGrave: true
        )
        carryOut(state.faultBegan(report, at: now))
    }

    /// Tells of commands that are not answered, as more came than can be handled.
    func lookForFlood() {
        let total = FloodLosses(commands: inbox.droppedCount, answers: dependencies.client.displacedAnswerCount)
        guard let losses = flood.newLosses(total, isLasting: state.faults.isLasting(.flood)) else { return }
        carryOut(state.faultBegan(.flood(losses), at: dependencies.clock.now))
    }

    /// Takes in what the broker has and has not of what panels show.
    func lookAtDeliveries() {
        let (missing, count) = (dependencies.client.missingValues, dependencies.client.watchedCount)
        let overdue = deliveries.overdue(of: missing, handedOver: count, at: dependencies.clock.elapsed)
        let refused = missing.filter { $0.reason != nil }
        carryOut(state.noteMissing(overdue: overdue, refused: refused, at: dependencies.clock.now))
    }

    func storeFailed(_ error: StoreError) {
        carryOut(state.faultBegan(.store(error), at: currentTime()))
    }

    func storeWorked() async {
        upkeep.logged(at: dependencies.clock.now)
        guard state.faults.isLasting(.store) else { return }
        carryOut(state.faultEnded(.store, at: currentTime()))
        // The file may have come back damaged.
        if let repair = await dependencies.store.takeNotice() { log(.error, repair) }
    }
}

extension FaultReport {
    /// Nobody hears that a message is taken again, only that none is refused any more.
    private static let refusalsQuietTime = Duration.seconds(2 * 3600)

    fileprivate static func refusal(
        of topic: String,
        _ reason: RefusalReason,
        isSubscription: Bool,
        isPicture: Bool
    ) -> FaultReport {
        if case .outboxFull = reason {
            return FaultReport(
                key: .outbox,
                cause: "full",
                message: "\(topic) was refused: \(reason)",
                recovery: "all that waited for the broker has been taken",
                level: .error
            )
        }
        if isSubscription {
            return FaultReport(
                key: .subscriptions,
                cause: topic,
                message: "the subscription to \(topic) was refused: \(reason); what is sent there is not heard, it is "
                    + "tried again with the next connection",
                recovery: "all subscriptions are accepted",
                level: .error
            )
        }
        var less = ""
        if case .tooLarge = reason {
            less =
                isPicture
                ? "a picture of a smaller size or of fewer colors is smaller, and so is png, or strips of a smaller "
                    + "buf; "
                : "a smaller encoding or family is smaller; "
        }
        return FaultReport(
            key: .refused(reason.kind),
            cause: topic,
            message: "\(topic) was refused: \(reason); " + less
                + (reason.mayPass ? "the newest value is tried again later" : "it is sent again with its next value"),
            recovery: "no message is refused any more (\(reason.kind))",
            level: .error,
            quietTime: refusalsQuietTime
        )
    }

    /// The disk does not take what it is given.
    static func store(_ error: StoreError) -> FaultReport {
        FaultReport(
            key: .store,
            cause: "\(error.kind)",
            message: "\(error.problem) Kiatsu goes on with what it knows, and takes no new positions and choices in "
                + "until it can write. \(error.advice)",
            recovery: "the store can be written again",
            level: .error,
            isGrave: true
        )
    }
}

extension RefusalReason {
    /// Tells one kind of refusal from another.
    fileprivate var kind: String {
        switch self {
        case .tooLarge: FaultKey.tooLargeKind
        case .invalidTopic: "topic"
        case .broker(let code): "0x" + String(code, radix: 16)
        case .outboxFull: "outbox"
        case .library: "library"
        }
    }
}
