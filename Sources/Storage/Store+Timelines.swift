package import Time

extension Store {
    /// Saves timelines in place of earlier ones, in one transaction; a nil forecast keeps the stored one.
    package func saveTimelines(_ timelines: [String: StoredTimeline]) throws(StoreError) {
        try perform("save the timelines") { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                for (key, timeline) in timelines {
                    try connection.rows(
                        """
                        INSERT INTO timeline VALUES (?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET
                            forecast = coalesce(excluded.forecast, forecast), asked_at = excluded.asked_at,
                            failures = excluded.failures, retry_at = excluded.retry_at
                        """,
                        [.text(key)] + timeline.columns
                    )
                }
            }
        }
    }

    /// All timelines, by key.
    package func timelines() throws(StoreError) -> [String: StoredTimeline] {
        try perform("read the timelines") { connection throws(SQLiteFailure) in
            try keyed(connection.rows("SELECT * FROM timeline"), by: StoredTimeline.init(row:))
        }
    }

    /// The stored timelines among `keys`, by key.
    package func timelines(of keys: [String]) throws(StoreError) -> [String: StoredTimeline] {
        try perform("read the timelines") { connection throws(SQLiteFailure) in
            var found: [String: StoredTimeline] = [:]
            for key in keys {
                let rows = try connection.rows("SELECT * FROM timeline WHERE key = ?", [.text(key)])
                found.merge(try keyed(rows, by: StoredTimeline.init(row:))) { $1 }
            }
            return found
        }
    }

    /// Deletes the timelines last asked for before `instant`, and beyond `most` those asked for longest ago.
    package func pruneTimelines(olderThan instant: UTCInstant, most: Int = .max) throws(StoreError) {
        try perform("prune the timelines") { connection throws(SQLiteFailure) in
            try connection.rows("DELETE FROM timeline WHERE asked_at < ?", [SQLiteValue(instant)])
            try connection.rows(
                """
                DELETE FROM timeline WHERE key IN (SELECT key FROM timeline ORDER BY asked_at DESC, key LIMIT -1 OFFSET ?)
                """,
                [.integer(Int64(most))]
            )
        }
    }
}
