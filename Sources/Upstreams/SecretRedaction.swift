import Widgets

extension Secret {
    /// A text with three dots wherever the secret stands in it, in whatever encoding: the one place that hides secrets
    /// in what others wrote.
    ///
    /// An upstream may quote the address or a form that it was sent. Letters count in either case; each byte may stand
    /// as itself, as `%2B` (percent-encoded as often as may be), as `+` for a space and the reverse, as `\u002b` or
    /// `\x2b`, or as an entity of HTML.
    func redacted(from text: String) -> String {
        let secret = Array(reveal().utf8)
        guard !secret.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var shown: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if let end = Self.end(of: secret[...], in: bytes, from: index) {
                shown += Array(description.utf8)
                index = end
            } else {
                shown.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: shown, as: UTF8.self)
    }

    /// The end of the secret that begins at an index; nil if none begins there.
    private static func end(of secret: ArraySlice<UInt8>, in text: [UInt8], from index: Int) -> Int? {
        var ends: Set<Int> = [index]
        for byte in secret {
            var next: Set<Int> = []
            for index in ends {
                for unit in EncodedByte.readings(of: text, at: index) where unit.stands(for: byte) {
                    next.insert(unit.end)
                }
            }
            if next.isEmpty { return nil }
            ends = next
        }
        return ends.max()
    }
}

/// A byte as it may be written in a text, and where the text goes on.
private struct EncodedByte {
    var value: UInt8
    var end: Int

    func stands(for byte: UInt8) -> Bool {
        if value.lowercased == byte.lowercased { return true }
        // In a form a plus stands for a space, and who decodes an address as a form reads one for the other.
        let plus = UInt8(ascii: "+")
        let space = UInt8(ascii: " ")
        return (value == plus && byte == space) || (value == space && byte == plus)
    }

    /// The most digits that an entity of HTML is read with.
    private static var mostDigits: Int { 8 }

    /// All that may be meant at an index: the byte itself, and what it begins.
    static func readings(of text: [UInt8], at index: Int) -> [EncodedByte] {
        guard index < text.count else { return [] }
        var readings = [EncodedByte(value: text[index], end: index + 1)]
        switch text[index] {
        case UInt8(ascii: "%"):
            var start = index + 1
            while start + 1 < text.count, text[start] == UInt8(ascii: "2"), text[start + 1] == UInt8(ascii: "5") {
                if let value = hexadecimal(text, start, count: 2) {
                    readings.append(.init(value: value, end: start + 2))
                }
                start += 2
            }
            if let value = hexadecimal(text, start, count: 2) { readings.append(.init(value: value, end: start + 2)) }
        case UInt8(ascii: "\\"):
            guard index + 1 < text.count else { break }
            switch text[index + 1] {
            case UInt8(ascii: "x"):
                if let value = hexadecimal(text, index + 2, count: 2) {
                    readings.append(.init(value: value, end: index + 4))
                }
            case UInt8(ascii: "u"):
                if let value = hexadecimal(text, index + 2, count: 4) {
                    readings.append(.init(value: value, end: index + 6))
                }
            case let escaped: readings.append(.init(value: escaped, end: index + 2))
            }
        case UInt8(ascii: "&"):
            if let entity = entity(text, index) { readings.append(entity) }
        default: break
        }
        return readings
    }

    /// Nil where there are fewer digits, or for more than a byte.
    private static func hexadecimal(_ text: [UInt8], _ start: Int, count: Int) -> UInt8? {
        guard start + count <= text.count else { return nil }
        let digits = text[start..<start + count]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private static func entity(_ text: [UInt8], _ start: Int) -> EncodedByte? {
        let rest = text[(start + 1)...].prefix(mostDigits + 2)
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: rest[..<end], as: UTF8.self).lowercased()
        let named: [String: UInt8] = [
            "amp": UInt8(ascii: "&"), "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "quot": UInt8(ascii: "\""),
            "apos": UInt8(ascii: "'"), "plus": UInt8(ascii: "+"), "nbsp": UInt8(ascii: " "),
        ]
        let value =
            named[name] ?? (name.hasPrefix("#x") ? UInt8(name.dropFirst(2), radix: 16) : nil)
            ?? (name.hasPrefix("#") ? UInt8(name.dropFirst()) : nil)
        return value.map { EncodedByte(value: $0, end: end + 1) }
    }
}

extension UInt8 {
    fileprivate var lowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 0x20 : self
    }
}
