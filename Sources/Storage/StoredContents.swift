package import Time

/// The known contents of a store, for the repair of a damaged file.
package struct StoredContents: Sendable {
    /// The positions, by panel.
    package var positions: [String: StoredPosition] = [:]
    /// The shown places: by panel, then by widget.
    package var shown: [String: [String: ShownPlace]] = [:]
    /// The options: by panel, then by widget, then by name.
    package var options: [String: [String: [String: String]]] = [:]
    /// The panels that were added by request.
    package var panels: [StoredPanel] = []
    /// The capabilities of panels, by panel.
    package var displays: [String: StoredDisplay] = [:]
    /// The topics retained on the broker.
    package var manifest: Set<RetainedTopic> = []
    /// The calls of accounts on ``today``.
    package var calls: [String: Int] = [:]
    /// The day in UTC that ``calls`` are counted for.
    package var today: CivilDate
    /// The moment that restored options count as set at.
    package var now: UTCInstant

    package init(at now: UTCInstant) {
        self.now = now
        today = CivilDate(at: now, utcOffsetSeconds: 0)
    }

    /// A database in memory with these contents.
    func connection() throws(SQLiteFailure) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: nil)
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
