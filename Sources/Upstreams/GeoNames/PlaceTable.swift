/// The packed table of places that `deploy/make-places` makes, searched where it lies.
///
/// All numbers are little-endian and unsigned. The sections follow each other without a gap:
///
///     header       "KPL1", then five u32: time zones Z, bytes of the time zone section, cells C, rows R, bytes of names
///     dictionary   256 × 8 bytes, one slot a byte value: length, then up to 7 bytes; length 0: the byte is itself
///     time zones   (Z + 1) × u16 offsets into the IANA names that follow them
///     cells        (C + 1) × 7 bytes: u16 id, u16 first row, u24 offset of its first row's names; sorted by id
///     rows         R × 5 bytes, cell by cell
///     names        row by row, one record or more each
///
/// - A cell is 1° × 1°; its id is (⌊latitude⌋ + 90) · 360 + ⌊longitude⌋ + 180. The last is a sentinel, id 65535.
/// - A row: bits 0–11 latitude and 12–23 longitude within the cell in 1/4096° (27 m); then a u16, bits 0–8 the time
///   zone, 9–15 the population's class c: 1000 · 2^(c / 15) people, at most some 350,000.
/// - A record: its first byte holds in bit 7 whether another record of the row follows, and the length in bytes before
///   the dictionary is applied: in the row's first record, the general name, in bits 0–6; in the others, names in one
///   language, in bits 0–4, and in bits 5–6 the language: 0 ja, 1 zh, 2 ko, 3 ja and zh. Then the name: each byte
///   stands for its slot of the dictionary. All together is UTF-8.
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
    }

    /// A language that the table tells from the general names.
    enum Language: Int {
        case japanese = 0
        case chinese, korean

        /// Whether a record's language bits mean this one.
        fileprivate func matches(_ bits: Int) -> Bool { bits == rawValue || bits == 3 && self != .korean }
    }

    private let bytes: PackedBytes
    private let zoneCount: Int
    private let cellCount: Int
    private let dictionary: Int
    private let zones: Int
    private let cells: Int
    private let rows: Int
    private let names: Int

    /// Returns nil when the bytes are not such a table, whole.
    init?(_ bytes: PackedBytes) {
        self.bytes = bytes
        guard bytes.integer(at: 0, size: 4) == 0x314C_504B else { return nil }
        zoneCount = bytes.integer(at: 4, size: 4)
        cellCount = bytes.integer(at: 12, size: 4)
        dictionary = 24
        zones = dictionary + 256 * 8
        cells = zones + bytes.integer(at: 8, size: 4)
        rows = cells + (cellCount + 1) * 7
        names = rows + bytes.integer(at: 16, size: 4) * 5
        guard names + bytes.integer(at: 20, size: 4) == bytes.count else { return nil }
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

    /// The IANA name of the row's time zone.
    func timeZone(of row: Row) -> String {
        let zone = min(row.kind & 0x1FF, zoneCount - 1)
        let text = zones + (zoneCount + 1) * 2
        let start = bytes.integer(at: zones + zone * 2, size: 2)
        let end = max(start, bytes.integer(at: zones + zone * 2 + 2, size: 2))
        return String(decoding: (start..<end).lazy.map { bytes[text + $0] }, as: UTF8.self)
    }

    /// The row's name in `language`, or its general one.
    func name(of row: Row, in language: Language?) -> String {
        var record = names + bytes.integer(at: cells + row.cell * 7 + 4, size: 3)
        for _ in firstRow(of: row.cell)..<max(firstRow(of: row.cell), row.index) { record = rowEnd(from: record) }
        let general = record
        let length = Int(bytes[general] & 0x7F)
        var more = bytes[general] & 0x80 != 0
        record += 1 + length
        while let language, more, record < bytes.count {
            let head = Int(bytes[record])
            if language.matches((head >> 5) & 3) { return text(at: record + 1, length: head & 0x1F) }
            more = head & 0x80 != 0
            record += 1 + (head & 0x1F)
        }
        return text(at: general + 1, length: length)
    }

    /// Where the next row's records start, when a row's start at `start`.
    private func rowEnd(from start: Int) -> Int {
        var record = start + 1 + Int(bytes[start] & 0x7F)
        var more = bytes[start] & 0x80 != 0
        while more, record < bytes.count {
            more = bytes[record] & 0x80 != 0
            record += 1 + Int(bytes[record] & 0x1F)
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

    private func cellIdentifier(_ cell: Int) -> Int { bytes.integer(at: cells + cell * 7, size: 2) }

    private func firstRow(of cell: Int) -> Int { bytes.integer(at: cells + cell * 7 + 2, size: 2) }

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
