import Time

/// The schedule of checking and pruning the store.
struct StoreUpkeep: Sendable {
    private static let secondsBetweenChecks = 86_400
    private static let secondsBetweenPrunings = 86_400

    private var checkedAt: UTCInstant?
    private var prunedAt: UTCInstant?
    /// The number of timelines written since then.
    private var writtenCount = 0

    /// Returns true if the store's file is due for a check: once a day, as unnoticed damage grows.
    mutating func isCheckDue(at now: UTCInstant) -> Bool {
        guard let checkedAt, now >= checkedAt else {
            // The store was checked when it was opened.
            checkedAt = now
            return false
        }
        guard now - checkedAt >= .seconds(Self.secondsBetweenChecks) else { return false }
        self.checkedAt = now
        return true
    }

    mutating func wrote(_ count: Int) { writtenCount += count }

    /// Returns true if old timelines are due for deletion: once a day, and after as many were written as are kept.
    mutating func isPruningDue(at now: UTCInstant, mostTimelines: Int) -> Bool {
        if let prunedAt, now - prunedAt < .seconds(Self.secondsBetweenPrunings), now >= prunedAt,
            writtenCount < mostTimelines
        {
            return false
        }
        prunedAt = now
        writtenCount = 0
        return true
    }
}
