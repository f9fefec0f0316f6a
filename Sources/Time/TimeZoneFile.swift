/// A reader of the blocks of a TZif file (RFC 9636, section 3).
///
///     header  "TZif", version, 15 unused bytes, then six u32 counts: UT/local indicators, standard/wall indicators,
///             leap seconds, transitions, local time types, characters of abbreviations
///     block   transitions × i32 or i64, transitions × u8, types × (i32 offset, u8 DST, u8 abbreviation), the rest
///
/// From version 2 on, a second header and block follow with 64-bit times, and a footer: a TZ string between newlines.
/// All numbers are big-endian.
struct TZifReader {
    /// The parts of a file that ``TimeZoneRules`` needs.
    struct Contents {
        var transitions: [Int64] = []
        var kinds: [UInt8] = []
        var offsets: [Int32] = []
        var footer: POSIXTimeZone?
    }

    private struct Header {
        var version: UInt8
        var isUTCount: Int
        var isStandardCount: Int
        var leapCount: Int
        var transitionCount: Int
        var typeCount: Int
        var characterCount: Int

        /// The number of bytes in the block behind the local time types.
        func remainder(timeSize: Int) -> Int {
            characterCount + leapCount * (timeSize + 4) + isStandardCount + isUTCount
        }

        /// The number of bytes in the block, with times of `timeSize` bytes each.
        func blockSize(timeSize: Int) -> Int {
            transitionCount * (timeSize + 1) + typeCount * 6 + remainder(timeSize: timeSize)
        }
    }

    private static let headerSize = 44

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func readFile() throws(TimeZoneDataError) -> Contents {
        let first = try readHeader()
        guard first.version >= UInt8(ascii: "2") else { return try readBlock(first, timeSize: 4) }
        guard bytes.count - position >= first.blockSize(timeSize: 4) else { throw .truncated }
        position += first.blockSize(timeSize: 4)
        var contents = try readBlock(try readHeader(), timeSize: 8)
        contents.footer = try readFooter()
        return contents
    }

    private mutating func readHeader() throws(TimeZoneDataError) -> Header {
        guard bytes.count - position >= 4, bytes[position..<(position + 4)].elementsEqual("TZif".utf8) else {
            throw .notTZif
        }
        guard bytes.count - position >= Self.headerSize else { throw .truncated }
        let version = bytes[position + 4]
        position += 20
        // Evaluated in the order of the file.
        return Header(
            version: version,
            isUTCount: readCount(),
            isStandardCount: readCount(),
            leapCount: readCount(),
            transitionCount: readCount(),
            typeCount: readCount(),
            characterCount: readCount()
        )
    }

    private mutating func readBlock(_ header: Header, timeSize: Int) throws(TimeZoneDataError) -> Contents {
        guard (1...256).contains(header.typeCount) else { throw .invalid("count of local time types") }
        let (count, types) = (header.transitionCount, header.typeCount)
        // Checked before any allocation: the counts may be of any size.
        guard bytes.count - position >= header.blockSize(timeSize: timeSize) else { throw .truncated }
        var contents = Contents()
        contents.transitions = (0..<count).map { _ in readTime(size: timeSize) }
        guard zip(contents.transitions, contents.transitions.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw .invalid("order of transitions")
        }
        contents.kinds = Array(bytes[position..<(position + count)])
        position += count
        guard contents.kinds.allSatisfy({ $0 < types }) else { throw .invalid("local time type") }
        for _ in 0..<types {
            let offset = Int32(truncatingIfNeeded: readTime(size: 4))
            // RFC 9636, 3.2: −24:59:59…25:59:59.
            guard (-89_999...93_599).contains(offset) else { throw .invalid("offset from UTC") }
            contents.offsets.append(offset)
            position += 2
        }
        position += header.remainder(timeSize: timeSize)
        return contents
    }

    /// The TZ string between newlines; nil where it is empty.
    private mutating func readFooter() throws(TimeZoneDataError) -> POSIXTimeZone? {
        let newline = UInt8(ascii: "\n")
        guard position < bytes.count, bytes[position] == newline,
            let end = bytes[(position + 1)...].firstIndex(of: newline)
        else { throw .truncated }
        let text = bytes[(position + 1)..<end]
        guard !text.isEmpty else { return nil }
        guard let zone = POSIXTimeZone(text) else { throw .footer(String(decoding: text.prefix(64), as: UTF8.self)) }
        return zone
    }

    /// A count of a header that is known to be complete; at most 2³² − 1, so that sums of products fit in 64 bits.
    private mutating func readCount() -> Int {
        Int(UInt32(truncatingIfNeeded: readTime(size: 4)))
    }

    /// A signed number whose bytes are known to be present.
    private mutating func readTime(size: Int) -> Int64 {
        var value: UInt64 = bytes[position] >= 0x80 ? .max : 0
        for byte in bytes[position..<(position + size)] { value = value << 8 | UInt64(byte) }
        position += size
        return Int64(bitPattern: value)
    }
}
