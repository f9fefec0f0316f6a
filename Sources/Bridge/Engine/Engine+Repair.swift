import Faults
import Storage
import Support
import Time

/// Repairing a store that is damaged while the bridge runs.
extension Engine {
    /// Does what writes to the store, once more where that was found damaged and has been repaired.
    ///
    /// For the queue of writes alone: what is known must not change while it is written down anew.
    func repairing(_ body: () async throws(StoreError) -> Void) async throws(StoreError) {
        do throws(StoreError) {
            try await body()
        } catch  where error.kind == .corrupt {
            try await repairStore()
            try await body()
        }
    }

    /// Has the store repaired whoever has found it damaged.
    func keepStoreWhole() async {
        for await _ in await dependencies.store.damage() { begin(.repair) }
    }

    /// Looks through the store's file where that is due.
    func checkStore() async {
        guard upkeep.isCheckDue(at: dependencies.clock.now) else { return }
        do throws(StoreError) {
            try await repairing { () async throws(StoreError) in try await dependencies.store.check() }
        } catch {
            storeFailed(error)
        }
    }

    func repairStore() async throws(StoreError) {
        try await dependencies.store.repair(with: knownContents)
        if let notice = await dependencies.store.takeNotice() { log(.error, notice) }
        if let trouble = await dependencies.store.trouble { throw trouble }
    }

    private var knownContents: StoredContents {
        let now = dependencies.clock.now
        var contents = state.contents(at: now)
        contents.calls = dependencies.callCounts(now).mapValues(\.today)
        return contents
    }
}
