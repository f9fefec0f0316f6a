/// A text, made fit for a display once and cut as often as needed.
///
/// - Runs of white space, control characters (C0, DEL, C1) and line separators become one space; none is left at
///   either end.
/// - Bidirectional embeddings, overrides and isolates (U+202A–U+202E, U+2066–U+2069), which would reorder what
///   stands beside the text, are dropped; so is U+FEFF, which some decoders of JSON take for a byte order mark.
/// - All else stays as it came, also what a display may lack glyphs for.
package struct DisplayText: Sendable, Hashable {
    /// The text as payloads carry it, uncut.
    package let text: String
    /// ``text`` in UTF-8.
    let bytes: [UInt8]
    /// ``bytes`` as the inside of a JSON string: `"` and `\` have a `\` before them.
    let escapedBytes: [UInt8]
    private struct Cut: Sendable {
        var byteCount: Int
        var escapedByteCount: Int
    }

    package init(_ raw: String) {
        text = Self.isClean(raw) ? raw : Self.cleaned(raw)
        bytes = Array(text.utf8)
        if bytes.contains(where: Self.isEscaped) {
            var escaped: [UInt8] = []
            for byte in bytes {
                if Self.isEscaped(byte) { escaped.append(UInt8(ascii: "\\")) }
                escaped.append(byte)
            }
            escapedBytes = escaped
        } else {
            escapedBytes = bytes
        }
    }

    /// The longest cut of the text that has at most `limit` bytes of UTF-8.
    func prefix(ofBytes limit: Int) -> ArraySlice<UInt8> {
        guard bytes.count > limit else { return bytes[...] }
        return bytes[..<lastCut { $0.byteCount <= limit }.byteCount]
    }

    /// The longest cut of the text that has at most `limit` bytes inside a JSON string.
    func prefix(ofEscapedBytes limit: Int) -> ArraySlice<UInt8> {
        guard escapedBytes.count > limit else { return escapedBytes[...] }
        return escapedBytes[..<lastCut { $0.escapedByteCount <= limit }.escapedByteCount]
    }

    /// Whether both have the same bytes; canonically equivalent texts may differ.
    package static func == (left: DisplayText, right: DisplayText) -> Bool { left.bytes == right.bytes }

    /// Hashes the bytes.
    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension DisplayText {
    private static func isEscaped(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") }

    /// White space (Unicode's White_Space) and control characters.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x20, 0x7F...0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    /// Whether ``cleaned(_:)`` would change nothing.
    private static func isClean(_ raw: String) -> Bool {
        // As if a space came before: one at the start is not clean.
        var afterSpace = true
        for scalar in raw.unicodeScalars {
            let isSpace = scalar == " "
            if isSpace ? afterSpace : isBlank(scalar) || isDropped(scalar) { return false }
            afterSpace = isSpace
        }
        return !afterSpace || raw.isEmpty
    }

    private static func cleaned(_ raw: String) -> String {
        var result = String.UnicodeScalarView()
        var needsSpace = false
        for scalar in raw.unicodeScalars where !isDropped(scalar) {
            if isBlank(scalar) {
                needsSpace = !result.isEmpty
                continue
            }
            if needsSpace { result.append(" ") }
            needsSpace = false
            result.append(scalar)
        }
        return String(result)
    }

    /// The last of the places where the text may be cut, which are after each grapheme that is not a space, up to
    /// which all fit.
    ///
    /// None is kept: few texts are ever cut, and finding the graphemes takes longer than all else.
    private func lastCut(where fits: (Cut) -> Bool) -> Cut {
        var end = Cut(byteCount: 0, escapedByteCount: 0)
        var last = end
        for character in text {
            for byte in character.utf8 {
                end.byteCount += 1
                end.escapedByteCount += Self.isEscaped(byte) ? 2 : 1
            }
            guard fits(end) else { break }
            if character != " " { last = end }
        }
        return last
    }
}
