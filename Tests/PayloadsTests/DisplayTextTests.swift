import Testing

@testable import Payloads
@testable import Widgets

@Suite struct DisplayTextTests {
    @Test(arguments: [
        ("世田谷区", "世田谷区"),
        ("", ""),
        (" \t\n ", ""),
        ("  Bad  Homburg\r\n", "Bad Homburg"),
        ("a\u{0}b\u{7F}c\u{85}d\u{9F}e", "a b c d e"),
        ("line\u{2028}par\u{2029}end", "line par end"),
        ("東京\u{3000}都\u{A0}庁", "東京 都 庁"),
        ("\u{202E}evil\u{202C} \u{2066}x\u{2069}", "evil x"), ("\u{FEFF}a\u{FEFF}", "a"),
        ("שלום", "שלום"),
        ("👨‍👩‍👧‍👦🇯🇵e\u{301}", "👨‍👩‍👧‍👦🇯🇵e\u{301}"),
    ])
    func `a name is made fit for a display`(name: String, expected: String) {
        #expect(Array(DisplayText(name).text.utf8) == Array(expected.utf8))
    }

    @Test func `cleaning twice is cleaning once`() {
        let once = DisplayText("  a\u{202A} \u{1}\u{202C}\u{301} b").text
        #expect(DisplayText(once).text == once)
    }

    @Test(arguments: [
        ("世田谷区", 12, "世田谷区"), ("世田谷区", 11, "世田谷"), ("世田谷区", 2, ""), ("世田谷区", 0, ""),
        ("ae\u{301}b", 3, "a"), ("ae\u{301}b", 4, "ae\u{301}"),
        ("x👨‍👩‍👧‍👦", 25, "x"), ("x👨‍👩‍👧‍👦", 26, "x👨‍👩‍👧‍👦"),
        ("🇯🇵🇩🇪", 15, "🇯🇵"), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 27, ""),
        ("Santa Cruz", 6, "Santa"),
    ])
    func `a cut is between graphemes and never after a space`(name: String, bytes: Int, expected: String) {
        #expect(String(decoding: DisplayText(name).prefix(ofBytes: bytes), as: UTF8.self) == expected)
    }

    @Test(arguments: [(9, #"a\"b\\c\""#), (8, #"a\"b\\c"#), (7, #"a\"b\\c"#), (6, #"a\"b\\"#), (5, #"a\"b"#), (2, "a")])
    func `the escaped length counts inside JSON`(bytes: Int, expected: String) {
        #expect(String(decoding: DisplayText(#"a"b\c""#).prefix(ofEscapedBytes: bytes), as: UTF8.self) == expected)
    }
}
