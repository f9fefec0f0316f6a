extension Store {
    /// Replaces the manifest with `topics`; writes only the differences.
    package func setManifest(_ topics: Set<RetainedTopic>) throws(StoreError) {
        let former = try manifest()
        guard topics != former else { return }
        try perform("save the manifest of topics") { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                for topic in former.subtracting(topics) {
                    try connection.rows(
                        """
                        DELETE FROM retained_topic
                        WHERE base_topic = ? AND panel = ? AND widget = ? AND encoding = ? AND suffixes IS ?
                        """,
                        topic.columns
                    )
                }
                for topic in topics.subtracting(former) {
                    try connection.rows("INSERT INTO retained_topic VALUES (?, ?, ?, ?, ?)", topic.columns)
                }
            }
        }
    }

    /// The manifest of topics retained on the broker, as last set.
    package func manifest() throws(StoreError) -> Set<RetainedTopic> {
        try perform("read the manifest of topics") { connection throws(SQLiteFailure) in
            var topics = Set<RetainedTopic>()
            for row in try connection.rows("SELECT * FROM retained_topic") {
                guard let topic = RetainedTopic(row: row) else { throw unreadableRow }
                topics.insert(topic)
            }
            return topics
        }
    }
}
