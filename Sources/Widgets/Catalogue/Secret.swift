/// A password or key that prints as `•••`.
package struct Secret: Sendable, Hashable {
    private let value: String

    /// Takes a text of any length.
    package init(_ value: String) { self.value = value }

    /// The text itself, for the library that needs it and nothing else.
    package func reveal() -> String { value }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Three dots.
    package var description: String { "•••" }
    /// Three dots.
    package var debugDescription: String { "•••" }
    /// No children, so that `dump` finds nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
