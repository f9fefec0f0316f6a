package import Configuration
package import Messaging
package import Pictures
package import Storage
package import Support
package import Time
package import Upstreams
import Widgets

/// The running bridge: one store and one session a configuration.
package struct Daemon: Sendable {
    /// Reads the configuration anew.
    package typealias Load = @Sendable () throws(ConfigurationErrors) -> Configuration

    private let load: Load
    private let clock: any WallClock
    private let log: Logger
    private let drawer: any PictureDrawer
    private let manager: ServiceManager
    private let limits: HTTPLimits
    private let backoff: BackoffConfiguration

    /// `load` is called again at each SIGHUP; `limits` are what upstreams are given, `backoff` is for the broker.
    package init(
        load: @escaping Load,
        clock: any WallClock = SystemWallClock(),
        drawer: any PictureDrawer,
        manager: ServiceManager = ServiceManager(environment: [:]),
        limits: HTTPLimits = HTTPLimits(),
        backoff: BackoffConfiguration = BackoffConfiguration(),
        log: Logger
    ) {
        self.load = load
        self.clock = clock
        self.drawer = drawer
        self.manager = manager
        self.limits = limits
        self.backoff = backoff
        self.log = log
    }

    /// Runs until it is told to stop; the broker has `offline` then, or had no time to take it.
    package func run(
        _ configuration: Configuration,
        signals: AsyncStream<ControlSignal>
    ) async throws(DaemonError) {
        var configuration = configuration
        var store = try await open(configuration)
        var signals = signals.makeAsyncIterator()
        var isReloaded = false
        var sources: Sources?
        var formerFilters: [String] = []
        var record = HealthRecord(startedAt: clock.elapsed)
        let counts = CallCounts()
        while true {
            let current = Sources(
                configuration,
                limits: limits,
                clock: clock,
                store: store,
                counts: counts,
                log: log,
                earlier: sources
            )
            // For as long as anybody held them, upstreams of another contact would keep their connections open.
            sources = nil
            let session = try await Session(
                configuration,
                store: store,
                sources: current,
                formerFilters: formerFilters,
                record: record,
                counts: counts,
                clock: clock,
                drawer: drawer,
                manager: manager,
                backoff: backoff,
                log: log
            )
            log.setLevel(configuration.log.level)
            if isReloaded { log.info("configuration read again: it is in force now") }
            isReloaded = true
            let running = (configuration: configuration, store: store)
            let next = try await session.run(signals: &signals) { await reloaded(running) }
            guard let next else {
                current.http.shutDown()
                break
            }
            formerFilters = await session.filters
            record = await session.record
            let isSameStore = next.store === store
            if !isSameStore { await store.close() }
            // Budgets are counted in the store.
            sources = isSameStore ? current : nil
            (configuration, store) = next
        }
        await store.close()
        log.info("stopped")
    }

    /// What is to run from now on; nil, and the reason in the log, when it cannot.
    private func reloaded(
        _ running: (configuration: Configuration, store: Store)
    ) async -> (configuration: Configuration, store: Store)? {
        let next: Configuration
        do throws(ConfigurationErrors) {
            next = try load()
        } catch {
            log.error("the configuration does not check, the running one stays:")
            for issue in error.issues { log.error("\(issue)") }
            return nil
        }
        var store = running.store
        if next.store.path != running.configuration.store.path {
            do throws(DaemonError) {
                store = try await open(next)
            } catch {
                log.error("the running configuration stays: \(error)")
                return nil
            }
        }
        return (next, store)
    }

    private func open(_ configuration: Configuration) async throws(DaemonError) -> Store {
        do throws(StoreError) {
            return try await Store.open(at: configuration.store.path)
        } catch {
            throw .store(error)
        }
    }
}

/// Why the bridge cannot run.
package enum DaemonError: Error, Sendable, CustomStringConvertible {
    case store(StoreError)
    /// The system has no thread or descriptor left.
    case system(SystemError)

    package var description: String {
        switch self {
        case .store(let error): error.description
        case .system(let error): "\(error); the process is at a limit of the system, raise LimitNOFILE or TasksMax"
        }
    }
}

/// The bridge with one configuration.
private struct Session {
    private let configuration: Configuration
    private let client: Client
    private let store: Store
    private let engine: Engine
    private let http: HTTPClient
    private let drawer: any PictureDrawer
    private let manager: ServiceManager
    private let log: Logger

    private static let goneKeptHours = 30 * 24

    init(
        _ configuration: Configuration,
        store: Store,
        sources: Sources,
        formerFilters: [String],
        record: HealthRecord,
        counts: CallCounts,
        clock: any WallClock,
        drawer: any PictureDrawer,
        manager: ServiceManager,
        backoff: BackoffConfiguration,
        log: Logger
    ) async throws(DaemonError) {
        self.configuration = configuration
        self.store = store
        http = sources.http
        self.drawer = drawer
        self.manager = manager
        self.log = log
        let table = GeoNames()
        let named = NamedZones()
        let zones = LocalTimeZones(database: TimeZoneDatabase(), table: table, named: named)
        let names = PlaceNames(
            geocoder: table,
            zones: zones,
            named: named,
            online: sources.placeNamer(configuration.geocoder).map { namer in
                OnlineNames(namer: namer, store: store, clock: clock)
            }
        )
        let environment = sources.environment(zones: zones)
        var state: BridgeState
        var manifest: ManifestState
        do throws(StoreError) {
            let now = clock.now
            var failures = await Self.tidy(store, for: configuration, at: now)
            let stored = try await StoredState(of: store, at: now)
            named.restore(try await store.placeZones())
            state = await BridgeState.restored(
                configuration,
                catalogue: .kiatsu,
                from: stored,
                names: names,
                makeProvider: { $0.anyProvider(for: $1, in: environment) },
                now: now
            )
            state.health = record
            let today = CivilDate(at: now, utcOffsetSeconds: 0)
            let spent = try await store.spent(on: today)
            for (account, calls) in spent { counts.know(account, calls.day, on: today) }
            if !spent.isEmpty {
                let accounts = spent.sorted { $0.key < $1.key }.map { "\($0) \($1.day) (\($1.month))" }
                log.info("calls used today (this month): \(accounts.joined(separator: ", "))")
            }
            if let namer = names.online?.namer, !namer.mayBeStored {
                log.info("\(namer.name): its names of places are shown, and never stored: its terms ask for it")
            }
            manifest = ManifestState(state, before: stored.manifest)
            state.retired = manifest.retired
            failures += await Self.remember(manifest.wanted.subtracting(stored.manifest), in: store)
            if let trouble = await store.trouble { failures.insert(trouble, at: 0) }
            let repair = await store.takeNotice()
            let lines =
                [repair].compactMap { $0.map { FaultLedger.Line(level: .error, text: $0) } }
                + state.notices.map { FaultLedger.Line(level: .warning, text: $0) }
                + failures.flatMap { state.faults.began(.store($0), at: now) }
            for line in lines {
                log.log(line.level, line.text)
                _ = state.noteLine(line.level, line.text, at: now)
            }
            if manifest.isSettled { _ = manifest.cleared() }
        } catch {
            if let repair = await store.takeNotice() { log.error(repair) }
            throw .store(error)
        }
        let inbox = Inbox(baseTopic: configuration.mqtt.baseTopic, panels: state.panelIDs)
        do throws(SystemError) {
            var settings = ClientConfiguration(configuration.mqtt, birthTopic: state.birthTopic)
            settings.backoff = backoff
            settings.formerFilters = formerFilters
            client = try Client(configuration: settings) { inbox.take($0) }
        } catch {
            throw .system(error)
        }
        engine = Engine(
            state: state,
            manifest: manifest,
            services: Engine.Services(
                client: client,
                store: store,
                names: names,
                clock: clock,
                log: log,
                drawer: drawer,
                manager: manager,
                callCounts: { counts.today(at: $0, limits: configuration.sources) },
                forgetRefusals: { sources.forgetRefusals() },
                residentBytes: ResidentMemory.bytes
            ),
            inbox: inbox
        )
    }

    /// What the broker's session hears of.
    var filters: [String] {
        get async {
            let own = ClientConfiguration(configuration.mqtt, birthTopic: await engine.birthTopic).subscriptions
            return own.map(\.filter) + (await engine.followFilters)
        }
    }

    /// What is to be counted on from.
    var record: HealthRecord {
        get async { await engine.state.health }
    }

    // A disk that is full keeps nobody from seeing the weather: it is told of, and the bridge goes on.

    /// Forgets panels that have gone; one that was taken out by mistake keeps its position for a while.
    private static func tidy(_ store: Store, for configuration: Configuration, at now: UTCInstant) async -> [StoreError]
    {
        do throws(StoreError) {
            let added = try await store.addedPanels().map(\.id)
            try await store.forget(
                panelsExcept: Set(configuration.panels.map(\.id) + added),
                acceptedBefore: now.addingHours(-goneKeptHours)
            )
            return []
        } catch {
            return [error]
        }
    }

    private static func remember(_ topics: Set<RetainedTopic>, in store: Store) async -> [StoreError] {
        guard !topics.isEmpty else { return [] }
        do throws(StoreError) {
            try await store.addToManifest(topics)
            return []
        } catch {
            return [error]
        }
    }

    /// Runs until it is told to stop, nil, or to go on with what `reload` gives.
    func run(
        signals: inout AsyncStream<ControlSignal>.AsyncIterator,
        reload: () async -> (configuration: Configuration, store: Store)?
    ) async throws(DaemonError) -> (configuration: Configuration, store: Store)? {
        let movedCount = await engine.movedPanelCount
        if movedCount > 0 {
            log.info(
                "\(movedCount) panel(s) are at a position sent to them; {\"reset\":true} to "
                    + "their location/set leads back to the configured one"
            )
        }
        let count = await engine.panelCount
        log.info("kiatsu \(Kiatsu.version): \(count) panel(s), broker \(configuration.mqtt.address)")
        do throws(SystemError) {
            try client.start()
        } catch {
            throw .system(error)
        }
        return await withTaskGroup { group in
            group.addTask { await engine.run() }
            group.addTask { await attend() }
            var next: (configuration: Configuration, store: Store)?
            while let signal = await signals.next(), signal == .reload {
                manager.tell(.reloading)
                next = await reload()
                if next != nil { break }
                manager.tell(.ready)
            }
            if next == nil { manager.tell(.stopping) }
            // Under another name or at another broker nobody would take the old state back.
            let isLeaving = next?.configuration.mqtt != configuration.mqtt
            let mqtt = configuration.mqtt
            let offline = isLeaving ? [mqtt.stateMessage("offline"), mqtt.healthClearing] : []
            await client.stop(last: await engine.lastAnswers() + offline, within: .seconds(1))
            group.cancelAll()
            await group.waitForAll()
            return next
        }
    }

    /// Tells the service manager that the bridge is ready once all of it is alive, and goes on to tell that it is.
    private func attend() async {
        await engine.tellStatus()
        let watchdog = Watchdog(
            parts: [
                .init(name: "the connection's thread") { client.isAlive },
                .init(name: "the schedule") { await engine.isPunctual(at: .now) },
                .init(name: "the store") { await store.isAlive() },
                .init(name: "the thread that asks upstreams") { await http.isAlive() },
                .init(name: "the thread that has pictures drawn") { await drawer.isAlive() },
            ],
            interval: (manager.watchdogTime ?? .seconds(120)) / 2,
            clock: ContinuousClock(),
            log: log,
            tell: { await engine.noteSilence(of: $0) }
        )
        guard await watchdog.allAreAlive() else { return }
        manager.tell(.ready)
        await watchdog.run { if manager.watchdogTime != nil { manager.tell(.alive) } }
    }
}
