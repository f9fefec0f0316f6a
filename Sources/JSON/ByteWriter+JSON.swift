extension ByteWriter {
    /// A JSON string; a slash is escaped as `\/` where `isSlashEscaped` is true.
    package mutating func append(quoted text: String, isSlashEscaped: Bool = false) {
        append(byte: UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(escaped: byte)
            case UInt8(ascii: "/") where isSlashEscaped: append(escaped: byte)
            case 0x08: append("\\b")
            case 0x09: append("\\t")
            case 0x0A: append("\\n")
            case 0x0C: append("\\f")
            case 0x0D: append("\\r")
            case 0..<0x20: append("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
            default: append(byte: byte)
            }
        }
        append(byte: UInt8(ascii: "\""))
    }

    private mutating func append(escaped byte: UInt8) {
        append(byte: UInt8(ascii: "\\"))
        append(byte: byte)
    }

    /// A value in the order of its members.
    package mutating func append(_ value: JSONValue) {
        switch value {
        case .null: append("null")
        case .boolean(let flag): append(flag ? "true" : "false")
        case .number(let value, let digits): append(decimal: value, digits: digits)
        case .string(let text): append(quoted: text)
        case .written(let bytes): append(bytes[...])
        case .array(let values): append(arrayOf: values) { writer, value in writer.append(value) }
        case .object(let members):
            append(objectOf: members) { writer, member in
                writer.append(quoted: member.key)
                writer.append(byte: UInt8(ascii: ":"))
                writer.append(member.value)
            }
        }
    }

    /// An encoded value, the keys of its objects in the order of their bytes.
    mutating func append(_ value: JSONEncoded, isSlashEscaped: Bool) {
        switch value {
        case .null: append("null")
        case .bool(let flag): append(flag ? "true" : "false")
        case .number(let number): append(number)
        case .text(let text): append(quoted: text, isSlashEscaped: isSlashEscaped)
        case .list(let list):
            append(arrayOf: list.elements) { writer, value in
                writer.append(value, isSlashEscaped: isSlashEscaped)
            }
        case .object(let object):
            let members = object.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            append(objectOf: members) { writer, member in
                writer.append(quoted: member.key, isSlashEscaped: isSlashEscaped)
                writer.append(byte: UInt8(ascii: ":"))
                writer.append(member.value, isSlashEscaped: isSlashEscaped)
            }
        }
    }

    /// The members between braces, parted by commas.
    private mutating func append<Member>(objectOf members: [Member], _ write: (inout ByteWriter, Member) -> Void) {
        var separator = UInt8(ascii: "{")
        for member in members {
            append(byte: separator)
            write(&self, member)
            separator = UInt8(ascii: ",")
        }
        if members.isEmpty { append(byte: separator) }
        append(byte: UInt8(ascii: "}"))
    }
}
