package import Time

// Calls are counted by day and account, independent of earlier readings of the clock: a clock that was set back finds
// the counts of the day that it shows. For the same reason rows are pruned in the order of their insertion, not by
// date: a clock that is ahead for a while would otherwise delete the counts of the days that it shows again later.

extension Store {
    /// The most counts that are kept: two months of 33 accounts.
    static let mostSpentRows = 2048

    /// Counts `calls`, 0…1,000,000, on a day in UTC, all or none of them; a nil limit is no limit.
    ///
    /// Granted calls are on disk when this returns. Where both limits are reached, the month's is reported, which takes
    /// longer to end.
    package func spend(
        _ calls: Int,
        of account: String,
        day: CivilDate,
        dailyLimit: Int?,
        monthlyLimit: Int?
    ) throws(StoreError) -> BudgetAnswer {
        precondition((0...1_000_000).contains(calls), "\(calls) calls cannot be counted")
        return try perform("count the requests of “\(account)”") { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                let spent = try spentCalls(on: day, from: connection)[account] ?? SpentCalls(day: 0, month: 0)
                if let monthlyLimit, spent.month > monthlyLimit - calls { return .refused(.month, used: spent.month) }
                if let dailyLimit, spent.day > dailyLimit - calls { return .refused(.day, used: spent.day) }
                if calls > 0 { try add(calls, of: account, on: day, to: connection) }
                return .granted(usedToday: spent.day + calls, usedThisMonth: spent.month + calls)
            }
        }
    }

    /// Returns calls that were spent on a day but not made; never more than were spent.
    package func giveBack(_ calls: Int, of account: String, day: CivilDate) throws(StoreError) {
        try perform("take back requests of “\(account)”") { connection throws(SQLiteFailure) in
            try connection.rows(
                "UPDATE spent SET calls = max(0, calls - ?) WHERE day = ? AND account = ?",
                [.integer(Int64(calls)), .integer(Int64(day.daysSinceEpoch)), .text(account)]
            )
        }
    }

    /// The calls of each account on a day in UTC and in its month; accounts without any that month are left out.
    package func spent(on day: CivilDate) throws(StoreError) -> [String: SpentCalls] {
        try perform("read the counts of requests") { connection throws(SQLiteFailure) in
            try spentCalls(on: day, from: connection)
        }
    }
}

func spentCalls(on day: CivilDate, from connection: SQLiteConnection) throws(SQLiteFailure) -> [String: SpentCalls] {
    let first = day.addingDays(1 - day.day)
    // No month has more than 31 days, and none fewer than 28.
    let next = first.addingDays(31)
    let end = next.addingDays(1 - next.day)
    let rows = try connection.rows(
        """
        SELECT account, sum(CASE day WHEN ? THEN calls ELSE 0 END), sum(calls) FROM spent
        WHERE day >= ? AND day < ? GROUP BY account
        """,
        [day, first, end].map { .integer(Int64($0.daysSinceEpoch)) }
    )
    return try keyed(rows, by: SpentCalls.init(row:))
}

private func add(
    _ calls: Int,
    of account: String,
    on day: CivilDate,
    to connection: SQLiteConnection
) throws(SQLiteFailure) {
    try connection.rows(
        """
        INSERT INTO spent VALUES (?, ?, ?) ON CONFLICT (day, account) DO UPDATE SET calls = calls + excluded.calls
        """,
        [.integer(Int64(day.daysSinceEpoch)), .text(account), .integer(Int64(calls))]
    )
    try connection.rows(
        "DELETE FROM spent WHERE rowid <= (SELECT max(rowid) FROM spent) - ?",
        [.integer(Int64(Store.mostSpentRows))]
    )
}
