/// A character that looks like another one, as word processors and web pages write it.
struct StrangeCharacter {
    /// Such as `a no-break space (U+00A0)`.
    let words: String
    let remedy: String
    /// In the text, which is not empty.
    private let index: String.UnicodeScalarView.Index

    /// The first one in a text; nil for none.
    init?(in text: String) {
        let scalars = text.unicodeScalars
        guard let index = scalars.firstIndex(where: { Self.isSpace($0) || Self.quotationMarks.contains($0) }) else {
            return nil
        }
        self.index = index
        if Self.isSpace(scalars[index]) {
            words = Self.name(ofSpace: scalars[index])
            remedy = "write a plain space instead"
        } else {
            let marks = scalars.filter(Self.quotationMarks.contains).map { String($0) }
            words = (marks.count == 1 ? "the quotation mark " : "the quotation marks ") + marks.joined(separator: " ")
            remedy = "write \" instead"
        }
    }

    /// `begins with a no-break space (U+00A0)`: where in the text it is.
    func placed(in text: String) -> String {
        let scalars = text.unicodeScalars
        if index == scalars.startIndex { return "begins with " + words }
        return (scalars.index(after: index) == scalars.endIndex ? "ends with " : "holds ") + words
    }

    private static let quotationMarks: [Unicode.Scalar] = [
        "\u{2018}", "\u{2019}", "\u{201A}", "\u{201C}", "\u{201D}", "\u{201E}", "\u{00AB}", "\u{00BB}", "\u{FF02}",
    ]

    /// True for a character that looks like a space or is invisible, and is no space in YAML.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ": false
        case "\u{200B}", "\u{2060}", "\u{FEFF}": true
        default: scalar.properties.generalCategory == .spaceSeparator
        }
    }

    private static func name(ofSpace scalar: Unicode.Scalar) -> String {
        let name =
            switch scalar {
            case "\u{00A0}": "a no-break space"
            case "\u{3000}": "an ideographic space"
            case "\u{200B}": "a space of no width"
            default: "a space that is none to YAML"
            }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\(name) (U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ")"
    }
}
