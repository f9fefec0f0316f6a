import Testing
import Topics

@Suite struct PanelIDTests {
    @Test(arguments: ["a", "0", "kitchen", "a_b-9", "bridge2", "abcdefghijklmnopqrstuvwx"])
    func `an id is a level of topics`(text: String) {
        #expect(PanelID(text)?.text == text)
    }

    @Test(arguments: [
        "", "A", "Kitchen", "_a", "-a", "a.b", "a/b", "a b", "a+", "#", "é", "bridge", "image", "a\u{0}",
        "abcdefghijklmnopqrstuvwxy",
    ])
    func `no other text is one`(text: String) {
        #expect(PanelID(text) == nil)
    }
}
