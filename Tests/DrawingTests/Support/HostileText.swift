import TestSupport

/// Texts that are hard to draw, the same for the same numbers.
enum HostileText {
    private static let alphabets: [[String]] = [
        ["世", "田", "谷", "区", "鬱", "龘", "々", "ヶ", "ー", "っ", "。", "「", "」"],
        ["a", "W", "i", "j", "f", "Q", "Ä", "É", "ß", "-", " ", ".", "\"", "\\"],
        ["서", "울", "특", "별", "시", "뷁"],
        ["ا", "ل", "ع", "ر", "ب", "ي", "ة", " ", "ﷺ", "﷽"],
        ["ירושלים", "א", "ב", "־", "1", "2"],
        ["ก", "รุ", "ง", "เ", "ท", "พ", "ที่", "ปั้", "ญู"],
        ["क", "्", "ष", "ि", "त्र", "ँ", "ௐ", "བྷྲ"],
        ["👨‍👩‍👧‍👦", "🏳️‍🌈", "🇯🇵", "🌧", "☔️", "👍🏽", "😀"],
        [
            "Z\u{0300}\u{0301}\u{0302}\u{0303}\u{0304}\u{0330}\u{0331}", "a\u{20DD}", "\u{0489}", "o\u{0336}\u{035F}",
            "e",
        ],
        ["\n", "\r", "\t", "\u{0}", "\u{7F}", "\u{85}", "\u{2028}", "\u{202E}", "\u{2066}", "\u{FEFF}", "x"],
        [
            "\u{200B}", "\u{200D}", "\u{AD}", "\u{FFFC}", "\u{FFFD}", "\u{E000}", "\u{10FFFF}", "\u{378}", "\u{3000}",
            "y",
        ],
        ["—", "…", "⸻", "𒐫", "꧅", "𝕬", "〄", "\u{A0}", "㌖"],
    ]

    /// 0…200 characters of one script or of several.
    static func make(with random: inout SeededGenerator) -> String {
        let counts = [0...0, 1...3, 4...12, 13...60, 61...200]
        let count = Int.random(in: counts[random.below(counts.count)], using: &random)
        let own = alphabets[random.below(alphabets.count)]
        let isMixed = random.below(3) == 0
        return (0..<count).map { _ in
            let alphabet = isMixed ? alphabets[random.below(alphabets.count)] : own
            return alphabet[random.below(alphabet.count)]
        }.joined()
    }
}
