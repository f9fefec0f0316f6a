import Text

/// A value of a JSON document; the members of an object keep the order in which they are given.
package indirect enum JSONValue: Sendable, Equatable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A number in units of 10^−`digits`, written in decimal notation.
    case number(Int, digits: Int)
    /// A string as it is.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; its keys must be unique.
    case object([Member])
    /// Bytes that are JSON already, inserted unchanged.
    case written([UInt8])

    /// A key with its value.
    package struct Member: Sendable, Equatable {
        /// The member's name.
        package var key: String
        /// The member's value.
        package var value: JSONValue

        package init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// A string made safe for displays (``ForeignText/cleaned(_:)``): control characters become spaces.
    package static func text(_ raw: String) -> JSONValue { .string(ForeignText.cleaned(raw)) }

    /// The document in UTF-8.
    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 1024)
        writer.append(self)
        return writer.finish()
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int) { self = .number(value, digits: 0) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0, $1) })
    }
}
