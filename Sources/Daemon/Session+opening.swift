import Bridge
import BridgeClient
import Configuration
import Faults
import Inbox
import Messaging
import Places
import Storage
import Support
import Time
import Topics
import Upstreams
import Widgets

/// A session begins: the bridge is restored from its store, and a client made for its broker.
extension Session {
    private static let goneKeptHours = 30 * 24

    static func open(_ basis: Basis, in environment: Environment) async throws(DaemonError) -> Session {
        let restored: RestoredBridge
        do throws(StoreError) {
            restored = try await restore(basis, in: environment)
        } catch {
            if let repair = await basis.store.takeNotice() { environment.log.error(repair) }
            throw .store(error)
        }
        do throws(SystemError) {
            return try connect(restored, basis, in: environment)
        } catch {
            throw .system(error)
        }
    }

    // MARK: Restore

    private static func restore(_ basis: Basis, in environment: Environment) async throws(StoreError) -> RestoredBridge
    {
        let (configuration, store) = (basis.configuration, basis.store)
        let (names, providers) = places(basis, in: environment)
        let now = environment.clock.now
        var failures = await tidy(store, for: configuration, at: now)
        let stored = try await StoredState(of: store, at: now)
        names.named.restore(try await store.placeZones())
        var restored = await RestoredBridge(
            configuration,
            from: stored,
            names: names,
            providers: providers,
            record: basis.record,
            at: now
        )
        try await restoreCallCounts(from: store, in: environment, at: now)
        if let namer = names.online?.namer, !namer.mayBeStored {
            environment.log.info(
                "\(namer.name): its names of places are shown, and never stored: its terms ask for it"
            )
        }
        failures += await remember(restored.newTopics, in: store)
        if let trouble = await store.trouble { failures.insert(trouble, at: 0) }
        for line in restored.note(failures, repair: await store.takeNotice(), at: now) {
            environment.log.log(line.level, line.text)
        }
        return restored
    }

    /// The names of places, and what providers work with.
    private static func places(_ basis: Basis, in environment: Environment) -> (PlaceNames, ProviderEnvironment) {
        let (table, named) = (GeoNames(), NamedZones())
        let zones = LocalTimeZones(database: TimeZoneDatabase(), table: table, named: named)
        let online = basis.sources.placeNamer(basis.configuration.geocoder).map { namer in
            OnlineNames(namer: namer, store: basis.store, clock: environment.clock)
        }
        let names = PlaceNames(geocoder: table, zones: zones, named: named, online: online)
        return (names, basis.sources.environment(zones: zones))
    }

    private static func restoreCallCounts(
        from store: Store,
        in environment: Environment,
        at now: UTCInstant
    ) async throws(StoreError) {
        let today = CivilDate(at: now, utcOffsetSeconds: 0)
        let spent = try await store.spent(on: today)
        for (account, calls) in spent { environment.counts.know(account, calls.day, on: today) }
        guard !spent.isEmpty else { return }
        let accounts = spent.sorted { $0.key < $1.key }.map { "\($0) \($1.day) (\($1.month))" }
        environment.log.info("calls used today (this month): \(accounts.joined(separator: ", "))")
    }

    // A full disk must not stop the bridge: it is reported, and the panels still get their weather.

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

    private static func remember(_ topics: Set<ManifestRow>, in store: Store) async -> [StoreError] {
        guard !topics.isEmpty else { return [] }
        do throws(StoreError) {
            try await store.addToManifest(topics)
            return []
        } catch {
            return [error]
        }
    }

    // MARK: Connect

    private static func connect(
        _ restored: RestoredBridge,
        _ basis: Basis,
        in environment: Environment
    ) throws(SystemError) -> Session {
        let configuration = basis.configuration
        let inbox = Inbox(configuration.mqtt.topics, panels: restored.panelIDs)
        var settings = ClientConfiguration(configuration.mqtt, birthTopic: restored.birthTopic)
        settings.backoff = environment.backoff
        settings.formerFilters = basis.formerFilters
        let client = try Client(configuration: settings) { inbox.take($0) }
        let (manager, counts, sources) = (environment.manager, environment.counts, basis.sources)
        let dependencies = Dependencies(
            client: client,
            store: basis.store,
            names: restored.names,
            clock: environment.clock,
            log: environment.log,
            drawer: environment.drawer,
            tellStatus: { manager.tell(.status($0)) },
            callCounts: { counts.today(at: $0, limits: configuration.sources) },
            forgetRefusals: { sources.forgetRefusals() },
            residentBytes: ResidentMemory.bytes,
            giveMemoryBack: Heap.trim
        )
        let engine = restored.engine(dependencies, inbox)
        return Session(basis: basis, environment: environment, client: client, engine: engine)
    }
}
