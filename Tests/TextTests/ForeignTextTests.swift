import TestSupport
import Testing

@testable import Text

@Suite struct ForeignTextTests {
    @Test(arguments: [
        ("世田谷区", "世田谷区"), ("", ""), (" \t\n ", ""),
        ("\u{1B}[2J\u{1B}]0;x\u{7}", "[2J ]0;x"), ("a\u{0}b\u{202E}", "a b"), ("\u{9B}31mred", "31mred"),
        ("a\u{200B}b\u{2060}c\u{AD}d\u{FEFF}", "abcd"), ("\u{200E}x\u{200F}\u{61C}", "x"),
        ("\u{2066}x\u{2069}\u{2028}y", "x y"), ("\u{3164}\u{2800}", ""),
        ("\u{200D}a\u{200D} \u{200D}b\u{200D}", "a b"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
        ("👨‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ❤\u{FE0F}", "👨‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ❤\u{FE0F}"), ("a\u{E0041}b", "ab"), ("e\u{301}", "e\u{301}"),
    ])
    func `a text is made fit to be shown`(raw: String, expected: String) {
        #expect(Array(ForeignText.cleaned(raw).utf8) == Array(expected.utf8))
    }

    @Test(arguments: [
        "", " ", "\u{200B}", "\u{200D}\u{200D}", "\u{202E}\u{1B}", "\u{3164}", "\u{FE0F}", "\u{301}", "\u{E0041}",
    ])
    func `what cannot be seen is no name`(raw: String) { #expect(ForeignText.name(raw) == nil) }

    @Test(arguments: [0xFFFE, 0xFFFF, 0xFDD0, 0x10FFFF, 0x378, 0xE0FFF] as [UInt32])
    func `what is no character of Unicode is dropped`(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(ForeignText.cleaned("a\(scalar)b") == "ab")
        #expect(ForeignText.isHarmful(scalar))
    }

    @Test func `in a log controls are told and not obeyed`() {
        #expect(ForeignText.escaped("a\u{1B}[2J\r\nb\u{9B}\u{202E}\u{7F}字") == #"a\u{1B}[2J b\u{9B}\u{202E}\u{7F}字"#)
        #expect(ForeignText.escaped("日本 👨‍👩‍👧‍👦 “x”") == "日本 👨‍👩‍👧‍👦 “x”")
    }

    /// Texts that mix all kinds of characters, harmful ones often.
    private static func text(_ random: inout SeededGenerator) -> String {
        let harmful: [ClosedRange<UInt32>] = [
            0...0x20, 0x7F...0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFFF0...0xFFFF,
            0xE0000...0xE01EF, 0xFDD0...0xFDEF, 0x10FFF0...0x10FFFF, 0x1F3F4...0x1F3F4,
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...24, using: &random) {
            let range =
                Bool.random(using: &random)
                ? 0x21...0x10FFFF : harmful[Int.random(in: 0..<harmful.count, using: &random)]
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { text.append(scalar) }
        }
        return String(text)
    }

    @Test func `nothing harmful is left, and cleaning twice is cleaning once`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            let raw = Self.text(&random)
            let clean = ForeignText.cleaned(raw)
            #expect(!clean.unicodeScalars.contains(where: ForeignText.isHarmful), "\(raw.debugDescription)")
            #expect(Array(ForeignText.cleaned(clean).utf8) == Array(clean.utf8), "\(raw.debugDescription)")
            #expect(clean.first != " " && clean.last != " ")
            let line = ForeignText.escaped(raw)
            #expect(!line.unicodeScalars.contains(where: ForeignText.isHarmful), "\(raw.debugDescription)")
        }
    }
}
