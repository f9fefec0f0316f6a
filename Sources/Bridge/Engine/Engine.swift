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
        let providers: [Configuration.Source: WeatherProvider]
        let names: PlaceNames
        let clock: any WallClock
        let log: Logger
    }

    /// Work that takes a while and runs beside the state.
    private enum Job: Sendable {
        case publishPanels(TopicSet)
        case publishChanges(Configuration.Source, before: [GridCell: BridgeState.Scheduler.Presentation])
        case reload(Configuration.Source, [GridCell])
        case name(Coordinate, panel: String, generation: Int)
    }

    /// Work that must be done in the order in which it was asked for.
    private enum Write: Sendable {
        case position(StoredPosition?, panel: String, generation: Int)
        case shown(ShownPlace, panel: String)
        case timelines([String: StoredTimeline])
        case manifest(Set<RetainedTopic>)
    }

    private static let panelsPerBatch = 64
    /// A forecast that old has no hour left to show.
    private static let timelinesKeptHours = 7 * 24

    private var state: BridgeState
    private let services: Services
    private let inbox: Inbox
    private var manifest: ManifestState
    private var isConnected = false
    private var refusals = RateWindow(limit: 10)
    private var untoldRefusals = 0
    private var prunedAt: UTCInstant?
    private let deadlineChanged = Flag()
    /// What ``keepTime()`` sleeps until.
    private var sleepDeadline = UTCInstant.distantFuture
    private let jobs = AsyncStream.makeStream(of: Job.self)
    private let writes = AsyncStream.makeStream(of: Write.self)

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
            for await job in jobs.stream {
                group.addTask { await self.perform(job) }
            }
        }
    }

    /// How many panels are not at their configured position.
    var movedPanelCount: Int { state.panels.values.count { $0.position != nil } }

    /// Answers for those who would wait in vain when the engine ends now.
    func lastAnswers() -> [OutgoingMessage] { isConnected ? state.lastAnswers() : [] }

    // MARK: Events

    private func keepTime() async {
        while !Task.isCancelled {
            let deadline = state.nextDeadline
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
            services.client.publish(manifest.clearing + [state.informationMessage])
            jobs.continuation.yield(.publishPanels(.everything))
        case .disconnected(let failure):
            isConnected = false
            services.client.discardPending()
            services.log.warning(failure.description)
        case .drained:
            // An event from before the clearing messages were handed over says nothing of them.
            guard isConnected, !manifest.clearing.isEmpty, services.client.pendingCount == 0 else { return }
            writes.continuation.yield(.manifest(manifest.cleared()))
        case .refused(let topic, let reason):
            logRefusal(of: topic, reason)
        case .warning(let text):
            services.log.warning(text)
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
        services.log.error("\(topic) was refused: \(reason)\(others)")
    }

    // MARK: Effects

    private func carryOut(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .publish(let messages): if isConnected { services.client.publish(messages) }
            case .publishPanels(let topics): if isConnected { jobs.continuation.yield(.publishPanels(topics)) }
            case .publishChanges(let source, let before):
                if isConnected { jobs.continuation.yield(.publishChanges(source, before: before)) }
            case .reload(let source, let cells): jobs.continuation.yield(.reload(source, cells))
            case .name(let coordinate, let panel, let generation):
                jobs.continuation.yield(.name(coordinate, panel: panel, generation: generation))
            case .store(let position, let panel, let generation):
                writes.continuation.yield(.position(position, panel: panel, generation: generation))
            case .storeShown(let place, let panel): writes.continuation.yield(.shown(place, panel: panel))
            case .storeTimelines(let timelines): writes.continuation.yield(.timelines(timelines))
            case .log(let level, let text): services.log.log(level, text)
            }
        }
        // Not without need: what keeps the time comes through here itself and would never sleep.
        if state.nextDeadline != sleepDeadline { deadlineChanged.set() }
    }

    private func perform(_ job: Job) async {
        switch job {
        case .publishPanels(let topics):
            var cache = EncodingCache()
            await publishPanels { state, id, now in state.messages(of: id, topics, cache: &cache, at: now) }
        case .publishChanges(let source, let before):
            var (old, new) = (EncodingCache(), EncodingCache())
            await publishPanels { state, id, now in
                state.changedMessages(of: id, source, before: before, oldCache: &old, newCache: &new, at: now)
            }
        case .reload(let source, let cells):
            guard let provider = services.providers[source] else { return }
            let answers = await provider.timelines(for: cells, at: services.clock.now)
            guard !Task.isCancelled else { return }
            carryOut(state.finishReload(source, answers, at: services.clock.now))
        case .name(let coordinate, let panel, let generation):
            let override = state.panels[panel]?.move?.position?.name
            let place = await services.names.place(
                at: coordinate,
                panel: state.panels[panel]?.configuration,
                override: override
            )
            carryOut(state.placed(panel: panel, generation: generation, place, at: services.clock.now))
        }
    }

    /// Hands over what `messages` gives for each panel, never more at once than the client has room for.
    private func publishPanels(_ messages: (BridgeState, String, UTCInstant) -> [OutgoingMessage]) async {
        for start in stride(from: 0, to: state.panelIDs.count, by: Self.panelsPerBatch) {
            guard isConnected, !Task.isCancelled else { return }
            let now = services.clock.now
            let panels = state.panelIDs[start..<min(start + Self.panelsPerBatch, state.panelIDs.count)]
            let batch = panels.flatMap { messages(state, $0, now) }
            guard !batch.isEmpty else { continue }
            services.client.publish(batch)
            await services.client.waitForRoom()
        }
    }

    // MARK: Store

    private func keepStore() async {
        for await write in writes.stream { await perform(write) }
    }

    private func perform(_ write: Write) async {
        do {
            switch write {
            case .position(let position, let panel, let generation):
                try await store(position, panel: panel, generation: generation)
            case .shown(let place, let panel): try await services.store.saveShown(place, for: panel)
            case .timelines(let timelines):
                try await services.store.saveTimelines(timelines)
                try await pruneTimelines()
            case .manifest(let topics): try await services.store.setManifest(topics)
            }
        } catch {
            services.log.error("\(error)")
        }
    }

    /// Once a day, forgets the forecasts of places that nobody is at any more.
    private func pruneTimelines() async throws(StoreError) {
        let now = services.clock.now
        if let prunedAt, now - prunedAt < .seconds(86_400), now >= prunedAt { return }
        prunedAt = now
        try await services.store.pruneTimelines(olderThan: now.addingHours(-Self.timelinesKeptHours))
    }

    private func store(_ position: StoredPosition?, panel: String, generation: Int) async throws {
        do {
            if let position {
                try await services.store.save(position, for: panel)
            } else {
                try await services.store.removePosition(of: panel)
            }
        } catch {
            carryOut(
                state.storingFailed(panel: panel, generation: generation, reason: error.advice, at: services.clock.now)
            )
            throw error
        }
        carryOut(state.stored(panel: panel, generation: generation, at: services.clock.now))
    }
}
