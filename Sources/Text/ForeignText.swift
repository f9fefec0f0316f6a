/// Names, words and identifiers that others made, cleaned before a display, a response, a terminal or the journal gets
/// them.
///
/// Terminals obey control characters (C0, DEL, C1), which may clear a screen or set its title; bidirectional controls
/// reorder the text beside them; invisible characters make two different texts look alike.
package enum ForeignText {
    /// The text, fit for display.
    ///
    /// - Runs of white space, control characters and line separators become one space; leading and trailing ones go.
    /// - Invisible characters are dropped: bidirectional controls, zero-width and other default-ignorable ones, and
    ///   those that Unicode has not assigned. Joiners between visible characters stay, as do variation selectors behind
    ///   one and the tags of a flag.
    /// - Everything else stays, including characters that a display may have no glyph for.
    package static func cleaned(_ raw: String) -> String {
        guard !isClean(raw) else { return raw }
        var result = String.UnicodeScalarView()
        var needsSpace = false
        /// A joiner not yet appended: it is kept only if a visible character follows.
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

    /// The text as a name, fit for display; nil where no character of it is visible.
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

    /// The text for one line of a log or a terminal: line breaks become spaces, characters that steer a terminal or are
    /// invisible become escapes such as `\u{1B}`.
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

    /// True for a character that must not reach a log, a response or a terminal unescaped: a control, a line separator,
    /// or an invisible character that joins nothing.
    package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F: false
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
        default: Kind(scalar) == .nothing
        }
    }

    /// True for ordinary text that ``cleaned(_:)`` would leave unchanged; false where only the full pass can tell.
    private static func isClean(_ raw: String) -> Bool {
        // The start counts as if a space preceded it, so that a leading space is not clean.
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
    /// The treatment of a character in ``cleaned(_:)``.
    private enum Kind {
        case shown
        /// White space (Unicode's White_Space), controls, and characters that occupy a space's width and are empty.
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
