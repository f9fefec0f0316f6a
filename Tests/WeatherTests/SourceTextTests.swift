import Testing
import Weather

@Suite struct SourceTextTests {
    @Test(arguments: [
        ("小雪", "小雪"), ("  Light rain\n", "Light rain"),
        (String(repeating: "é", count: 40), String(repeating: "é", count: 40)),
    ])
    func `words come through without white space around them`(raw: String, text: String) {
        #expect(SourceText(raw, language: "zh")?.text == text)
    }

    @Test(arguments: [
        nil, "", " \t\n", "a\u{0}b", "a\u{1B}[2J", "\u{202E}niar", "a\u{2028}b", "a\u{9B}b", "\u{FEFF}rain", "a\nb",
        String(repeating: "x", count: 41), String(repeating: " ", count: 2000) + "x",
    ])
    func `what a display or a terminal would stumble on is no text`(raw: String?) {
        #expect(SourceText(raw, language: "en") == nil)
    }
}
