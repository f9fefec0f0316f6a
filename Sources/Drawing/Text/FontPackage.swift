/// The Debian packages with fonts for missing characters.
///
/// Found by asking the fonts of Debian 12 for their characters (`fc-query`): fonts-noto-extra has no character that
/// fonts-noto-core lacks, and the colours of fonts-noto-color-emoji become stains on two-colour displays.
package enum FontPackage {
    /// The package whose fonts have a character; empty if none is known, and for private-use characters, which have no
    /// fixed meaning.
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
