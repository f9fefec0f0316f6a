/// Writes an encoded value down.
struct JSONWriter {
    private let isSlashEscaped: Bool
    private(set) var bytes: [UInt8] = []

    init(isSlashEscaped: Bool) { self.isSlashEscaped = isSlashEscaped }

    mutating func write(_ value: JSONEncoded) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let bool): bytes += (bool ? "true" : "false").utf8
        case .number(let number): bytes += number.utf8
        case .text(let text): write(text)
        case .list(let list):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in list.elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(element)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            let members = object.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(member.key)
                bytes.append(UInt8(ascii: ":"))
                write(member.value)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "/") where isSlashEscaped: bytes += [UInt8(ascii: "\\"), byte]
            case 0x08: bytes += "\\b".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0C: bytes += "\\f".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0..<0x20: bytes += ("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
