package import Weather

extension Store {
    /// The most time zones of places that are kept; beyond it those saved first are deleted.
    package static let mostPlaceZones = 20_000

    /// The time zones that upstreams reported, by place.
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

    /// Saves time zones of places, in place of earlier ones, in one transaction.
    package func savePlaceZones(_ zones: [GridCell: StoredZone]) throws(StoreError) {
        guard !zones.isEmpty else { return }
        try perform("save the time zones of places") { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                for (cell, zone) in zones {
                    // A replacement gets the next row number, so that numbers follow the order of saving.
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
