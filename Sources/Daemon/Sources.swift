package import Configuration
import Storage
import Support
import Synchronization
import Time
package import Upstreams
package import Widgets

/// The upstreams that a configuration may use, each with its account.
///
/// Each is made once, at its first use, so that all users share it.
package final class Sources: Sendable {
    private struct Made: Sendable {
        var settings: SourceSettings
        var upstream: any UpstreamSource
    }

    private let configuration: Configuration
    private let environment: UpstreamEnvironment
    // A lock, not an actor: providers are made in synchronous code.
    private let made: Mutex<[String: Made]>

    /// Takes over from `earlier` the accounts with the same settings and contact: an upstream's pauses and limits do
    /// not end because a file was read again.
    convenience init(
        _ configuration: Configuration,
        limits: HTTPLimits,
        clock: any WallClock,
        store: Store,
        counts: CallCounts,
        log: Logger,
        earlier: Sources?
    ) {
        let known = earlier?.configuration.contact == configuration.contact ? earlier : nil
        let environment = UpstreamEnvironment(
            client: known?.http
                ?? HTTPClient(version: Kiatsu.version, contact: configuration.contact, limits: limits),
            clock: clock,
            budget: StoredBudget(store: store, limits: configuration.sources, counts: counts, log: log),
            refusals: earlier?.environment.refusals ?? Refusals()
        )
        self.init(configuration, environment: environment, earlier: known)
        // The operator who reloads the configuration may have corrected what an upstream refused.
        forgetRefusals()
    }

    /// The upstreams in this environment, but for those that `earlier` has in its own.
    package init(_ configuration: Configuration, environment: UpstreamEnvironment, earlier: Sources? = nil) {
        self.configuration = configuration
        self.environment = environment
        let known = earlier?.made.withLock { $0 } ?? [:]
        made = Mutex(known.filter { $1.settings == configuration.sources[$0] })
    }

    var http: HTTPClient { environment.client }

    /// Has upstreams asked for what they refused before its time.
    func forgetRefusals() { environment.refusals.forget() }

    /// The services and data for timeline providers.
    package func environment(zones: any TimeZones) -> ProviderEnvironment {
        ProviderEnvironment(zones: zones, collections: configuration.collections) { self.upstream($0) }
    }

    /// The upstream that names places; nil for the offline table.
    package func placeNamer(_ name: String) -> (any PlaceNamer)? { upstream(name) as? any PlaceNamer }

    /// The upstream of this name; nil where there is none, or its settings keep it from working.
    private func upstream(_ name: String) -> (any UpstreamSource)? {
        guard let kind = configuration.catalogue.source(name)?.adapter as? any Upstream.Type else { return nil }
        let settings = configuration.sources[name] ?? SourceSettings(defaultsOf: kind.description)
        return made.withLock { made in
            if let known = made[name] { return known.upstream }
            guard kind.problem(in: settings) == nil else { return nil }
            let upstream = kind.init(settings: settings, environment: environment)
            made[name] = Made(settings: settings, upstream: upstream)
            return upstream
        }
    }
}
