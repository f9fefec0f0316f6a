import BridgeClient
package import Configuration
package import Faults
package import Inbox
package import Places
package import Storage
import Support
package import Time
package import Widgets

/// The bridge as it was left, before it runs: panels where they were, and what is still to be told to the broker.
package struct RestoredBridge: Sendable {
    private var state: BridgeState
    private var manifest: ManifestState
    /// The names of places that it was restored with.
    package let names: PlaceNames
    /// The topics that will be used and that the store does not list yet.
    package let newTopics: Set<ManifestRow>

    /// `record` has the counts of the earlier sessions of this process.
    package init(
        _ configuration: Configuration,
        from stored: StoredState,
        names: PlaceNames,
        providers: ProviderEnvironment,
        record: HealthRecord,
        at now: UTCInstant
    ) async {
        self.names = names
        state = await BridgeState.restored(
            configuration,
            catalogue: configuration.catalogue,
            from: stored,
            names: names,
            makeProvider: { $0.anyProvider(for: $1, in: providers) },
            now: now
        )
        state.faults.health = record
        manifest = ManifestState(state.presenter, before: stored.manifest)
        state.homeAssistant = HomeAssistantSide(retired: manifest.retired)
        newTopics = manifest.wanted.subtracting(stored.manifest)
        if manifest.isSettled { _ = manifest.cleared() }
    }

    /// The ids of all panels, in the order of the configuration.
    package var panelIDs: [String] { state.panelIDs }

    /// The topic on which Home Assistant says that it has started; nil where nothing is announced.
    package var birthTopic: String? { state.setup.birthTopic }

    /// Takes in what went wrong with the store, and gives the lines for the log: these faults, and what is passed over
    /// of what is stored.
    package mutating func note(_ failures: [StoreError], repair: String?, at now: UTCInstant) -> [FaultLedger.Line] {
        let lines =
            [repair].compactMap { $0.map { FaultLedger.Line(level: .error, text: $0) } }
            + state.notices.map { FaultLedger.Line(level: .warning, text: $0) }
            + failures.flatMap { state.faults.began(.store($0), at: now) }
        for line in lines { _ = state.noteLine(line.level, line.text, at: now) }
        return lines
    }

    /// The engine that runs this bridge.
    package func engine(_ dependencies: Dependencies, _ inbox: Inbox) -> Engine {
        Engine(state: state, manifest: manifest, dependencies: dependencies, inbox: inbox)
    }
}
