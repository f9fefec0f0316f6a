/// What an entry says, in the order in which it is written: from it come the compact JSON, the full JSON and the fields.
package struct Document: Sendable, Equatable {
    package var members: [Member]

    package init(_ members: [Member]) {
        self.members = members
    }

    /// One key, where it stands and with what value.
    package struct Member: Sendable, Equatable {
        package var key: String
        /// In the compact JSON; nil: it is not in it.
        package var compact: Value?
        /// In the full JSON; nil: it is not in it.
        package var full: Value?
        /// On a topic of its own; nil: it has none.
        package var field: Field?

        package init(_ key: String, compact: Value?, full: Value?, field: Field? = nil) {
            self.key = key
            self.compact = compact
            self.full = full
            self.field = field
        }

        /// In both JSONs with the same value, and on a topic of its own if it has a name for it.
        package init(_ key: String, _ value: Value, field: String? = nil) {
            self.init(key, compact: value, full: value, field: field.map { Field($0, value) })
        }
    }

    /// A value with a topic of its own.
    package struct Field: Sendable, Equatable {
        /// The last level of the topic, 1 to 16 of the letters a-z and `_`.
        package var name: String
        package var value: Value

        package init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// A value whose longest form is known, but for texts, which give way.
    package indirect enum Value: Sendable, Equatable {
        case null
        /// A whole number; `within` is what it is clamped to, and tells how long it may get.
        case integer(Int?, within: ClosedRange<Int>)
        /// A number in units of 10^−`digits`, written in its shortest form; `within` is in the same units.
        case decimal(Int?, digits: Int, within: ClosedRange<Int>)
        /// Unix seconds of whatever moment; at most ten digits.
        case seconds(Int?)
        case boolean(Bool)
        /// ASCII without `"`, `\` and control characters, never cut: a letter, a date, a name of a zone; `mostBytes`
        /// tells how long it may get.
        case code(String?, mostBytes: Int)
        /// Text as it came: its white space and control characters become single spaces when it is encoded, and it is
        /// cut where there is no room. What room there is goes to the texts by their weights first, and
        /// what some leave over then goes to the others in the order of the document.
        case text(String?, weight: Int)
        case list([Value])
    }
}
