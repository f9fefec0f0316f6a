import Testing

@testable import Pictures

@Suite struct MissingGlyphTests {
    private func glyph(_ scalar: UInt32, _ package: String = "fonts-noto-cjk-extra") -> MissingGlyph {
        MissingGlyph(scalar: scalar, package: package)
    }

    @Test func `a character is told of once, with the package that has it`() {
        var warnings = MissingGlyphWarnings()
        let line =
            "no font for 𰻞 (U+30EDE), a box with a number is drawn instead: install fonts-noto-cjk-extra, or set fonts"
        #expect(warnings.lines(for: [glyph(0x30EDE)]) == [line])
        #expect(warnings.lines(for: [glyph(0x30EDE)]) == [])
        let bare = warnings.lines(for: [glyph(0x10FFFD, "")])
        #expect(bare == ["no font for U+10FFFD, a box with a number is drawn instead: set fonts"])
    }

    @Test func `packages have a line each, and a line names few characters`() {
        var warnings = MissingGlyphWarnings()
        let many = (0..<20).map { glyph(0x4E00 + $0) } + [glyph(0x627, "fonts-noto-core")]
        let lines = warnings.lines(for: many)
        #expect(lines.count == 2 && lines[0].contains("一 (U+4E00)") && lines[0].contains("and 12 more"))
        #expect(lines[1].contains("ا (U+0627)"))
    }

    @Test func `what may not stand in a log is told of by its number`() {
        var warnings = MissingGlyphWarnings()
        for scalar: UInt32 in [0x0A, 0x202E, 0x2028, 0x301, 0xD800, 0x110000, 0x85] {
            let lines = warnings.lines(for: [glyph(scalar)])
            #expect(lines.first?.hasPrefix("no font for U+") == true)
        }
    }

    @Test func `the lines of a run are bounded, and the last one says so`() {
        var warnings = MissingGlyphWarnings()
        let lines = (0..<100).flatMap { warnings.lines(for: [glyph(0x4E00 + $0)]) }
        #expect(lines.count == 16 && lines.last?.hasSuffix("more such characters are not told of") == true)
    }
}
