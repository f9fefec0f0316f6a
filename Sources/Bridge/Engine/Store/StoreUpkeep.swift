import Time

/// The schedule of checking and pruning the store, and of moving its log into the database.
struct StoreUpkeep: Sendable {
    private static let secondsBetweenChecks = 86_400
    private static let secondsBetweenPrunings = 86_400

    /// The pause in writing that a checkpoint waits for, and the time that it waits at most.
    private static let quietTime = Duration.seconds(60)
    private static let mostLogTime = Duration.seconds(15 * 60)
    /// The times around the hour's mark, when panels are published, that a checkpoint keeps clear of.
    private static let secondsBeforeHour = Duration.seconds(3600 - 120)
    private static let secondsAfterHour = Duration.seconds(180)

    /// The first and the last write since the log was moved into the database; nil where there was none.
    private var logged: ClosedRange<UTCInstant>?
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

    // MARK: The log

    /// Takes in that the log has something that the database has not.
    mutating func logged(at now: UTCInstant) {
        let first = logged?.lowerBound ?? now
        logged = min(first, now)...now
    }

    /// Returns true if the log is due to be moved into the database: once nothing is written any more, and at times
    /// even if something is, but never about the hour's mark.
    mutating func isCheckpointDue(at now: UTCInstant) -> Bool {
        let sinceHour = now - now.hourStart
        guard let logged, sinceHour >= Self.secondsAfterHour, sinceHour < Self.secondsBeforeHour else { return false }
        let isQuiet = now < logged.upperBound || now - logged.upperBound >= Self.quietTime
        guard isQuiet || now - logged.lowerBound >= Self.mostLogTime else { return false }
        self.logged = nil
        return true
    }
}
