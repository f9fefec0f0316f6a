package import Configuration
package import Messaging
import Places
package import Storage
package import Time
import Topics
import Upstreams
import Widgets

/// The end of all that an installation has left on its broker, for those who leave.
package struct Withdrawal: Sendable {
    /// The messages that clear it, one a topic, announcements to Home Assistant before the documents that they name.
    package let messages: [OutgoingMessage]

    /// Of what the manifest lists, and of what the configuration would leave there.
    package init(_ configuration: Configuration, manifest: Set<ManifestRow>, now: UTCInstant) async {
        let zones = LocalTimeZones(database: TimeZoneDatabase(), table: GeoNames())
        let environment = ProviderEnvironment(zones: zones, sources: [:], collections: configuration.collections)
        let state = await BridgeState.restored(
            configuration,
            catalogue: configuration.catalogue,
            from: StoredState(),
            names: PlaceNames(geocoder: GeoNames(), zones: zones),
            makeProvider: { $0.anyProvider(for: $1, in: environment) },
            now: now
        )
        let presenter = state.presenter
        messages = ManifestState(presenter, before: [])
            .messages(ending: manifest.union(ManifestState.retainedTopics(of: presenter)))
    }
}
