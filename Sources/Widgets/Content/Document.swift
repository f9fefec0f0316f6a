/// The content of an entry as keys and values in order, from which the compact JSON, the full JSON and the fields are
/// made.
package struct Document: Sendable, Equatable {
    /// The members, in the order in which they are written.
    package var members: [Member]

    package init(_ members: [Member]) {
        self.members = members
    }

    /// A key with its value in each encoding.
    package struct Member: Sendable, Equatable {
        /// The key in both JSONs.
        package var key: String
        /// The value in the compact JSON; nil if it is not in it.
        package var compact: Value?
        /// The value in the full JSON; nil if it is not in it.
        package var full: Value?
        /// The value on a topic of its own; nil if it has none.
        package var field: Field?

        package init(_ key: String, compact: Value?, full: Value?, field: Field? = nil) {
            self.key = key
            self.compact = compact
            self.full = full
            self.field = field
        }

        /// A member with the same value in both JSONs and, if `field` is given, on a topic of that name.
        package init(_ key: String, _ value: Value, field: String? = nil) {
            self.init(key, compact: value, full: value, field: field.map { Field($0, value) })
        }
    }

    /// A value with a topic of its own.
    package struct Field: Sendable, Equatable {
        /// The last level of the topic, 1 to 16 of the letters a-z and `_`.
        package var name: String
        /// The value.
        package var value: Value

        package init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// A value whose longest form is known, except for texts, which are cut to fit.
    package indirect enum Value: Sendable, Equatable {
        /// `null`.
        case null
        /// A whole number, clamped to `within`, which gives its longest form.
        case integer(Int?, within: ClosedRange<Int>)
        /// A number in units of 10^−`digits`, written in its shortest form; `within` is in the same units.
        case decimal(Int?, digits: Int, within: ClosedRange<Int>)
        /// Unix seconds of any moment; at most ten digits.
        case seconds(Int?)
        /// `true` or `false`.
        case boolean(Bool)
        /// ASCII without `"`, `\` and control characters, never cut: a letter, a date, a zone's name.
        ///
        /// It has at most `mostBytes`.
        case code(String?, mostBytes: Int)
        /// Text as received; white space and control characters become single spaces, and it is cut to fit.
        ///
        /// Texts share the free bytes by weight; the remainder of short ones goes to the others in the document's
        /// order.
        case text(String?, weight: Int)
        /// An array.
        case list([Value])
    }
}
