import CPango

extension Typesetter {
    /// The indices of the characters that may begin a line, by Unicode's line breaking (UAX #14) for the language,
    /// without the first.
    ///
    /// No line begins with 、。」ー or a small kana, none ends with 「, and words stay whole. `text` must be one line.
    /// Korean words stay whole, too, although the standard would break them anywhere.
    package func breaks(in text: String, language: String) -> Set<String.Index> {
        var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: text.unicodeScalars.count + 1)
        let count = Int32(attributes.count)
        // Safe: there is an attribute for each scalar and one for the end, which is what Pango writes.
        unsafe attributes.withUnsafeMutableBufferPointer { buffer in
            unsafe pango_get_log_attrs(
                text,
                Int32(text.utf8.count),
                -1,
                pango_language_from_string(language),
                buffer.baseAddress,
                count
            )
        }
        var result: Set<String.Index> = []
        var scalar = 0
        for index in text.indices {
            if scalar > 0, attributes[scalar].is_line_break != 0, !isWithinKoreanWord(index, of: text) {
                result.insert(index)
            }
            scalar += text[index].unicodeScalars.count
        }
        return result
    }

    private func isWithinKoreanWord(_ index: String.Index, of text: String) -> Bool {
        func isHangul(_ character: Character) -> Bool {
            character.unicodeScalars.first.map {
                (0x1100...0x11FF).contains($0.value) || (0xAC00...0xD7FF).contains($0.value)
            }
                ?? false
        }
        return isHangul(text[index]) && isHangul(text[text.index(before: index)])
    }

    /// The text in lines no wider than `width`, of about equal width.
    ///
    /// Nil for more than `most` lines, and if a word is wider than a line or, with `breaksWords`, not even one
    /// character fits.
    package func lines(
        _ text: String,
        _ style: TextStyle,
        width: Double,
        most: Int,
        breaksWords: Bool = false
    ) -> [String]? {
        let text = line(text)
        guard text.utf8.count <= 4 * Self.mostCharacters, let parts = parts(of: text, style, width: width, breaksWords),
            let greedy = Self.lines(of: parts, width: width, most: most)
        else { return nil }
        // The narrowest width that needs no further line: no last line of one word.
        var (narrow, wide) = (width / 2, width)
        var best = greedy
        while wide - narrow > 1, greedy.count > 1 {
            let middle = (narrow + wide) / 2
            if let lines = Self.lines(of: parts, width: middle, most: greedy.count) {
                (best, wide) = (lines, middle)
            } else {
                narrow = middle
            }
        }
        return best.allSatisfy { measure($0, style).extent(style.direction) <= width } ? best : nil
    }

    /// ``lines(_:_:width:most:breaksWords:)`` with words broken, and cut with … after `most` lines; empty if not even
    /// one character fits.
    package func cutLines(_ text: String, _ style: TextStyle, width: Double, most: Int) -> [String] {
        lines(text, style, width: width, most: most, breaksWords: true)
            ?? unfinishedLines(text, style, width: width, most: most)
    }

    /// The longest beginning of a line that is no wider than `width` with … behind it.
    package func unfinished(_ text: String, _ style: TextStyle, width: Double) -> String {
        unfinishedLines(text, style, width: width, most: 1).first ?? "…"
    }

    private func unfinishedLines(_ text: String, _ style: TextStyle, width: Double, most: Int) -> [String] {
        let text = line(text)
        // As many characters as fit, found by halves.
        var (low, high) = (0, min(text.count, Self.mostCharacters))
        var best: [String] = []
        while low < high {
            let middle = (low + high + 1) / 2
            if let lines = lines(Self.cut(text, to: middle), style, width: width, most: most, breaksWords: true) {
                (best, low) = (lines, middle)
            } else {
                high = middle - 1
            }
        }
        return best
    }

    /// More than any picture has room for.
    private static let mostCharacters = 4096

    /// The text's first characters with … behind the last one that is neither a space nor a stop, and not within a word
    /// that is not very long.
    private static func cut(_ text: String, to count: Int) -> String {
        var cut = text.prefix(count)
        let word = cut.suffix(18)
        if cut.endIndex < text.endIndex, text[cut.endIndex] != " ", let space = word.lastIndex(of: " ") {
            cut = cut[..<space]
        }
        while let last = cut.last, last.isWhitespace || ",.;:、。，；：".contains(last) { cut.removeLast() }
        return cut + "…"
    }

    /// An unbreakable part, and its width without and with the space behind it.
    private struct Part {
        var text: Substring
        var ink: Double
        var advance: Double
    }

    /// Nil where one is wider than a line.
    private func parts(of text: String, _ style: TextStyle, width: Double, _ breaksWords: Bool) -> [Part]? {
        let breaks = breaks(in: text, language: style.language)
        var parts: [Part] = []
        var start = text.startIndex
        for index in text.indices.dropFirst() + [text.endIndex] where index == text.endIndex || breaks.contains(index) {
            let part = part(text[start..<index], style)
            start = index
            guard part.ink > width else {
                parts.append(part)
                continue
            }
            guard breaksWords else { return nil }
            for index in part.text.indices {
                let character = self.part(part.text[index...index], style)
                guard character.ink <= width else { return nil }
                parts.append(character)
            }
        }
        return parts
    }

    private func part(_ text: Substring, _ style: TextStyle) -> Part {
        let bare = text.last == " " ? text.dropLast() : text
        let ink = bare.isEmpty ? 0 : measure(String(bare), style).extent(style.direction)
        // A space alone has no ink: its width is what it adds.
        let space =
            bare.count == text.count
            ? 0
            : measure("n n", style).extent(style.direction)
                - 2 * measure("n", style).extent(style.direction)
        return Part(text: text, ink: ink, advance: ink + max(0, space))
    }

    private static func lines(of parts: [Part], width: Double, most: Int) -> [String]? {
        var lines: [String] = []
        var line = ""
        var used = 0.0
        for part in parts {
            if !line.isEmpty, used + part.ink > width {
                lines.append(line)
                (line, used) = ("", 0)
                if lines.count >= most { return nil }
            }
            line += part.text
            used += part.advance
        }
        if !line.isEmpty { lines.append(line) }
        return lines.count > most ? nil : lines.map { $0.last == " " ? String($0.dropLast()) : $0 }
    }
}
