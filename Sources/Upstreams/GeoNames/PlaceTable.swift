/// The packed table of places that `deploy/make-places` makes, searched where it lies.
///
/// All numbers are little-endian and unsigned but for the points' positions. The sections follow each other without a
/// gap:
///
///     header       "KPL2", then seven u32: time zones Z, bytes of the time zone section, points P, cells C, rows R,
///                  bytes of names, bytes of the country section
///     dictionary   256 × 8 bytes, one slot a byte value: length, then up to 7 bytes; length 0: the byte is itself
///     time zones   (Z + 1) × u16 offsets into the records that follow them: a byte for the country, then the IANA name
///     points       P × 6 bytes, from south to north: i16 latitude and i16 longitude in 1/180°, u16 time zone
///     cells        (C + 1) × 7 bytes: u16 id, u16 first row, u24 offset of its first row's names; sorted by id
///     rows         R × 5 bytes, cell by cell
///     names        row by row, one record or more each
///     countries    3601 × u24 offsets into the runs that follow them, a row of 1/20° cells each, from the south pole
///
/// - A cell is 1° × 1°; its id is (⌊latitude⌋ + 90) · 360 + ⌊longitude⌋ + 180. The last is a sentinel, id 65535.
/// - A row: bits 0–11 latitude and 12–23 longitude within the cell in 1/4096° (27 m); then a u16, bits 0–8 the time
///   zone, 9–15 the population's class c: 1000 · 2^(c / 15) people, at most some 350,000.
/// - A record: its first byte holds in bit 7 whether another record of the row follows, and in bits 0–6 the length in
///   bytes before the dictionary is applied. In all but the row's first record, which is the general name, a byte
///   follows with a bit for each language that the name is of: 0 ja, 1 zh-Hans, 2 zh-Hant, 3 ko, 4 de, 5 fr, 6 es, 7
///   en. Then the name: each byte stands for its slot of the dictionary. All together is UTF-8.
/// - A country is a number from 1 on. A run, from 180° west on: the country, 0 for none, and how many cells it has, a
///   byte, or 0 and a u16. There is none behind a row's last run.
struct PlaceTable: Sendable {
    /// A row and the place of its names.
    struct Row {
        var index: Int
        /// The index of its cell among the cells.
        var cell: Int
        var latitude: Double
        var longitude: Double
        /// The index of its time zone and its population's class, as packed.
        fileprivate var kind: Int

        var populationClass: Int { kind >> 9 }
        var zone: Int { kind & 0x1FF }
    }

    /// A point that is known to be in a time zone.
    struct Point {
        var latitude: Double
        var longitude: Double
        var zone: Int
    }

    /// A language that has names other than the general ones; the raw value is its bit.
    enum Language: Int {
        case japanese = 0
        case simplifiedChinese, traditionalChinese, korean, german, french, spanish, english
    }

    private static let gridCells = 20
    private static let gridRows = 180 * gridCells
    private static let gridColumns = 360 * gridCells

    private let bytes: PackedBytes
    private let zoneCount: Int
    private let pointCount: Int
    private let cellCount: Int
    private let dictionary: Int
    private let zones: Int
    private let points: Int
    private let cells: Int
    private let rows: Int
    private let names: Int
    private let countries: Int

    /// Returns nil when the bytes are not such a table, whole.
    init?(_ bytes: PackedBytes) {
        self.bytes = bytes
        guard bytes.integer(at: 0, size: 4) == 0x324C_504B else { return nil }
        zoneCount = bytes.integer(at: 4, size: 4)
        pointCount = bytes.integer(at: 12, size: 4)
        cellCount = bytes.integer(at: 16, size: 4)
        dictionary = 32
        zones = dictionary + 256 * 8
        points = zones + bytes.integer(at: 8, size: 4)
        cells = points + pointCount * 6
        rows = cells + (cellCount + 1) * 7
        names = rows + bytes.integer(at: 20, size: 4) * 5
        countries = names + bytes.integer(at: 24, size: 4)
        guard countries + bytes.integer(at: 28, size: 4) == bytes.count else { return nil }
    }

    /// Calls `body` with each row in the given cells: bands of 1° latitude from the south pole, columns from 180° west.
    func forEachRow(bands: ClosedRange<Int>, columns: ClosedRange<Int>, _ body: (Row) -> Void) {
        for band in bands {
            var cell = firstCell(from: band * 360 + columns.lowerBound)
            while cell < cellCount, cellIdentifier(cell) <= band * 360 + columns.upperBound {
                let south = Double(band - 90)
                let west = Double(cellIdentifier(cell) - band * 360 - 180)
                for index in firstRow(of: cell)..<max(firstRow(of: cell), firstRow(of: cell + 1)) {
                    let position = bytes.integer(at: rows + index * 5, size: 3)
                    let row = Row(
                        index: index,
                        cell: cell,
                        latitude: south + (Double(position & 0xFFF) + 0.5) / 4096,
                        longitude: west + (Double(position >> 12) + 0.5) / 4096,
                        kind: bytes.integer(at: rows + index * 5 + 3, size: 2)
                    )
                    body(row)
                }
                cell += 1
            }
        }
    }

    /// Calls `body` with each point between the latitudes.
    func forEachPoint(latitudes: ClosedRange<Double>, _ body: (Point) -> Void) {
        var point = firstPoint(from: latitudes.lowerBound)
        while point < pointCount, latitude(ofPoint: point) <= latitudes.upperBound {
            body(
                Point(
                    latitude: latitude(ofPoint: point),
                    longitude: degrees(at: points + point * 6 + 2),
                    zone: bytes.integer(at: points + point * 6 + 4, size: 2)
                )
            )
            point += 1
        }
    }

    /// The IANA name of a zone.
    func timeZone(_ zone: Int) -> String {
        let (start, end) = zoneRecord(zone)
        return String(decoding: (min(start + 1, end)..<end).lazy.map { bytes[$0] }, as: UTF8.self)
    }

    /// The country of a zone.
    func country(ofZone zone: Int) -> UInt8 { bytes[zoneRecord(zone).start] }

    /// The countries of the cell of 1/20° there and of the eight around it: those of a point at most some 5 km away.
    func countries(latitude: Double, longitude: Double) -> Countries {
        let row = Int(((latitude + 90) * Double(Self.gridCells)).rounded(.down))
        let column = Int(((longitude + 180) * Double(Self.gridCells)).rounded(.down))
        var found = Countries()
        for row in max(0, row - 1)...max(0, min(row + 1, Self.gridRows - 1)) {
            addCountries(to: &found, row: row, columns: max(0, column - 1)...max(0, column + 1))
            if column <= 0 { addCountries(to: &found, row: row, columns: (Self.gridColumns - 1)...Self.gridColumns) }
            if column >= Self.gridColumns - 1 { addCountries(to: &found, row: row, columns: 0...0) }
        }
        return found
    }

    /// The row's name in `language`, or its general one.
    func name(of row: Row, in language: Language?) -> String {
        var record = names + bytes.integer(at: cells + row.cell * 7 + 4, size: 3)
        for _ in firstRow(of: row.cell)..<max(firstRow(of: row.cell), row.index) { record = rowEnd(from: record) }
        let general = record
        let length = Int(bytes[general] & 0x7F)
        var more = bytes[general] & 0x80 != 0
        record += 1 + length
        while let language, more, record < countries {
            let length = Int(bytes[record] & 0x7F)
            if bytes[record + 1] >> language.rawValue & 1 != 0 { return text(at: record + 2, length: length) }
            more = bytes[record] & 0x80 != 0
            record += 2 + length
        }
        return text(at: general + 1, length: length)
    }

    /// The start of the next row's records, if a row's records start at `start`.
    private func rowEnd(from start: Int) -> Int {
        var record = start + 1 + Int(bytes[start] & 0x7F)
        var more = bytes[start] & 0x80 != 0
        while more, record < countries {
            more = bytes[record] & 0x80 != 0
            record += 2 + Int(bytes[record] & 0x7F)
        }
        return record
    }

    private func text(at start: Int, length: Int) -> String {
        var utf8: [UInt8] = []
        utf8.reserveCapacity(length * 7)
        for index in start..<(start + length) {
            let slot = dictionary + Int(bytes[index]) * 8
            let expansion = Int(bytes[slot])
            if expansion == 0 { utf8.append(bytes[index]) }
            for offset in 0..<expansion { utf8.append(bytes[slot + 1 + offset]) }
        }
        return String(decoding: utf8, as: UTF8.self)
    }

    private func zoneRecord(_ zone: Int) -> (start: Int, end: Int) {
        let zone = max(0, min(zone, zoneCount - 1))
        let text = zones + (zoneCount + 1) * 2
        let start = bytes.integer(at: zones + zone * 2, size: 2)
        return (text + start, text + max(start, bytes.integer(at: zones + zone * 2 + 2, size: 2)))
    }

    private func addCountries(to found: inout Countries, row: Int, columns: ClosedRange<Int>) {
        let runs = countries + (Self.gridRows + 1) * 3
        var run = runs + bytes.integer(at: countries + row * 3, size: 3)
        let end = runs + bytes.integer(at: countries + row * 3 + 3, size: 3)
        var column = 0
        while run < end, column <= columns.upperBound {
            let country = bytes[run]
            var count = Int(bytes[run + 1])
            run += 2
            if count == 0 {
                count = bytes.integer(at: run, size: 2)
                run += 2
            }
            column += count
            if country != 0, column > columns.lowerBound { found.insert(country) }
        }
    }

    private func cellIdentifier(_ cell: Int) -> Int { bytes.integer(at: cells + cell * 7, size: 2) }

    private func firstRow(of cell: Int) -> Int { bytes.integer(at: cells + cell * 7 + 2, size: 2) }

    private func degrees(at index: Int) -> Double {
        Double(Int16(truncatingIfNeeded: bytes.integer(at: index, size: 2))) / 180
    }

    private func latitude(ofPoint point: Int) -> Double { degrees(at: points + point * 6) }

    /// The first point that is not south of a latitude.
    private func firstPoint(from latitude: Double) -> Int {
        var low = 0
        var high = pointCount
        while low < high {
            let middle = (low + high) / 2
            if self.latitude(ofPoint: middle) < latitude { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The first cell whose identifier is not below `identifier`.
    private func firstCell(from identifier: Int) -> Int {
        var low = 0
        var high = cellCount
        while low < high {
            let middle = (low + high) / 2
            if cellIdentifier(middle) < identifier { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
