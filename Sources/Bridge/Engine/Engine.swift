import Commands
import Configuration
import Messaging
import Pictures
import Storage
import Support
import Time
import Timelines
import Weather
import Widgets

/// Runs the bridge's state: carries its effects out and tells it what came of them.
actor Engine {
    /// What the engine works with; all of it outlives the engine.
    struct Services: Sendable {
        let client: Client
        let store: Store
        let names: PlaceNames
        let clock: any WallClock
        let log: Logger
        let drawer: any PictureDrawer
        let manager: ServiceManager
        /// What accounts with upstreams have spent today.
        let callCounts: @Sendable (UTCInstant) -> [String: CallCount]
        /// Has upstreams asked for what they refused before its time.
        let forgetRefusals: @Sendable () -> Void
        /// What of the process is in memory.
        let residentBytes: @Sendable () -> Int?
    }

    /// What runs beside the state.
    enum Job: Sendable {
        case round(Round)
        case work(Work)
    }

    static let panelsPerBatch = 64
    /// A forecast that old has no hour left to show.
    static let timelinesKeptHours = 7 * 24

    var state: BridgeState
    let services: Services
    let inbox: Inbox
    /// What is known to have been lost to floods.
    var knownLosses = FloodLosses()
    /// The same as the flood began that lasts.
    var lossesBefore = FloodLosses()
    private var manifest: ManifestState
    private(set) var isConnected = false
    /// Why there is no connection; nil before the first attempt has failed.
    private(set) var failure: ConnectionFailure?
    /// What the service manager was told last.
    var toldStatus = ""
    var punctuality = Punctuality()
    /// Counts the connections.
    private(set) var connection = 0
    /// Whether all that announces panels has been handed over in this connection.
    var hasAnnounced = false
    /// Of which faults the broker has told in this connection: others are over once all has been announced.
    var toldByBroker: Set<FaultKey> = []
    var healthSchedule = HealthSchedule()
    /// Set when health is to be told anew.
    let healthChanged = Flag()
    /// As many changes of faults have been seen.
    var knownFaultChanges = 0
    var prunedAt: UTCInstant?
    /// When the store's file was looked through.
    var storeCheckedAt: UTCInstant?
    /// How many forecasts have been written since then.
    var writtenSincePruning = 0
    /// What upstreams said and is not on disk yet.
    var unwrittenTimelines: [String: StoredTimeline] = [:]
    /// The names that an upstream is still to be asked for.
    var missingNames: Set<NameKey> = []
    var isFindingNames = false
    var pictures = PictureKeeping()
    var deliveries = DeliveryWatch()
    var clockSteps: ClockSteps
    /// Set when there may be something to draw.
    let picturesChanged = Flag()
    /// How many rounds through the panels' entries have begun, or wait to.
    var roundsUnderway = 0
    /// Set when there are none.
    let roundsEnded = Flag()
    /// How many writes and short jobs are underway, or wait to be.
    var underwayCount = 0
    /// Set when there are fewer than the most.
    let hasRoomForCommands = Flag()
    /// Whether rounds, pictures or the start may have left memory free that the heap keeps.
    var hasFreedMemory = true
    private let deadlineChanged = Flag()
    /// What ``keepTime()`` sleeps until.
    private var sleepDeadline = UTCInstant.distantFuture
    let jobs = AsyncStream.makeStream(of: Job.self)
    let writes = AsyncStream.makeStream(of: Write.self)

    init(state: BridgeState, manifest: ManifestState, services: Services, inbox: Inbox) {
        self.state = state
        self.manifest = manifest
        self.services = services
        self.inbox = inbox
        clockSteps = ClockSteps(services.clock)
    }

    /// Works until the task is cancelled; what was accepted by then is on disk when it returns.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.keepTime() }
            group.addTask { await self.keepStore() }
            group.addTask { await self.keepStoreWhole() }
            group.addTask { await self.keepPictures() }
            group.addTask { await self.keepHealth() }
            group.addTask { for await event in self.inbox.connection.stream { await self.connectionChanged(event) } }
            group.addTask {
                for await _ in self.inbox.arrivals.stream {
                    while let message = await self.nextCommand() { await self.receive(message) }
                }
            }
            for id in state.panelIDs { missName(of: id) }
            findNames()
            services.client.setFurtherSubscriptions(state.followSubscriptions)
            for await job in jobs.stream {
                group.addTask { await self.carryOut(job) }
            }
        }
    }

    var birthTopic: String? { state.birthTopic }

    var followFilters: [String] { state.followSubscriptions.map(\.filter) }

    var panelCount: Int { state.panelIDs.count }

    /// How many panels are not at their configured position.
    var movedPanelCount: Int { state.panels.values.count { $0.position != nil } }

    /// Answers for those who would wait in vain when the engine ends now.
    func lastAnswers() -> [OutgoingMessage] { isConnected ? state.lastAnswers() : [] }

    // MARK: Events

    private func keepTime() async {
        while !Task.isCancelled {
            let deadline = state.nextDeadline()
            sleepDeadline = deadline
            await withDiscardingTaskGroup { group in
                group.addTask {
                    guard (try? await self.services.clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
                    self.deadlineChanged.set()
                }
                await self.deadlineChanged.wait()
                group.cancelAll()
            }
            carryOut(state.advance(to: currentTime()))
            lookForFlood()
            punctuality.turned()
        }
    }

    private func receive(_ message: IncomingMessage) {
        carryOut(state.receive(message, at: currentTime()))
        lookForFlood()
    }

    private func connectionChanged(_ event: ClientEvent) {
        switch event {
        case .connected:
            // The host may have slept, and what is said now is to be of this hour; not said twice, as nobody hears it yet.
            carryOut(state.advance(to: currentTime()))
            isConnected = true
            failure = nil
            toldByBroker = []
            state.health.connections += 1
            healthSchedule.connected()
            connectionSucceeded()
            tellStatus()
            healthChanged.set()
            services.client.publish(manifest.opening + [state.informationMessage] + state.bridgeAnnouncement)
            connection += 1
            deliveries.connected(at: services.clock.elapsed)
            hasAnnounced = false
            pictures.connectionBegan()
            begin(.panels(.announced))
        case .disconnected(let failure):
            isConnected = false
            deliveries.disconnected(at: services.clock.elapsed)
            self.failure = failure
            services.client.discardPending()
            connectionFailed(failure)
            tellStatus()
        case .accepted:
            refusalsAccepted()
            lookAtDeliveries()
            settleManifest()
        case .drained:
            outboxDrained()
            lookAtDeliveries()
            settleManifest()
        case .refused(let topic, let reason):
            inbox.refusalNoted()
            noteRefusal(of: topic, reason)
        case .warning(let text):
            noteWarning(text)
        case .received:
            break
        }
    }

    /// Once the broker has all that was handed over, writes down what is retained there.
    func settleManifest() {
        // An event from before the messages were handed over says nothing of them.
        let client = services.client
        guard isConnected, hasAnnounced, !manifest.isSettled, client.pendingCount == 0, client.refusedCount == 0 else {
            return
        }
        begin(.setManifest(manifest.cleared()))
        carryOut(state.retirementTold())
    }

    /// Writes to the log; what is wrong is shown in Home Assistant as well.
    func log(_ level: LogLevel, _ text: String) {
        services.log.log(level, text)
        let messages = state.noteLine(level, text, at: services.clock.now)
        if isConnected { services.client.publish(messages) }
    }

    // MARK: Effects

    func carryOut(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .publish(let messages): if isConnected { services.client.publish(messages) }
            case .round(let round):
                if isConnected { begin(round) }
                // Panels may have left the places whose names the upstream did not tell.
                if case .panels = round { findWantedNames() }
            case .draw(let panel):
                pictures.expect(panel)
                picturesChanged.set()
            case .work(.findNames): findWantedNames()
            case .work(let work): begin(work)
            case .write(let write): begin(write)
            case .manifest(let change): carryOut(change)
            case .subscribe: services.client.setFurtherSubscriptions(state.followSubscriptions)
            case .forgetRefusals: services.forgetRefusals()
            case .log(let level, let text): log(level, text)
            }
        }
        lookAtFaults()
        // Not without need: what keeps the time comes through here itself and would never sleep.
        if state.nextDeadline() != sleepDeadline { deadlineChanged.set() }
    }

    private func carryOut(_ change: ManifestChange) {
        switch change {
        case .retain(let topics):
            manifest.retain(topics)
            begin(.addToManifest(topics))
        case .retire(let entities, let device): manifest.retire(entities, of: device)
        case .clear(let topics): clear(topics)
        }
    }

    /// Clears topics that are not used any more; what is retained is written down once they are gone.
    private func clear(_ topics: [String]) {
        forgetPictures(on: topics)
        let messages = manifest.clear(topics, wanted: ManifestState.retainedTopics(of: state))
        if isConnected { services.client.publish(messages) }
        guard messages.isEmpty, manifest.isSettled else { return }
        begin(.setManifest(manifest.cleared()))
    }
}
