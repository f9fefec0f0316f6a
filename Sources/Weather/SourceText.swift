/// Words of an upstream's own, and the language that they are in.
package struct SourceText: Sendable, Hashable, Codable {
    /// The most characters of ``text``.
    package static let mostCharacters = 40

    /// One line; never empty.
    package let text: String
    /// ISO 639 with an optional region, such as `zh` or `pt-BR`.
    package let language: String

    /// Without white space at its ends; nil where nothing is left, for control and format characters, and for more than
    /// ``mostCharacters``.
    package init?(_ raw: String?, language: String) {
        guard let raw, raw.utf8.count <= 1024 else { return nil }
        let start = raw.drop(while: \.isWhitespace)
        let text = String(start.prefix(start.count - start.reversed().prefix(while: \.isWhitespace).count))
        guard (1...Self.mostCharacters).contains(text.count), text.unicodeScalars.allSatisfy(Self.isShown) else {
            return nil
        }
        self.text = text
        self.language = language
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
