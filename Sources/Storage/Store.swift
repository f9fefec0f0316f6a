import CSQLite
package import Time

/// Kiatsu's memory across restarts: one SQLite file that it has open exclusively.
///
/// A change is on disk (fsync) when its call returns. Reads access the file, too: callers cache values that they need
/// often.
package actor Store {
    private let executor: StoreExecutor
    let file: StoreFile
    private var path: String { file.path }
    private var connection: SQLiteConnection
    /// The reason why the file cannot be written; meanwhile a read-only copy in memory stands in for it, and every
    /// change throws.
    ///
    /// Nil in normal operation.
    package private(set) var trouble: StoreError?
    private var notice: String?
    /// True from the discovery of damage until its repair.
    private(set) var isDamaged = false
    private var damageListener: AsyncStream<Void>.Continuation?

    /// The executor of the store's own queue.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private init(_ file: StoreFile, opened: sending OpenedStore, executor: StoreExecutor) {
        self.file = file
        connection = opened.connection
        trouble = opened.trouble
        notice = opened.notice
        self.executor = executor
    }

    /// Opens the database at `path` and creates it and its directory where they do not exist.
    ///
    /// Until the store is closed, no other process can open the file, not even for reading. A damaged file is set
    /// aside; where the disk is full or read-only, the existing content is read, and every change throws until it is
    /// writable.
    package static func open(at path: String) async throws(StoreError) -> Store {
        let executor = StoreExecutor()
        return try await executor.run { () throws(StoreError) in
            let file = StoreFile(path: path)
            return Store(file, opened: try file.opened(), executor: executor)
        }
    }

    /// A report for the user of damage repaired since the last call, returned once; nil where there was none.
    package func takeNotice() -> String? {
        defer { notice = nil }
        return notice
    }

    /// Moves the write-ahead log into the database, so that the database alone is complete up to now.
    package func checkpoint() throws(StoreError) {
        guard trouble == nil else { return }
        try perform("move the log into the database") { connection throws(SQLiteFailure) in
            try connection.checkpoint()
        }
    }

    /// Moves the write-ahead log into the database, removes it and closes the file; every later call throws.
    package func close() {
        guard connection.isOpen else { return }
        guard trouble == nil, !isDamaged else { return connection.close() }
        file.closeAtRest(connection)
    }

    /// True for an open store: returns after all earlier work and a read of the file.
    ///
    /// A full or broken disk counts as alive, too; its errors are reported by the calls that write.
    package func isAlive() -> Bool {
        guard connection.isOpen else { return false }
        _ = try? connection.rows("SELECT count(*) FROM sqlite_schema")
        return true
    }

    // MARK: Positions

    /// Saves a panel's position, in place of an earlier one.
    package func save(_ position: StoredPosition, for panel: String) throws(StoreError) {
        try perform("save the position of panel “\(panel)”") { connection throws(SQLiteFailure) in
            try connection.rows(
                "INSERT OR REPLACE INTO position VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [.text(panel)] + position.columns
            )
        }
    }

    /// The saved position of a panel; nil where there is none.
    package func position(of panel: String) throws(StoreError) -> StoredPosition? {
        try perform("read the position of panel “\(panel)”") { connection throws(SQLiteFailure) in
            let rows = try connection.rows("SELECT * FROM position WHERE panel = ?", [.text(panel)])
            return try keyed(rows, by: StoredPosition.init(row:))[panel]
        }
    }

    /// All positions, by panel.
    package func positions() throws(StoreError) -> [String: StoredPosition] {
        try perform("read the positions") { connection throws(SQLiteFailure) in
            try keyed(connection.rows("SELECT * FROM position"), by: StoredPosition.init(row:))
        }
    }

    /// Deletes a panel's position; a missing one is no error.
    package func removePosition(of panel: String) throws(StoreError) {
        try perform("remove the position of panel “\(panel)”") { connection throws(SQLiteFailure) in
            try connection.rows("DELETE FROM position WHERE panel = ?", [.text(panel)])
        }
    }

    // MARK: Shown places

    /// Saves the place that a widget of a panel shows; writes only changes.
    package func saveShown(_ place: ShownPlace, for panel: String, widget: String) throws(StoreError) {
        try perform("save what widget “\(widget)” of panel “\(panel)” shows") { connection throws(SQLiteFailure) in
            try connection.rows(
                """
                INSERT INTO shown VALUES (?, ?, ?, ?, ?) ON CONFLICT (panel, widget) DO UPDATE SET
                    latitude_hundredths = excluded.latitude_hundredths,
                    longitude_hundredths = excluded.longitude_hundredths, name = excluded.name
                WHERE (latitude_hundredths, longitude_hundredths, name)
                    IS NOT (excluded.latitude_hundredths, excluded.longitude_hundredths, excluded.name)
                """,
                [.text(panel), .text(widget)] + place.columns
            )
        }
    }

    /// The place that each widget of each panel showed last: by panel, then by widget.
    package func shown() throws(StoreError) -> [String: [String: ShownPlace]] {
        try perform("read what the panels show") { connection throws(SQLiteFailure) in
            var shown: [String: [String: ShownPlace]] = [:]
            for row in try connection.rows("SELECT * FROM shown") {
                guard row.count == 5, let panel = row[0].text, let widget = row[1].text,
                    let place = ShownPlace(row: row.dropFirst(2))
                else { throw unreadableRow }
                shown[panel, default: [:]][widget] = place
            }
            return shown
        }
    }

    // MARK: Removed panels

    /// Deletes the positions accepted before `instant` of panels other than `configured`; for such a panel without a
    /// position, also its shown places, and its options where the last of them was set before `instant`.
    ///
    /// The displays of such panels are deleted at once. One transaction.
    package func forget(
        panelsExcept configured: Set<String>,
        acceptedBefore instant: UTCInstant
    ) throws(StoreError) {
        try perform("forget the panels that are not configured") { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                let old = "SELECT panel FROM position WHERE accepted_at < ?"
                for panel in panels(try connection.rows(old, [SQLiteValue(instant)]), except: configured) {
                    try connection.rows("DELETE FROM position WHERE panel = ?", [panel])
                }
                let placeless =
                    "SELECT DISTINCT panel FROM shown WHERE panel NOT IN (SELECT panel FROM position)"
                for panel in panels(try connection.rows(placeless), except: configured) {
                    try connection.rows("DELETE FROM shown WHERE panel = ?", [panel])
                }
                let unused = """
                    SELECT panel FROM option WHERE panel NOT IN (SELECT panel FROM position)
                    GROUP BY panel HAVING max(set_at) < ?
                    """
                for panel in panels(try connection.rows(unused, [SQLiteValue(instant)]), except: configured) {
                    try connection.rows("DELETE FROM option WHERE panel = ?", [panel])
                }
                // A panel that returns reports its display again.
                for panel in panels(try connection.rows("SELECT panel FROM display"), except: configured) {
                    try connection.rows("DELETE FROM display WHERE panel = ?", [panel])
                }
            }
        }
    }

    // MARK: -

    @discardableResult
    func perform<Result>(
        _ operation: String,
        _ body: (SQLiteConnection) throws(SQLiteFailure) -> Result
    ) throws(StoreError) -> Result {
        guard connection.isOpen else {
            throw StoreError(kind: .closed, operation: operation, path: path, words: "the store is closed")
        }
        // A write now would be missing from the contents that the repair restores.
        guard !isDamaged else {
            throw StoreError(kind: .corrupt, operation: operation, path: path, words: "damage was found in the file")
        }
        do throws(SQLiteFailure) {
            return try body(connection)
        } catch {
            guard trouble != nil, error.code & 0xFF == SQLITE_READONLY else { throw failed(error, operation) }
        }
        try openFile(for: operation)
        do throws(SQLiteFailure) {
            return try body(connection)
        } catch {
            throw failed(error, operation)
        }
    }

    private func failed(_ failure: SQLiteFailure, _ operation: String) -> StoreError {
        let error = StoreError(failure, operation: operation, path: path)
        if error.kind == .corrupt, trouble == nil {
            isDamaged = true
            damageListener?.yield()
        }
        return error
    }

    func listen(_ continuation: AsyncStream<Void>.Continuation) {
        damageListener?.finish()
        damageListener = continuation
        if isDamaged { continuation.yield() }
    }

    /// Closes the damaged file and continues with the result of `open`.
    func replaceConnection(_ open: () throws(StoreError) -> OpenedStore) throws(StoreError) {
        // A file must have one connection: closing a second one would drop this one's locks.
        connection.close()
        let opened = try open()
        connection = opened.connection
        trouble = opened.trouble
        notice = opened.notice
        isDamaged = false
    }

    /// Replaces the copy in memory with the file, which may be writable again.
    private func openFile(for operation: String) throws(StoreError) {
        do throws(StoreError) {
            let opened = try file.repaired(after: connection)
            connection = opened.connection
            notice = opened.notice
            trouble = nil
        } catch {
            trouble = error
            var error = error
            error.operation = operation
            throw error
        }
    }
}

let unreadableRow = SQLiteFailure(code: SQLITE_CORRUPT, words: "a row does not have the shape of its table")

/// The texts in the first column of rows, without `configured` ones.
private func panels(_ rows: [[SQLiteValue]], except configured: Set<String>) -> [SQLiteValue] {
    rows.compactMap { $0.first?.text }.filter { !configured.contains($0) }.map { .text($0) }
}

/// Rows by the text in their first column.
func keyed<Value>(
    _ rows: [[SQLiteValue]],
    by value: (ArraySlice<SQLiteValue>) -> Value?
) throws(SQLiteFailure) -> [String: Value] {
    var result: [String: Value] = [:]
    for row in rows {
        guard let key = row.first?.text, let value = value(row.dropFirst()) else { throw unreadableRow }
        result[key] = value
    }
    return result
}
