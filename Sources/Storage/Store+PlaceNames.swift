package import Time
package import Weather

extension Store {
    /// The most place names that are kept; beyond it those saved first are deleted.
    static let mostPlaceNames = 50_000

    /// The name that a geocoder gave a place in a language; nil where none is stored.
    package func placeName(
        geocoder: String,
        language: String,
        cell: GridCell
    ) throws(StoreError) -> StoredName? {
        try perform("read a place name of “\(geocoder)”") { connection throws(SQLiteFailure) in
            let rows = try connection.rows(
                """
                SELECT name, obtained_at FROM place_name
                WHERE latitude_hundredths = ? AND longitude_hundredths = ? AND geocoder = ? AND language = ?
                """,
                cell.columns + [.text(geocoder), .text(language)]
            )
            guard let row = rows.first else { return nil }
            guard let name = StoredName(row: row) else { throw unreadableRow }
            return name
        }
    }

    /// Saves the name that a geocoder gave a place, in place of an earlier one.
    package func save(
        _ name: StoredName,
        geocoder: String,
        language: String,
        cell: GridCell
    ) throws(StoreError) {
        try perform("save a place name of “\(geocoder)”") { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                // A replacement gets the next row number, so that numbers follow the order of saving.
                try connection.rows(
                    "INSERT OR REPLACE INTO place_name VALUES (?, ?, ?, ?, ?, ?)",
                    [.text(geocoder), .text(language)] + cell.columns + name.columns
                )
                try connection.rows(
                    "DELETE FROM place_name WHERE rowid <= (SELECT max(rowid) FROM place_name) - ?",
                    [.integer(Int64(Self.mostPlaceNames))]
                )
            }
        }
    }

    /// Deletes the names obtained before `instant`.
    package func prunePlaceNames(olderThan instant: UTCInstant) throws(StoreError) {
        try perform("prune the place names") { connection throws(SQLiteFailure) in
            try connection.rows("DELETE FROM place_name WHERE obtained_at < ?", [SQLiteValue(instant)])
        }
    }
}
