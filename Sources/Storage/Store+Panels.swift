package import Time

/// A panel that was added while the bridge ran.
package struct StoredPanel: Sendable, Equatable {
    package var id: String
    /// The request that added it, JSON.
    package var definition: [UInt8]
    package var addedAt: UTCInstant

    package init(id: String, definition: [UInt8], addedAt: UTCInstant) {
        self.id = id
        self.definition = definition
        self.addedAt = addedAt
    }
}

/// What a panel said of itself.
package struct StoredDisplay: Sendable, Equatable {
    /// The largest packet that it takes.
    package var bufferBytes: Int?
    /// In pixels.
    package var width: Int?
    /// In pixels.
    package var height: Int?

    package init(bufferBytes: Int? = nil, width: Int? = nil, height: Int? = nil) {
        self.bufferBytes = bufferBytes
        self.width = width
        self.height = height
    }
}

extension Store {
    // MARK: Added panels

    /// All panels that were added, in their order.
    package func addedPanels() throws(StoreError) -> [StoredPanel] {
        try perform("read the panels that were added") { connection throws(SQLiteFailure) in
            let rows = try connection.rows("SELECT * FROM added_panel ORDER BY added_at, panel")
            var panels: [StoredPanel] = []
            for row in rows {
                guard let panel = StoredPanel(row: row) else { throw unreadableRow }
                panels.append(panel)
            }
            return panels
        }
    }

    /// Adds a panel, or puts it in the place of another of its id, with nothing left of an earlier one but its display;
    /// all of it, or nothing where it throws.
    package func addPanel(_ panel: StoredPanel) throws(StoreError) {
        try perform("add panel “\(panel.id)”") { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                try connection.removeState(of: panel.id)
                try connection.rows("INSERT OR REPLACE INTO added_panel VALUES (?, ?, ?)", panel.columns)
            }
        }
    }

    /// Forgets a panel with its position, what it shows, its options and its display.
    ///
    /// All of it, or nothing where it throws; no such panel is no error.
    package func removePanel(_ id: String) throws(StoreError) {
        try perform("remove panel “\(id)”") { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                try connection.removeState(of: id)
                try connection.rows("DELETE FROM display WHERE panel = ?", [.text(id)])
                try connection.rows("DELETE FROM added_panel WHERE panel = ?", [.text(id)])
            }
        }
    }

    /// Forgets that a panel was added, and nothing else: another one of its id is in force.
    package func removeDefinition(of id: String) throws(StoreError) {
        try perform("forget that panel “\(id)” was added") { connection throws(SQLiteFailure) in
            try connection.rows("DELETE FROM added_panel WHERE panel = ?", [.text(id)])
        }
    }

    // MARK: Displays

    /// Remembers what a panel said of itself, in place of what it said before; nil forgets it.
    package func setDisplay(_ display: StoredDisplay?, for panel: String) throws(StoreError) {
        try perform("save the display of panel “\(panel)”") { connection throws(SQLiteFailure) in
            guard let display else {
                _ = try connection.rows("DELETE FROM display WHERE panel = ?", [.text(panel)])
                return
            }
            try connection.rows("INSERT OR REPLACE INTO display VALUES (?, ?, ?, ?)", [.text(panel)] + display.columns)
        }
    }

    /// What panels said of themselves, by panel.
    package func displays() throws(StoreError) -> [String: StoredDisplay] {
        try perform("read the displays") { connection throws(SQLiteFailure) in
            try keyed(connection.rows("SELECT * FROM display"), by: StoredDisplay.init(row:))
        }
    }

    // MARK: Their topics

    /// Adds topics to the manifest; those that are in it already stay.
    package func addToManifest(_ topics: Set<ManifestRow>) throws(StoreError) {
        try perform("add to the manifest of topics") { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                for topic in topics {
                    try connection.rows(
                        "INSERT OR IGNORE INTO retained_topic VALUES \(ManifestRow.placeholders)",
                        topic.columns
                    )
                }
            }
        }
    }
}

extension Connection {
    /// Forgets what a panel came to have while it ran.
    fileprivate func removeState(of panel: String) throws(SQLiteFailure) {
        try rows("DELETE FROM position WHERE panel = ?", [.text(panel)])
        try rows("DELETE FROM shown WHERE panel = ?", [.text(panel)])
        try rows("DELETE FROM option WHERE panel = ?", [.text(panel)])
    }
}
