import Drawing
import Testing

struct FontPackageTests {
    @Test(arguments: [
        ("世", "fonts-noto-cjk"), ("か", "fonts-noto-cjk"), ("서", "fonts-noto-cjk"), ("ㄅ", "fonts-noto-cjk"),
        ("、", "fonts-noto-cjk"), ("𠮷", "fonts-hanazono"), ("😀", "fonts-symbola"), ("🥭", "fonts-unifont"),
        ("ß", "fonts-noto-core"), ("ก", "fonts-noto-core"), ("𐎀", "fonts-noto-core"),
        ("\u{E000}", ""), ("\u{10FFFD}", ""),
    ])
    func `a character's package has it`(character: Character, package: String) throws {
        let scalar = try #require(character.unicodeScalars.first)
        #expect(FontPackage.name(for: scalar.value) == package)
    }
}
