package import Storage
package import Time

/// The contents of the store from the last run.
package struct StoredState: Sendable {
    var positions: [String: StoredPosition] = [:]
    /// By panel and widget.
    var shown: [String: [String: ShownPlace]] = [:]
    var timelines: [String: StoredTimeline] = [:]
    /// By panel, widget and option.
    var options: [String: [String: [String: String]]] = [:]
    var manifest: Set<ManifestRow> = []
    /// Those that requests added, in their order.
    var panels: [StoredPanel] = []
    /// The panels' announcements in their hellos.
    var displays: [String: StoredDisplay] = [:]

    init() {}

    /// Reads as much as can be read, also from a file in which damage is found now.
    package init(of store: Store, at now: UTCInstant) async throws(StoreError) {
        do throws(StoreError) {
            try await self.init(reading: store)
        } catch  where error.kind == .corrupt {
            try await store.repair(with: StoredContents(at: now))
            try await self.init(reading: store)
        }
    }

    private init(reading store: Store) async throws(StoreError) {
        positions = try await store.positions()
        shown = try await store.shown()
        timelines = try await store.timelines()
        options = try await store.options()
        manifest = try await store.manifest()
        panels = try await store.addedPanels()
        displays = try await store.displays()
    }
}
