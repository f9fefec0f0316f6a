import Time
import Weather

// A row without its table's shape gives nil: only a damaged file has one.

extension StoredPosition {
    init?(row: ArraySlice<SQLiteValue>) {
        let columns = Array(row)
        guard columns.count == 7, case .real(let latitude) = columns[0], case .real(let longitude) = columns[1],
            let coordinate = Coordinate(latitude: latitude, longitude: longitude),
            let acceptedAt = UTCInstant(columns[5]), case .text(let text) = columns[6],
            let source = Source(rawValue: text)
        else { return nil }
        self.init(
            coordinate: coordinate,
            name: columns[2].text,
            accuracyMetres: columns[3].real,
            reportedAt: UTCInstant(columns[4]),
            acceptedAt: acceptedAt,
            source: source
        )
    }

    var columns: [SQLiteValue] {
        [
            .real(coordinate.latitude), .real(coordinate.longitude), SQLiteValue(name),
            accuracyMetres.map { .real($0) } ?? .null, SQLiteValue(reportedAt), SQLiteValue(acceptedAt),
            .text(source.rawValue),
        ]
    }
}

extension ShownPlace {
    init?(row: ArraySlice<SQLiteValue>) {
        let columns = Array(row)
        guard columns.count == 3, case .integer(let latitude) = columns[0], case .integer(let longitude) = columns[1],
            let center = Coordinate(latitude: Double(latitude) / 100, longitude: Double(longitude) / 100)
        else { return nil }
        self.init(cell: GridCell(containing: center), name: columns[2].text)
    }

    var columns: [SQLiteValue] { cell.columns + [SQLiteValue(name)] }
}

extension GridCell {
    var columns: [SQLiteValue] { [.integer(Int64(latitudeHundredths)), .integer(Int64(longitudeHundredths))] }
}

extension StoredZone {
    static func ofPlace(row: [SQLiteValue]) -> (GridCell, StoredZone)? {
        guard row.count == 5, case .integer(let latitude) = row[0], case .integer(let longitude) = row[1],
            let center = Coordinate(latitude: Double(latitude) / 100, longitude: Double(longitude) / 100),
            case .text(let name) = row[2], case .text(let source) = row[3], let namedAt = UTCInstant(row[4])
        else { return nil }
        return (GridCell(containing: center), StoredZone(name: name, source: source, namedAt: namedAt))
    }

    var columns: [SQLiteValue] { [.text(name), .text(source), SQLiteValue(namedAt)] }
}

extension StoredTimeline {
    init?(row: ArraySlice<SQLiteValue>) {
        let columns = Array(row)
        guard columns.count == 4, let askedAt = UTCInstant(columns[1]), case .integer(let failures) = columns[2] else {
            return nil
        }
        let forecast: [UInt8]? = if case .blob(let bytes) = columns[0] { bytes } else { nil }
        self.init(forecast: forecast, askedAt: askedAt, failures: Int(failures), retryAt: UTCInstant(columns[3]))
    }

    var columns: [SQLiteValue] {
        [forecast.map { .blob($0) } ?? .null, SQLiteValue(askedAt), .integer(Int64(failures)), SQLiteValue(retryAt)]
    }
}

extension RetainedTopic {
    init?(row: [SQLiteValue]) {
        let texts = row.prefix(4).compactMap(\.text)
        guard row.count == 5, texts.count == 4 else { return nil }
        let suffixes = row[4].text?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        self.init(baseTopic: texts[0], panel: texts[1], widget: texts[2], encoding: texts[3], suffixes: suffixes ?? [])
    }

    var columns: [SQLiteValue] {
        // Joined, one empty suffix gives '', and so would none: NULL distinguishes them.
        let suffixes = suffixes.isEmpty ? nil : suffixes.joined(separator: "\n")
        return [.text(baseTopic), .text(panel), .text(widget), .text(encoding), SQLiteValue(suffixes)]
    }
}

extension StoredPanel {
    init?(row: [SQLiteValue]) {
        guard row.count == 3, let id = row[0].text, case .blob(let definition) = row[1],
            let addedAt = UTCInstant(row[2])
        else { return nil }
        self.init(id: id, definition: definition, addedAt: addedAt)
    }

    var columns: [SQLiteValue] { [.text(id), .blob(definition), SQLiteValue(addedAt)] }
}

extension StoredDisplay {
    init?(row: ArraySlice<SQLiteValue>) {
        let columns = Array(row)
        guard columns.count == 3 else { return nil }
        self.init(bufferBytes: columns[0].integer, width: columns[1].integer, height: columns[2].integer)
    }

    var columns: [SQLiteValue] { [SQLiteValue(bufferBytes), SQLiteValue(width), SQLiteValue(height)] }
}

extension StoredName {
    init?(row: [SQLiteValue]) {
        guard row.count == 2, let obtainedAt = UTCInstant(row[1]) else { return nil }
        self.init(name: row[0].text, obtainedAt: obtainedAt)
    }

    var columns: [SQLiteValue] { [SQLiteValue(name), SQLiteValue(obtainedAt)] }
}

extension SpentCalls {
    init?(row: ArraySlice<SQLiteValue>) {
        guard row.count == 2, case .integer(let day)? = row.first, case .integer(let month)? = row.last else {
            return nil
        }
        self.init(day: Int(day), month: Int(month))
    }
}

extension SQLiteValue {
    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
    init(_ integer: Int?) { self = integer.map { .integer(Int64($0)) } ?? .null }
    init(_ instant: UTCInstant?) { self = instant.map { .integer($0.nanosecondsSinceEpoch) } ?? .null }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var integer: Int? { if case .integer(let integer) = self { Int(integer) } else { nil } }
    var real: Double? { if case .real(let real) = self { real } else { nil } }
}

extension UTCInstant {
    fileprivate init?(_ value: SQLiteValue) {
        guard case .integer(let nanoseconds) = value else { return nil }
        self.init(nanosecondsSinceEpoch: nanoseconds)
    }
}
