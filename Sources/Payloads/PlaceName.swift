/// A place's name, made fit for a display once and cut as often as needed.
///
/// - Runs of white space, control characters (C0, DEL, C1) and line separators become one space; none is left at
///   either end.
/// - Bidirectional embeddings, overrides and isolates (U+202A–U+202E, U+2066–U+2069), which would reorder what
///   stands beside the name, are dropped; so is U+FEFF, which some decoders of JSON take for a byte order mark.
/// - All else stays as it came, also what a display may lack glyphs for.
package struct PlaceName: Sendable, Hashable {
    /// The name as payloads carry it, uncut.
    package let text: String
    /// ``text`` in UTF-8.
    let bytes: [UInt8]
    /// ``bytes`` as the inside of a JSON string: `"` and `\` have a `\` before them.
    let escapedBytes: [UInt8]
    private struct Cut: Sendable {
        var byteCount: Int
        var escapedByteCount: Int
    }

    package init(_ name: String) {
        text = Self.isClean(name) ? name : Self.cleaned(name)
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

    /// The longest cut of the name that has at most `limit` bytes of UTF-8.
    func prefix(ofBytes limit: Int) -> ArraySlice<UInt8> {
        guard bytes.count > limit else { return bytes[...] }
        return bytes[..<(cuts().last { $0.byteCount <= limit }?.byteCount ?? 0)]
    }

    /// The longest cut of the name that has at most `limit` bytes inside a JSON string.
    func prefix(ofEscapedBytes limit: Int) -> ArraySlice<UInt8> {
        guard escapedBytes.count > limit else { return escapedBytes[...] }
        return escapedBytes[..<(cuts().last { $0.escapedByteCount <= limit }?.escapedByteCount ?? 0)]
    }

    /// Whether both have the same bytes; canonically equivalent names may differ.
    package static func == (left: PlaceName, right: PlaceName) -> Bool { left.bytes == right.bytes }

    /// Hashes the bytes.
    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension PlaceName {
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
    private static func isClean(_ name: String) -> Bool {
        // As if a space came before: one at the start is not clean.
        var afterSpace = true
        for scalar in name.unicodeScalars {
            let isSpace = scalar == " "
            if isSpace ? afterSpace : isBlank(scalar) || isDropped(scalar) { return false }
            afterSpace = isSpace
        }
        return !afterSpace || name.isEmpty
    }

    private static func cleaned(_ name: String) -> String {
        var result = String.UnicodeScalarView()
        var needsSpace = false
        for scalar in name.unicodeScalars where !isDropped(scalar) {
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

    /// Where the name may be cut, ascending: after each grapheme that is not a space.
    ///
    /// Not kept: few names are ever cut, and finding the graphemes takes longer than all else.
    private func cuts() -> [Cut] {
        var cuts: [Cut] = []
        var end = Cut(byteCount: 0, escapedByteCount: 0)
        for character in text {
            for byte in character.utf8 {
                end.byteCount += 1
                end.escapedByteCount += Self.isEscaped(byte) ? 2 : 1
            }
            if character != " " { cuts.append(end) }
        }
        return cuts
    }
}
