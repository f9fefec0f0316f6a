import Storage
import Support
import Time

/// What is done about a store that is damaged while the bridge runs.
extension Engine {
    private static let secondsBetweenChecks = 86_400

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
        for await _ in await services.store.damage() { begin(.repair) }
    }

    /// Looks through the store's file once a day: damage that nobody comes upon grows.
    func checkStore() async {
        let now = services.clock.now
        guard let checkedAt = storeCheckedAt, now >= checkedAt else {
            // It was looked through when it was opened.
            storeCheckedAt = now
            return
        }
        guard now - checkedAt >= .seconds(Self.secondsBetweenChecks) else { return }
        storeCheckedAt = now
        do throws(StoreError) {
            try await repairing { () async throws(StoreError) in try await services.store.check() }
        } catch {
            storeFailed(error)
        }
    }

    func repairStore() async throws(StoreError) {
        try await services.store.repair(with: knownContents)
        if let notice = await services.store.takeNotice() { log(.error, notice) }
        if let trouble = await services.store.trouble { throw trouble }
    }

    private var knownContents: StoredContents {
        let now = services.clock.now
        var contents = state.contents(at: now)
        contents.calls = services.callCounts(now).mapValues(\.today)
        return contents
    }
}
