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

    /// Has the store's log moved into the database where that is due, so that a copy of the database alone has nearly
    /// all.
    ///
    /// Not while writing fails: on a full disk a checkpoint makes room for a change or two, and the fault would end and
    /// begin again.
    func lookAtLog(at now: UTCInstant) {
        guard !state.faults.isLasting(.store) else { return }
        if upkeep.isCheckpointDue(at: now) { begin(.checkpoint) }
    }

    /// Moves the store's log into the database.
    ///
    /// A full disk is no fault here: the log has it all, and the next change reports it.
    func checkpointStore() async {
        do throws(StoreError) {
            try await repairing { () async throws(StoreError) in try await dependencies.store.checkpoint() }
        } catch  where error.kind == .corrupt {
            storeFailed(error)
        } catch {
            upkeep.logged(at: dependencies.clock.now)
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
