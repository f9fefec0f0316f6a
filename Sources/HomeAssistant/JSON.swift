import Payloads

/// A value of a JSON document; the members of an object keep the order in which they are given.
package indirect enum JSON: Sendable, Equatable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A number in units of 10^−`digits`, written in decimal notation.
    case number(Int, digits: Int)
    /// A string; control characters become spaces.
    case text(String)
    /// An array.
    case array([JSON])
    /// An object; its keys must be unique.
    case object([Member])
    /// Bytes that are JSON already, inserted unchanged.
    case written([UInt8])

    /// A key with its value.
    package struct Member: Sendable, Equatable {
        /// The member's name.
        package var key: String
        /// The member's value.
        package var value: JSON

        package init(_ key: String, _ value: JSON) {
            self.key = key
            self.value = value
        }
    }

    static func integer(_ value: Int) -> JSON { .number(value, digits: 0) }

    /// The document in UTF-8.
    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 1024)
        write(to: &writer)
        return writer.finish()
    }

    func write(to writer: inout ByteWriter) {
        switch self {
        case .null: writer.append("null")
        case .boolean(let flag): writer.append(flag ? "true" : "false")
        case .number(let value, let digits): writer.append(decimal: value, digits: digits)
        case .text(let text): writer.append(quoted: DisplayText(text))
        case .written(let bytes): writer.append(bytes[...])
        case .array(let values):
            var separator = "["
            for value in values {
                writer.append(separator)
                value.write(to: &writer)
                separator = ","
            }
            writer.append(values.isEmpty ? "[]" : "]")
        case .object(let members):
            var separator = "{"
            for member in members {
                writer.append(separator)
                writer.append(quoted: DisplayText(member.key))
                writer.append(":")
                member.value.write(to: &writer)
                separator = ","
            }
            writer.append(members.isEmpty ? "{}" : "}")
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
}

extension JSON: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member($0, $1) })
    }
}
