package import Weather

extension Store {
    /// How many time zones of places are kept; of more, the ones that were saved first go.
    package static let mostPlaceZones = 20_000

    /// The time zones that upstreams named, by place.
    package func placeZones() throws(StoreError) -> [GridCell: StoredZone] {
        try perform("read the time zones of places") { connection throws(SQLiteFailure) in
            let rows = try connection.rows(
                "SELECT latitude_hundredths, longitude_hundredths, zone, source, named_at FROM place_zone"
            )
            var zones: [GridCell: StoredZone] = [:]
            for row in rows {
                guard let (cell, zone) = StoredZone.ofPlace(row: row) else { throw unreadableRow }
                zones[cell] = zone
            }
            return zones
        }
    }

    /// Saves time zones of places, in place of what was known of them.
    package func savePlaceZones(_ zones: [GridCell: StoredZone]) throws(StoreError) {
        guard !zones.isEmpty else { return }
        try perform("save the time zones of places") { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                for (cell, zone) in zones {
                    // Replacing gives the row the next number, so that numbers tell the order of saving.
                    try connection.rows(
                        "INSERT OR REPLACE INTO place_zone VALUES (?, ?, ?, ?, ?)",
                        cell.columns + zone.columns
                    )
                }
                try connection.rows(
                    "DELETE FROM place_zone WHERE rowid <= (SELECT max(rowid) FROM place_zone) - ?",
                    [.integer(Int64(Self.mostPlaceZones))]
                )
            }
        }
    }
}
