import Commands
import Configuration
import Messaging
import Storage
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
    }

    /// Work that takes a while and runs beside the state.
    enum Job: Sendable {
        case publishPanels(TopicSet)
        case publishChanges(ServiceID, before: [TimelineSubject: BridgeState.Presentation])
        case publishShown(ServiceID, Set<TimelineSubject>)
        case reload(ServiceID, [TimelineSubject])
        case name(Coordinate, panel: String, generation: Int)
        case nameAgain(panel: String)
        case findNames(Set<NameKey>)
    }

    /// Work that must be done in the order in which it was asked for.
    enum Write: Sendable {
        case position(StoredPosition?, panel: String, generation: Int)
        case shown(ShownPlace, panel: String, widget: String)
        case timelines([String: StoredTimeline])
        case options(OptionsRequest)
        case panel(PanelRequest)
        case hello(HelloChoice)
        case retained(Set<RetainedTopic>)
        case manifest(Set<RetainedTopic>)
    }

    private static let panelsPerBatch = 64
    /// As many as an upstream takes in one request, or a multiple of it.
    private static let placesPerReload = 100
    /// A forecast that old has no hour left to show.
    static let timelinesKeptHours = 7 * 24

    var state: BridgeState
    let services: Services
    private let inbox: Inbox
    private var manifest: ManifestState
    private var isConnected = false
    /// Counts the connections.
    private var connection = 0
    /// Whether all that announces panels has been handed over in this connection.
    private var hasAnnounced = false
    private var refusals = RateWindow(limit: 10)
    private var untoldRefusals = 0
    var prunedAt: UTCInstant?
    /// The names that an upstream is still to be asked for.
    var missingNames: Set<NameKey> = []
    var isFindingNames = false
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
    }

    /// Works until the task is cancelled; what was accepted by then is on disk when it returns.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.keepTime() }
            group.addTask { await self.keepStore() }
            group.addTask { for await event in self.inbox.connection.stream { await self.connectionChanged(event) } }
            group.addTask { for await message in self.inbox.messages.stream { await self.receive(message) } }
            for id in state.panelIDs { missName(of: id) }
            findNames()
            services.client.setFurtherSubscriptions(state.followSubscriptions)
            for await job in jobs.stream {
                group.addTask { await self.perform(job) }
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
            carryOut(state.advance(to: services.clock.now))
        }
    }

    private func receive(_ message: IncomingMessage) {
        carryOut(state.receive(message, at: services.clock.now))
    }

    private func connectionChanged(_ event: ClientEvent) {
        switch event {
        case .connected:
            isConnected = true
            services.log.info("connected to the broker at \(state.configuration.mqtt.address)")
            services.client.publish(manifest.opening + [state.informationMessage] + state.bridgeAnnouncement)
            connection += 1
            hasAnnounced = false
            jobs.continuation.yield(.publishPanels(.announced))
        case .disconnected(let failure):
            isConnected = false
            services.client.discardPending()
            log(.warning, failure.description)
        case .drained:
            settleManifest()
        case .refused(let topic, let reason):
            logRefusal(of: topic, reason)
        case .warning(let text):
            log(.warning, text)
        case .received:
            break
        }
    }

    /// A broker that refuses all topics of a fleet is not told of a line a topic.
    private func logRefusal(of topic: String, _ reason: RefusalReason) {
        guard refusals.admit(at: services.clock.now) else {
            untoldRefusals += 1
            return
        }
        let others = untoldRefusals > 0 ? " (and \(untoldRefusals) more since the last such line)" : ""
        untoldRefusals = 0
        log(.error, "\(topic) was refused: \(reason)\(others)")
    }

    /// Once the broker has all that was handed over, writes down what is retained there.
    private func settleManifest() {
        // An event from before the messages were handed over says nothing of them.
        guard isConnected, hasAnnounced, !manifest.isSettled, services.client.pendingCount == 0 else { return }
        writes.continuation.yield(.manifest(manifest.cleared()))
        guard !state.retired.isEmpty else { return }
        // What is gone has been told: who comes later is not to hear of it.
        state.retired = [:]
        services.client.publish(state.bridgeAnnouncement)
        jobs.continuation.yield(.publishPanels(.announced))
    }

    /// Writes to the log; what is wrong is shown in Home Assistant as well.
    func log(_ level: LogLevel, _ text: String) {
        services.log.log(level, text)
        guard level == .warning || level == .error else { return }
        let messages = state.noteError(text, at: services.clock.now)
        if isConnected { services.client.publish(messages) }
    }

    // MARK: Effects

    func carryOut(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .publish(let messages): if isConnected { services.client.publish(messages) }
            case .publishPanels(let topics):
                if isConnected { jobs.continuation.yield(.publishPanels(topics)) }
                // Panels may have left the places whose names the upstream did not tell.
                missingNames = state.wanted(missingNames)
                findNames()
            case .publishChanges(let service, let before):
                if isConnected { jobs.continuation.yield(.publishChanges(service, before: before)) }
            case .publishShown(let service, let subjects):
                if isConnected { jobs.continuation.yield(.publishShown(service, subjects)) }
            case .reload(let service, let subjects): jobs.continuation.yield(.reload(service, subjects))
            case .name(let coordinate, let panel, let generation):
                jobs.continuation.yield(.name(coordinate, panel: panel, generation: generation))
            case .nameAgain(let panel): jobs.continuation.yield(.nameAgain(panel: panel))
            case .store(let position, let panel, let generation):
                writes.continuation.yield(.position(position, panel: panel, generation: generation))
            case .storeShown(let place, let panel, let widget):
                writes.continuation.yield(.shown(place, panel: panel, widget: widget))
            case .storeOptions(let request): writes.continuation.yield(.options(request))
            case .storeHello(let choice): writes.continuation.yield(.hello(choice))
            case .subscribe: services.client.setFurtherSubscriptions(state.followSubscriptions)
            case .storePanel(let request): writes.continuation.yield(.panel(request))
            case .retain(let topics):
                manifest.retain(topics)
                writes.continuation.yield(.retained(topics))
            case .clear(let topics): clear(topics)
            case .storeTimelines(let timelines): writes.continuation.yield(.timelines(timelines))
            case .log(let level, let text): log(level, text)
            }
        }
        // Not without need: what keeps the time comes through here itself and would never sleep.
        if state.nextDeadline() != sleepDeadline { deadlineChanged.set() }
    }

    private func perform(_ job: Job) async {
        switch job {
        case .publishPanels(let topics):
            var cache = EncodingCache()
            let begun = connection
            await publishPanels { state, id, now in state.messages(of: id, topics, cache: &cache, at: now) }
            guard topics == .announced, isConnected, connection == begun, !hasAnnounced else { return }
            hasAnnounced = true
            settleManifest()
        case .publishChanges(let service, let before):
            var caches = EncodingCaches()
            await publishPanels { state, id, now in
                state.changedMessages(of: id, service, before: before, caches: &caches, at: now)
            }
        case .publishShown(let service, let subjects):
            var cache = EncodingCache()
            await publishPanels { state, id, now in
                state.shownMessages(of: id, service, subjects, cache: &cache, at: now)
            }
        case .reload(let service, let subjects):
            await reload(service, subjects)
        case .name(let coordinate, let panel, let generation):
            guard let configuration = state.panels[panel]?.configuration else { return }
            let override = state.panels[panel]?.move?.position?.name
            let place = await services.names.place(at: coordinate, panel: configuration, override: override)
            carryOut(state.placed(panel: panel, generation: generation, place, at: services.clock.now))
            missName(of: panel)
            findNames()
        case .nameAgain(let id):
            guard let panel = state.panels[id] else { return }
            let place = await services.names.place(
                at: panel.coordinate,
                panel: panel.configuration,
                override: panel.position?.name
            )
            carryOut(state.renamed(panel, place, at: services.clock.now))
            missName(of: id)
            findNames()
        case .findNames(let keys):
            let failed = await findNames(keys)
            isFindingNames = false
            // Those that came to be missing meanwhile.
            findNames()
            missingNames.formUnion(failed)
        }
    }

    /// Asks for a part of many places at a time, so that those that came first are shown while the others are asked for.
    private func reload(_ service: ServiceID, _ subjects: [TimelineSubject]) async {
        guard state.isCurrent(service) else { return }
        let count = state[service].subject == .place ? Self.placesPerReload : max(1, subjects.count)
        for start in stride(from: 0, to: subjects.count, by: count) {
            guard state.isCurrent(service) else { return }
            let part = Array(subjects[start..<min(start + count, subjects.count)])
            let current = Dictionary(
                uniqueKeysWithValues: part.compactMap { subject in
                    state[service].scheduler.timeline(of: subject).map { (subject, $0) }
                }
            )
            let provider = state[service].provider
            let answers = await provider.timelines(for: part, current: current, at: services.clock.now)
            guard !Task.isCancelled else { return }
            carryOut(state.finishReload(service, answers, at: services.clock.now))
        }
    }

    /// Clears topics that are not used any more; what is retained is written down once they are gone.
    private func clear(_ topics: [String]) {
        let messages = manifest.clear(topics, wanted: ManifestState.retainedTopics(of: state))
        if isConnected { services.client.publish(messages) }
        guard messages.isEmpty, manifest.isSettled else { return }
        writes.continuation.yield(.manifest(manifest.cleared()))
    }

    /// Hands over what `messages` gives for each panel, never more at once than the client has room for.
    private func publishPanels(_ messages: (BridgeState, String, UTCInstant) -> [OutgoingMessage]) async {
        // Panels come and go while this waits: those that went have no messages, and those that came have theirs sent.
        let ids = state.panelIDs
        for start in stride(from: 0, to: ids.count, by: Self.panelsPerBatch) {
            guard isConnected, !Task.isCancelled else { return }
            let now = services.clock.now
            let panels = ids[start..<min(start + Self.panelsPerBatch, ids.count)]
            let batch = panels.flatMap { messages(state, $0, now) }
            guard !batch.isEmpty else { continue }
            services.client.publish(batch)
            await services.client.waitForRoom()
        }
    }
}
