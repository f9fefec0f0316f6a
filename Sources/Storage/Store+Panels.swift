package import Time

/// A panel that was added by request while the bridge was running.
package struct StoredPanel: Sendable, Equatable {
    /// The panel's id.
    package var id: String
    /// The JSON of the request that added it.
    package var definition: [UInt8]
    /// The moment it was added.
    package var addedAt: UTCInstant

    package init(id: String, definition: [UInt8], addedAt: UTCInstant) {
        self.id = id
        self.definition = definition
        self.addedAt = addedAt
    }
}

/// The capabilities that a panel reported in its hello.
package struct StoredDisplay: Sendable, Equatable {
    /// The largest packet that the panel can receive, in bytes.
    package var bufferBytes: Int?
    /// The screen's width in pixels.
    package var width: Int?
    /// The screen's height in pixels.
    package var height: Int?

    package init(bufferBytes: Int? = nil, width: Int? = nil, height: Int? = nil) {
        self.bufferBytes = bufferBytes
        self.width = width
        self.height = height
    }
}

extension Store {
    // MARK: Added panels

    /// All added panels in the order of their addition.
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

    /// Adds a panel or replaces the one with its id; position, shown places and options of an earlier one are deleted,
    /// its display is kept.
    ///
    /// One transaction.
    package func addPanel(_ panel: StoredPanel) throws(StoreError) {
        try perform("add panel “\(panel.id)”") { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                try connection.removeState(of: panel.id)
                try connection.rows("INSERT OR REPLACE INTO added_panel VALUES (?, ?, ?)", panel.columns)
            }
        }
    }

    /// Deletes a panel with its position, shown places, options and display; an unknown panel is no error.
    ///
    /// One transaction.
    package func removePanel(_ id: String) throws(StoreError) {
        try perform("remove panel “\(id)”") { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                try connection.removeState(of: id)
                try connection.rows("DELETE FROM display WHERE panel = ?", [.text(id)])
                try connection.rows("DELETE FROM added_panel WHERE panel = ?", [.text(id)])
            }
        }
    }

    /// Deletes only the record that a panel was added: a configured panel with the same id replaces it.
    package func removeDefinition(of id: String) throws(StoreError) {
        try perform("forget that panel “\(id)” was added") { connection throws(SQLiteFailure) in
            try connection.rows("DELETE FROM added_panel WHERE panel = ?", [.text(id)])
        }
    }

    // MARK: Displays

    /// Saves the capabilities of a panel, in place of earlier ones; nil deletes them.
    package func setDisplay(_ display: StoredDisplay?, for panel: String) throws(StoreError) {
        try perform("save the display of panel “\(panel)”") { connection throws(SQLiteFailure) in
            guard let display else {
                _ = try connection.rows("DELETE FROM display WHERE panel = ?", [.text(panel)])
                return
            }
            try connection.rows("INSERT OR REPLACE INTO display VALUES (?, ?, ?, ?)", [.text(panel)] + display.columns)
        }
    }

    /// The capabilities of all panels, by panel.
    package func displays() throws(StoreError) -> [String: StoredDisplay] {
        try perform("read the displays") { connection throws(SQLiteFailure) in
            try keyed(connection.rows("SELECT * FROM display"), by: StoredDisplay.init(row:))
        }
    }

    // MARK: Topics of panels

    /// Adds topics to the manifest; known ones stay.
    package func addToManifest(_ topics: Set<RetainedTopic>) throws(StoreError) {
        try perform("add to the manifest of topics") { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                for topic in topics {
                    try connection.rows("INSERT OR IGNORE INTO retained_topic VALUES (?, ?, ?, ?, ?)", topic.columns)
                }
            }
        }
    }
}

extension SQLiteConnection {
    /// Deletes the state that a panel acquired at run time.
    fileprivate func removeState(of panel: String) throws(SQLiteFailure) {
        try rows("DELETE FROM position WHERE panel = ?", [.text(panel)])
        try rows("DELETE FROM shown WHERE panel = ?", [.text(panel)])
        try rows("DELETE FROM option WHERE panel = ?", [.text(panel)])
    }
}
