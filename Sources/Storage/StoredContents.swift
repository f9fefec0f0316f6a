package import Time

/// What is known of what is in a store, for when its file is damaged: as much as its user has at hand.
package struct StoredContents: Sendable {
    package var positions: [String: StoredPosition] = [:]
    /// By panel, then by widget.
    package var shown: [String: [String: ShownPlace]] = [:]
    /// By panel, then by widget, then by name.
    package var options: [String: [String: [String: String]]] = [:]
    package var panels: [StoredPanel] = []
    package var displays: [String: StoredDisplay] = [:]
    package var manifest: Set<ManifestRow> = []
    /// The calls of accounts on ``today``.
    package var calls: [String: Int] = [:]
    /// In UTC.
    package var today: CivilDate
    package var now: UTCInstant

    package init(at now: UTCInstant) {
        self.now = now
        today = CivilDate(at: now, utcOffsetSeconds: 0)
    }

    /// A database in memory with all of it.
    func connection() throws(SQLiteFailure) -> Connection {
        let connection = try Connection(path: nil)
        for migration in Schema.migrations { try connection.execute(migration) }
        try connection.transaction { () throws(SQLiteFailure) in
            for (table, rows) in rows {
                for row in rows {
                    let places = Array(repeating: "?", count: row.count).joined(separator: ", ")
                    try connection.rows("INSERT OR IGNORE INTO \(table) VALUES (\(places))", row)
                }
            }
        }
        return connection
    }

    private var rows: [(table: String, rows: [[SQLiteValue]])] {
        let spent = calls.filter { $0.value > 0 }.map { account, calls -> [SQLiteValue] in
            [.integer(Int64(today.daysSinceEpoch)), .text(account), .integer(Int64(calls))]
        }
        let shown = shown.flatMap { panel, widgets in
            widgets.map { [.text(panel), .text($0.key)] + $0.value.columns }
        }
        return [
            ("position", positions.map { [.text($0.key)] + $0.value.columns }), ("shown", shown),
            ("option", optionRows), ("added_panel", panels.map(\.columns)),
            ("display", displays.map { [.text($0.key)] + $0.value.columns }),
            ("retained_topic", manifest.map(\.columns)), ("spent", spent),
        ]
    }

    private var optionRows: [[SQLiteValue]] {
        options.flatMap { panel, widgets in
            widgets.flatMap { widget, options in
                options.map { [.text(panel), .text(widget), .text($0.key), .text($0.value), SQLiteValue(now)] }
            }
        }
    }
}
