import Text

extension VerticalLine {
    static func isSpace(_ text: String) -> Bool { text == " " || text == "　" }
    /// The blank below a stop or a closing bracket, in em; Taiwan's and Hong Kong's stops are centred.
    static func hang(_ text: String, language: String) -> Double {
        if "、。，．".contains(substring: text) { return ["zh-TW", "zh-HK", "zh-MO"].contains(language) ? 0.3 : 0.62 }
        return "」』）】〉》〕］｝".contains(substring: text) ? 0.5 : 0
    }
    static func closes(_ text: String) -> Bool { "」』）】〉》〕］｝！？⁉‼⁇⁈…".contains(substring: text) }
    static func opens(_ text: String) -> Bool { "「『（【〈《〔［｛".contains(substring: text) }

    /// The units of a line: characters of rows are replaced by those of columns.
    static func units(of line: String, language: String) -> [Unit] {
        let characters = Array(line)
        var units: [Unit] = []
        var index = 0
        while index < characters.count {
            let end = index + characters[index...].prefix(while: isNarrow).count
            if end > index {
                units += narrowUnits(Array(characters[index..<end]), isAlone: isAlone(index..<end, in: characters))
                index = end
            } else {
                units.append(Unit(text: columnForm(at: index, of: characters, language)))
                index += 1
            }
        }
        return joined(units)
    }

    /// A letter or digit that stands upright with one as wide as a Chinese character beside it.
    private static func isNarrow(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber)
    }

    /// True if no other word or number is adjacent.
    private static func isAlone(_ range: Range<Int>, in characters: [Character]) -> Bool {
        func isForeign(_ character: Character?) -> Bool {
            guard let character, let scalar = character.unicodeScalars.first else { return false }
            return scalar.value < 0x2E80 && !"!?…—―‘’“”·".contains(character)
        }
        let before = characters[..<range.lowerBound].last { $0 != " " }
        let after = characters[range.upperBound...].first { $0 != " " }
        return !isForeign(before) && !isForeign(after)
    }

    /// One letter or digit stands upright, two digits side by side; what is longer lies on its side.
    private static func narrowUnits(_ run: [Character], isAlone: Bool) -> [Unit] {
        if isAlone, run.count == 1, let wide = fullWidth(run[0]) { return [Unit(text: wide)] }
        if isAlone, run.count == 2, run.allSatisfy(\.isNumber) { return [Unit(text: String(run), isRow: true)] }
        return run.map { Unit(text: String($0)) }
    }

    private static func fullWidth(_ character: Character) -> String? {
        guard let ascii = character.asciiValue, ascii > 0x20, ascii < 0x7F else { return nil }
        return Unicode.Scalar(UInt32(ascii) + 0xFEE0).map { String(Character($0)) }
    }

    /// Signs that have other forms in columns take them where Chinese or Japanese stands beside them.
    private static func columnForm(at index: Int, of characters: [Character], _ language: String) -> String {
        let character = characters[index]
        let before = characters[..<index].last { !"!?".contains($0) }
        let after = index + 1 < characters.count ? characters[index + 1] : nil
        let isBeside = isWide(before) || isWide(after)
        switch character {
        case " " where isWide(before) && isWide(after): return "　"
        case "!", "?", ":", ";", "(", ")", ",": return isBeside ? fullWidth(character) ?? "" : String(character)
        // GB/T 15834 has brackets for quotation marks in columns, and Japanese has marks of their own for them.
        case "“" where isBeside: return language == "ja" ? "〝" : "『"
        case "”" where isBeside: return language == "ja" ? "〟" : "』"
        case "‘" where isWide(after): return "「"
        case "’" where isWide(before) && characters[..<index].contains("‘"): return "」"
        default: return String(character)
        }
    }

    private static func isWide(_ character: Character?) -> Bool {
        guard let scalar = character?.unicodeScalars.first else { return false }
        return (0x2E80...0xFFDC).contains(scalar.value) || (0x1B000...0x1B16F).contains(scalar.value)
            || (0x20000...0x3FFFF).contains(scalar.value)
    }

    /// Two exclamation or question marks share a place.
    private static func joined(_ units: [Unit]) -> [Unit] {
        let pairs = ["！！": "‼", "！？": "⁉", "？！": "⁈", "？？": "⁇"]
        var result: [Unit] = []
        for unit in units {
            if let last = result.last, let pair = pairs[last.text + unit.text] {
                result[result.count - 1].text = pair
            } else {
                result.append(unit)
            }
        }
        return result
    }
}
