import Storage
import Time

/// What the store remembers of the last run.
struct StoredState: Sendable {
    var positions: [String: StoredPosition] = [:]
    /// By panel and widget.
    var shown: [String: [String: ShownPlace]] = [:]
    var timelines: [String: StoredTimeline] = [:]
    /// By panel, widget and option.
    var options: [String: [String: [String: String]]] = [:]
    var manifest: Set<RetainedTopic> = []
    /// Those that requests added, in their order.
    var panels: [StoredPanel] = []
    /// What panels said of themselves.
    var displays: [String: StoredDisplay] = [:]

    init() {}

    /// What can be read, also of a file in which damage is come upon now.
    init(of store: Store, at now: UTCInstant) async throws(StoreError) {
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
