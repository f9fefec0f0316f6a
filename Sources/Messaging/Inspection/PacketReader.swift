/// Reads the fields of one packet, none of which reaches past its end.
struct PacketReader {
    private let bytes: [UInt8]
    private(set) var position: Int
    private let end: Int
    private let type: PacketType?

    /// `range` is what follows the packet's length.
    init(_ bytes: [UInt8], _ range: Range<Int>, of type: PacketType?) {
        self.bytes = bytes
        self.type = type
        position = range.lowerBound
        end = range.upperBound
    }

    var remaining: Int { end - position }

    func violation(_ fault: PacketViolation.Fault) -> PacketViolation { PacketViolation(packet: type, fault: fault) }

    mutating func skip(_ count: Int) throws(PacketViolation) {
        guard remaining >= count else { throw violation(.length) }
        position += count
    }

    mutating func byte() throws(PacketViolation) -> UInt8 {
        try skip(1)
        return bytes[position - 1]
    }

    mutating func word() throws(PacketViolation) -> UInt16 {
        try skip(2)
        return UInt16(bytes[position - 2]) << 8 | UInt16(bytes[position - 1])
    }

    mutating func doubleWord() throws(PacketViolation) -> UInt32 {
        UInt32(try word()) << 16 | UInt32(try word())
    }

    /// An identifier of a packet, which is never 0.
    mutating func identifier() throws(PacketViolation) -> UInt16 {
        let identifier = try word()
        guard identifier != 0 else { throw violation(.identifier) }
        return identifier
    }

    /// A number of one to four bytes, in as few as possible.
    mutating func variableNumber() throws(PacketViolation) -> Int {
        var value = 0
        for index in 0..<4 {
            let byte = try byte()
            value |= Int(byte & 0x7F) << (7 * index)
            guard byte & 0x80 == 0 else { continue }
            guard byte != 0 || index == 0 else { throw violation(.lengthField) }
            return value
        }
        throw violation(.lengthField)
    }

    /// The range of bytes with their count before them.
    mutating func data() throws(PacketViolation) -> Range<Int> {
        let count = Int(try word())
        try skip(count)
        return position - count..<position
    }

    /// True where the library accepts the next text: see ``isText(_:)``.
    mutating func text() throws(PacketViolation) -> Bool { Self.isText(bytes[try data()]) }

    /// UTF-8 without what MQTT advises against: control characters and what Unicode keeps for internal use.
    ///
    /// Just what libmosquitto takes; for anything else it ends the connection.
    static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
        if bytes.allSatisfy({ (0x20...0x7E).contains($0) }) { return true }
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        while true {
            switch decoder.decode(&iterator) {
            case .emptyInput: return true
            case .error: return false
            case .scalarValue(let scalar):
                switch scalar.value {
                case 0...0x1F, 0x7F...0x9F, 0xFDD0...0xFDEF: return false
                default: if scalar.value & 0xFFFE == 0xFFFE { return false }
                }
            }
        }
    }

    /// A part of it as a reader of its own, which this one is past.
    mutating func part(of count: Int) throws(PacketViolation) -> PacketReader {
        try skip(count)
        return PacketReader(bytes, position - count..<position, of: type)
    }

    /// To be called where nothing may follow.
    func finish() throws(PacketViolation) {
        guard remaining == 0 else { throw violation(.length) }
    }
}
