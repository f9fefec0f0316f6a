/// The script of a text, as far as it decides the setting.
package struct Script: Sendable, Equatable {
    private var han = 0
    private var kana = 0
    private var bopomofo = 0
    private var hangul = 0
    private var rightToLeft = 0
    private var other = 0

    /// Counts letters; digits, signs and spaces belong to no script.
    package init(of texts: some Sequence<String>) {
        for text in texts { for scalar in text.unicodeScalars { count(scalar) } }
    }

    package init(of text: String) { self.init(of: CollectionOfOne(text)) }

    /// True if most letters are set in columns in books: Chinese and Japanese ones.
    ///
    /// Korean verse is set in rows today.
    package var isVertical: Bool { han + kana + bopomofo > hangul + rightToLeft + other }

    /// True if most letters are written from the right.
    package var isRightToLeft: Bool { rightToLeft > han + kana + bopomofo + hangul + other }

    /// True if most letters are as wide as they are high.
    package var isFullWidth: Bool { han + kana + bopomofo + hangul > rightToLeft + other }

    /// The language whose forms the characters should have, on a panel in `panelLanguage`.
    package func language(onPanelIn panelLanguage: String) -> String {
        let panel = panelLanguage.prefix { $0 != "-" }
        if kana > 0 { return "ja" }
        if hangul > 0 { return "ko" }
        if bopomofo > 0 { return panel == "zh" ? panelLanguage : "zh-TW" }
        // Without kana it is hardly Japanese, but who reads Japanese is used to its forms.
        if han > 0 { return ["ja", "ko", "zh"].contains(panel) ? panelLanguage : "zh" }
        return panelLanguage
    }

    private mutating func count(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            han += 1
        case 0x3041...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F, 0x1AFF0...0x1B16F: kana += 1
        case 0x3105...0x312F, 0x31A0...0x31BF: bopomofo += 1
        case 0x1100...0x11FF, 0x3131...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: hangul += 1
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            rightToLeft += 1
        default: if scalar.properties.isAlphabetic { other += 1 }
        }
    }
}
