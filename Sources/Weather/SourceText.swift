/// A phrase in an upstream's own words, with its language.
package struct SourceText: Sendable, Hashable, Codable {
    /// The most characters of ``text``.
    package static let mostCharacters = 40

    /// One line, 1…40 characters.
    package let text: String
    /// The language in ISO 639 with an optional region, such as `zh` or `pt-BR`.
    package let language: String

    /// Trims white space; nil for an empty text, for control and format characters, and for more than
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
