import Testing

@testable import Text

@Suite struct SubstringSearchTests {
    @Test(
        arguments: [
            ("heavyrainshowers_day", "rain", 5), ("rain", "rain", 0), ("aab", "ab", 1), ("ababac", "abac", 2),
            ("東京都", "京", 1), ("a", "ab", nil), ("", "a", nil), ("rain", "", nil), ("rainy", "Rain", nil),
        ] as [(String, String, Int?)]
    )
    func `the first place of a text in another`(text: String, substring: String, offset: Int?) {
        let range = text.firstRange(ofSubstring: substring)
        #expect(range.map { text.distance(from: text.startIndex, to: $0.lowerBound) } == offset)
        #expect(range.map { String(text[$0]) } == offset.map { _ in substring })
        #expect(text.contains(substring: substring) == (offset != nil))
    }

    @Test func `a part of a text is searched within its bounds`() {
        let text = "rain, snow"
        let part = text.dropFirst(2)
        #expect(part.firstRange(ofSubstring: "snow")?.lowerBound == text.dropFirst(6).startIndex)
        #expect(!text.prefix(7).contains(substring: "snow"))
    }

    @Test func `each of a substring is replaced`() {
        #expect("a/b/c".replacing(substring: "/", with: "::") == "a::b::c")
        #expect("aaa".replacing(substring: "aa", with: "b") == "ba")
        #expect("panels[0].id".replacing(substring: "[0]", with: "") == "panels.id")
        #expect("abc".replacing(substring: "", with: "x") == "abc")
    }

    @Test func `each of a character is replaced`() {
        #expect("a-b--c".replacing(each: "-", with: "_") == "a_b__c")
        #expect("".replacing(each: "-", with: "_") == "")
    }
}
