/// Which of Debian's packages have fonts for what is missing.
///
/// Found by asking the fonts of Debian 12 which characters they have (`fc-query`): fonts-noto-extra has no character that
/// fonts-noto-core lacks, and the colours of fonts-noto-color-emoji leave but stains on displays with two.
package enum FontPackage {
    /// The package that has a character, as far as we know; empty for characters of private use, of which everybody has
    /// others.
    package static func name(for scalar: UInt32) -> String {
        switch scalar {
        case 0x1100...0x11FF, 0xA960...0xA97F, 0xAC00...0xD7FF: cjk  // Hangul
        case 0x2E80...0x2FFF, 0x3400...0x9FFF, 0xF900...0xFAFF: cjk  // Han
        case 0x3000...0x33FF, 0xFE30...0xFE4F, 0xFF00...0xFFEF: cjk  // Kana, Bopomofo, their punctuation, widths
        case 0x1B000...0x1B16F, 0x20000...0x3FFFF: "fonts-hanazono"  // Rare Han and kana
        case 0x1F300...0x1F6FF: "fonts-symbola"
        case 0x1F900...0x1F9FF, 0x1FA70...0x1FAFF: "fonts-unifont"
        case 0xE000...0xF8FF, 0xF0000...0x10FFFF: ""
        default: "fonts-noto-core"
        }
    }

    private static let cjk = "fonts-noto-cjk"
}
