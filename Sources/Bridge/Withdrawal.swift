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

    /// The withdrawal of all that the manifest lists and that the configuration would leave there.
    package init(_ configuration: Configuration, manifest: Set<ManifestRow>, now: UTCInstant) async {
        let presenter = await BridgeState.configured(configuration, now: now).presenter
        messages = ManifestState(presenter, before: [])
            .messages(ending: manifest.union(ManifestState.retainedTopics(of: presenter)))
    }
}
