import Bridge
import BridgeClient
import Configuration
import Faults
import Messaging
import Pictures
import Storage
import Support
import Time
import Topics
import Upstreams

/// The bridge with one configuration.
struct Session: Sendable {
    /// The parts that all sessions of a process share.
    struct Environment: Sendable {
        let clock: any WallClock
        let log: Logger
        let drawer: any PictureDrawer
        let manager: ServiceManager
        let backoff: BackoffConfiguration
        let counts = CallCounts()
    }

    /// The parts that one session runs with.
    struct Basis: Sendable {
        let configuration: Configuration
        let store: Store
        let sources: Sources
        /// The filters that the session before subscribed to.
        let formerFilters: [String]
        /// The counts of the sessions before.
        let record: HealthRecord
    }

    let basis: Basis
    let environment: Environment
    let client: Client
    let engine: Engine

    private var log: Logger { environment.log }
    private var manager: ServiceManager { environment.manager }

    /// The filters that the session subscribes to.
    var filters: [String] {
        get async {
            let mqtt = basis.configuration.mqtt
            let own = ClientConfiguration(mqtt, birthTopic: await engine.birthTopic).subscriptions
            return own.map(\.filter) + (await engine.followFilters)
        }
    }

    /// The counts that the next session goes on from.
    var record: HealthRecord {
        get async { await engine.healthRecord }
    }

    /// Runs until it is told to stop, nil, or to go on with what `reload` gives.
    func run(
        signals: inout AsyncStream<ControlSignal>.AsyncIterator,
        reload: () async -> (configuration: Configuration, store: Store)?
    ) async throws(DaemonError) -> (configuration: Configuration, store: Store)? {
        await logBeginning()
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
            // With another base topic or broker, the next session would not overwrite this state.
            let mqtt = basis.configuration.mqtt
            let isLeaving = next?.configuration.mqtt != mqtt
            let offline = isLeaving ? [mqtt.stateMessage("offline"), mqtt.healthClearing] : []
            await client.stop(last: await engine.lastAnswers() + offline, within: .seconds(1))
            group.cancelAll()
            await group.waitForAll()
            return next
        }
    }

    private func logBeginning() async {
        let movedCount = await engine.movedPanelCount
        if movedCount > 0 {
            log.info(
                "\(movedCount) panel(s) are at a position sent to them; {\"reset\":true} to "
                    + "their \(Topic.Kind.locationCommand.pathBelowPanel) leads back to the configured one"
            )
        }
        let count = await engine.panelCount
        log.info("kiatsu \(Kiatsu.version): \(count) panel(s), broker \(basis.configuration.mqtt.address)")
    }

    /// Tells the service manager that the bridge is ready once all of it is alive, and goes on to tell that it is.
    private func attend() async {
        await engine.tellStatus()
        let (store, http, drawer) = (basis.store, basis.sources.http, environment.drawer)
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
