import Time

/// When the store is checked and pruned.
struct StoreUpkeep: Sendable {
    private static let secondsBetweenChecks = 86_400
    private static let secondsBetweenPrunings = 86_400

    private var checkedAt: UTCInstant?
    private var prunedAt: UTCInstant?
    /// How many timelines have been written since then.
    private var writtenCount = 0

    /// Whether the store's file is to be looked through now: once a day, as damage that nobody comes upon grows.
    mutating func isCheckDue(at now: UTCInstant) -> Bool {
        guard let checkedAt, now >= checkedAt else {
            // It was looked through when it was opened.
            checkedAt = now
            return false
        }
        guard now - checkedAt >= .seconds(Self.secondsBetweenChecks) else { return false }
        self.checkedAt = now
        return true
    }

    mutating func wrote(_ count: Int) { writtenCount += count }

    /// Whether old timelines are to be deleted now: once a day, and when as many as are kept have been written.
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
