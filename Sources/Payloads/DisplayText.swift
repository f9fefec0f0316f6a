import Text

/// A text cleaned for displays (``ForeignText/cleaned(_:)``), from which cuts of any length can be taken.
package struct DisplayText: Sendable, Hashable {
    /// The text as payloads carry it, uncut.
    package let text: String
    /// ``text`` in UTF-8.
    let bytes: [UInt8]
    /// ``bytes`` as the inside of a JSON string: `"` and `\` are escaped with a `\`.
    let escapedBytes: [UInt8]
    private struct Cut: Sendable {
        var byteCount: Int
        var escapedByteCount: Int
    }

    package init(_ raw: String) {
        text = ForeignText.cleaned(raw)
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

    /// Equality of the bytes; canonically equivalent texts may differ.
    package static func == (left: DisplayText, right: DisplayText) -> Bool { left.bytes == right.bytes }

    /// Hashes the bytes.
    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension DisplayText {
    private static func isEscaped(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") }

    /// The last place at which the text may be cut and `fits` still holds.
    ///
    /// A text may be cut after each grapheme that is not a space.
    ///
    /// No list of graphemes is stored: few texts are ever cut, and finding graphemes is the slowest step.
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
