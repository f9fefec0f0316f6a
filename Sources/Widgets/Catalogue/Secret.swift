/// A password or key, which prints `•••` however it is printed.
package struct Secret: Sendable, Hashable {
    private let value: String

    /// Keeps `value`, of any length.
    package init(_ value: String) { self.value = value }

    /// The text itself, for the library that needs it and nothing else.
    package func reveal() -> String { value }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Three dots.
    package var description: String { "•••" }
    /// Three dots.
    package var debugDescription: String { "•••" }
    /// Without children, so that `dump` finds nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
