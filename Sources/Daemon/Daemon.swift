package import Configuration
import Faults
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
    private let limits: HTTPLimits
    private let environment: Session.Environment

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
        self.limits = limits
        environment = Session.Environment(clock: clock, log: log, drawer: drawer, manager: manager, backoff: backoff)
    }

    private var log: Logger { environment.log }

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
        var record = HealthRecord(startedAt: environment.clock.elapsed)
        while true {
            let current = Sources(
                configuration,
                limits: limits,
                clock: environment.clock,
                store: store,
                counts: environment.counts,
                log: log,
                earlier: sources
            )
            // Release the old sources: while they live, upstreams with another contact keep their connections open.
            sources = nil
            let basis = Session.Basis(
                configuration: configuration,
                store: store,
                sources: current,
                formerFilters: formerFilters,
                record: record
            )
            let session = try await Session.open(basis, in: environment)
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
            // The sources count their budgets in the store, so another store needs new ones.
            sources = isSameStore ? current : nil
            (configuration, store) = next
        }
        await store.close()
        log.info("stopped")
    }

    /// The configuration and store to run with from now on; nil, with the reason in the log, if they cannot be used.
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

/// The reason why the bridge cannot run.
package enum DaemonError: Error, Sendable, CustomStringConvertible {
    /// The store cannot be used.
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
