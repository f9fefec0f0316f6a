/// Text from outside: the one door for names, words and identifiers that others made, before a display, an answer, a
/// terminal or the journal has them.
///
/// Terminals obey control characters (C0, DEL, C1), which may clear a screen or set its title; bidirectional controls
/// reorder what stands beside a text; invisible characters make two texts look alike.
package enum ForeignText {
    /// The text, fit to be shown.
    ///
    /// - Runs of white space, control characters and line separators become one space; none is left at either end.
    /// - Characters that show nothing are dropped: bidirectional controls, zero-width and other default-ignorable ones,
    ///   and those that Unicode has not assigned. Joiners between characters that show something stay, as do variation
    ///   selectors behind one and the tags of a flag.
    /// - All else stays as it came, also what a display may lack glyphs for.
    package static func cleaned(_ raw: String) -> String {
        guard !isClean(raw) else { return raw }
        var result = String.UnicodeScalarView()
        var needsSpace = false
        /// Kept once something that it can join comes behind it.
        var joiner: Unicode.Scalar?
        var isInTags = false
        for scalar in raw.unicodeScalars {
            switch Kind(scalar) {
            case .blank:
                needsSpace = !result.isEmpty
                (joiner, isInTags) = (nil, false)
            case .nothing: continue
            case .joiner: if !needsSpace, !result.isEmpty, joiner == nil { joiner = scalar }
            case .selector: if !needsSpace, joiner == nil, !result.isEmpty { result.append(scalar) }
            case .tag: if isInTags, !needsSpace, joiner == nil { result.append(scalar) }
            case .shown:
                if needsSpace { result.append(" ") }
                if let joiner { result.append(joiner) }
                (needsSpace, joiner) = (false, nil)
                isInTags = scalar == "\u{1F3F4}"
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// The text as a name, fit to be shown; nil where nothing of it can be seen.
    package static func name(_ raw: String) -> String? {
        let name = cleaned(raw)
        let isSeen = name.unicodeScalars.contains { scalar in
            guard scalar.value >= 0x300 else { return scalar != " " }
            return switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .spacingMark, .format: false
            default: !scalar.properties.isDefaultIgnorableCodePoint
            }
        }
        return isSeen ? name : nil
    }

    /// The text for a line of a log or a terminal: line breaks as spaces, and what would steer the terminal or cannot be
    /// seen as `\u{1B}`.
    package static func escaped(_ raw: String) -> String {
        guard raw.unicodeScalars.contains(where: isHarmful) else { return raw }
        var result = ""
        for character in raw {
            if character.isNewline {
                result += " "
                continue
            }
            for scalar in character.unicodeScalars {
                if isHarmful(scalar) {
                    result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }

    /// Whether a character is none that may stand in a log, an answer or a terminal as it is: a control, a line separator,
    /// or one that cannot be seen and joins nothing.
    package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F: false
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
        default: Kind(scalar) == .nothing
        }
    }

    /// Whether ``cleaned(_:)`` would change nothing, for what is ordinary; false where that takes a closer look.
    private static func isClean(_ raw: String) -> Bool {
        // As if a space came before: one at the start is not clean.
        var afterSpace = true
        for scalar in raw.unicodeScalars {
            let isSpace = scalar == " "
            if isSpace ? afterSpace : Kind(scalar) != .shown { return false }
            afterSpace = isSpace
        }
        return !afterSpace || raw.isEmpty
    }
}

extension ForeignText {
    /// What becomes of a character.
    private enum Kind {
        case shown
        /// White space (Unicode's White_Space), controls, and characters that are as wide as one and empty.
        case blank
        case nothing
        case joiner
        case selector
        case tag

        init(_ scalar: Unicode.Scalar) {
            self =
                switch scalar.value {
                case 0...0x20, 0x7F...0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x2800, 0x3000:
                    .blank
                case 0x21...0x7E, 0x3041...0x3096, 0x30A0...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: .shown
                case 0x200C, 0x200D: .joiner
                case 0x180B...0x180D, 0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: .selector
                case 0xE0020...0xE007F: .tag
                case 0xFFF9...0xFFFB: .nothing
                default:
                    scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .unassigned
                        ? .nothing : .shown
                }
        }
    }
}
