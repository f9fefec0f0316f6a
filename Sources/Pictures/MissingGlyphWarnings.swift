/// Log lines for characters that no installed font has, one line per package and each character once.
///
/// It remembers a bounded number of characters and gives a bounded number of lines.
package struct MissingGlyphWarnings: Sendable {
    /// The most lines, and the most characters that a line names.
    private static let mostLines = 16
    private static let mostNamed = 8
    private static let mostRemembered = 1024

    private var told: Set<UInt32> = []
    private var lines = 0

    package init() {}

    /// Lines for the characters that were not reported before, one for each package that would help.
    package mutating func lines(for missing: [MissingGlyph]) -> [String] {
        let new = missing.filter { !told.contains($0.scalar) }
        guard !new.isEmpty, lines < Self.mostLines, told.count < Self.mostRemembered else { return [] }
        told.formUnion(new.map(\.scalar))
        let byPackage = Dictionary(grouping: new, by: \.package).sorted { $0.key < $1.key }
        return byPackage.prefix(Self.mostLines - lines).map { package, glyphs in
            lines += 1
            let others = glyphs.count > Self.mostNamed ? " and \(glyphs.count - Self.mostNamed) more" : ""
            let names = glyphs.prefix(Self.mostNamed).map(\.name).joined(separator: ", ") + others
            let end = lines == Self.mostLines ? "; more such characters are not told of" : ""
            let remedy = package.isEmpty ? "" : "install \(package), or "
            return "no font for \(names), a box with a number is drawn instead: \(remedy)set fonts\(end)"
        }
    }
}

extension MissingGlyph {
    /// The character and its number: `𰻞 (U+30EDE)`.
    fileprivate var name: String {
        let digits = String(scalar, radix: 16, uppercase: true)
        let number = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        guard let scalar = Unicode.Scalar(scalar), scalar.isShown else { return number }
        return "\(Character(scalar)) (\(number))"
    }
}

extension Unicode.Scalar {
    /// True if the character is safe in a line of the log: it does not break, reverse or combine with its surroundings.
    fileprivate var isShown: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator,
            .spaceSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
            false
        default: true
        }
    }
}
