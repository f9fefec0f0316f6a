import Weather

extension PositionCommand {
    /// The position in `35.6465,139.6297`.
    static func plain(_ text: Substring) throws(PositionError) -> ReportedPosition {
        let separator = text.utf8.firstIndex { $0 == UInt8(ascii: ",") } ?? text.utf8.firstIndex(where: \.isWhiteSpace)
        guard let separator else { throw .malformed("not two numbers with a comma between") }
        let rest = text[text.utf8.index(after: separator)...]
        guard let latitude = number(text[..<separator].trimmed, signs: "+-"),
            let longitude = number(rest.trimmed, signs: "+-")
        else { throw .malformed("not two numbers with a comma between") }
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw .outOfRange(id: nil)
        }
        return ReportedPosition(coordinate: coordinate)
    }

    /// The number in an optional sign, digits, and optionally a point and digits; too many digits give infinity.
    static func number(_ text: Substring, signs: String) -> Double? {
        var digits = text.utf8[...]
        if let first = digits.first, signs.utf8.contains(first) { digits = digits.dropFirst() }
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }) else { return nil }
        return Double(text)
    }
}

extension Substring {
    /// The text without ASCII white space at its ends.
    var trimmed: Substring {
        guard let first = utf8.firstIndex(where: { !$0.isWhiteSpace }),
            let last = utf8.lastIndex(where: { !$0.isWhiteSpace })
        else { return self[endIndex...] }
        return self[first..<utf8.index(after: last)]
    }
}

extension [UInt8] {
    /// The bytes without the byte order mark that some editors put before text in UTF-8.
    var withoutByteOrderMark: [UInt8] { starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self }
}

extension UInt8 {
    /// Space, tab, line feed, carriage return.
    fileprivate var isWhiteSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
    fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    var asciiLowercased: UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self }
}
