import Drawing
import Testing

@Suite(.oneAtATime)
struct LineBreakingTests {
    private let typesetter = Typesetter(isSmooth: false, fonts: "")

    private func parts(_ text: String, _ language: String) -> [String] {
        let breaks = typesetter.breaks(in: text, language: language)
        var parts = [""]
        for index in text.indices {
            if breaks.contains(index) { parts.append("") }
            parts[parts.count - 1].append(text[index])
        }
        return parts
    }

    @Test(arguments: [
        ("「あ」、い。", "ja", ["「あ」、", "い。"]),
        ("サーカスょ", "ja", ["サー", "カ", "スょ"]),
        ("一个“字”。", "zh", ["一", "个“字”。"]),
        ("Carpe diem, ja", "en", ["Carpe ", "diem, ", "ja"]),
        ("죽는 날까지", "ko", ["죽는 ", "날까지"]),
        ("12月5日", "ja", ["12", "月", "5", "日"]),
        ("", "ja", [""]),
    ])
    func `lines break where the script has them broken`(text: String, language: String, expected: [String]) {
        #expect(parts(text, language) == expected)
    }

    @Test func `lines are no wider than they may be, and about as wide as each other`() throws {
        let style = TextStyle(size: 16, language: "en")
        let text = "It is a truth universally acknowledged, that a single man must be in want of a wife."
        let lines = try #require(typesetter.lines(text, style, width: 300, most: 10))
        #expect(lines.joined(separator: " ") == text)
        let widths = lines.map { typesetter.measure($0, style).extent(.horizontal) }
        #expect(widths.allSatisfy { $0 <= 300 })
        #expect((widths.min() ?? 0) > 150)
        #expect(typesetter.lines(text, style, width: 300, most: lines.count - 1) == nil)
    }

    @Test func `a word that is too wide is broken where that is wanted`() throws {
        let style = TextStyle(size: 16, language: "de")
        let word = String(repeating: "Donaudampfschiff", count: 4)
        let lines = try #require(typesetter.lines(word, style, width: 100, most: 20, breaksWords: true))
        #expect(typesetter.lines(word, style, width: 100, most: 20) == nil)
        #expect(lines.count > 4)
        #expect(lines.joined() == word)
        #expect(typesetter.lines(word, style, width: 3, most: 2000, breaksWords: true) == nil)
    }

    @Test func `what has no room is cut behind a word or character, with an ellipsis`() {
        let style = TextStyle(size: 16, language: "en")
        let cut = typesetter.cutLines("Thou art more lovely and more temperate", style, width: 120, most: 2)
        #expect(cut.count == 2)
        #expect(cut.last?.hasSuffix("…") == true)
        #expect(cut.last?.hasSuffix(" …") == false)
        #expect(typesetter.cutLines("Thou art", style, width: 120, most: 2) == ["Thou art"])
        #expect(typesetter.unfinished("Thou art,", style, width: 120) == "Thou art…")
        #expect(typesetter.cutLines(String(repeating: "x ", count: 50_000), style, width: 120, most: 2).count == 2)
    }

    @Test(arguments: [
        (["古池や"], true, false, "ja"), (["床前明月光"], true, false, "zh"), (["Ist Ruh, 日"], false, false, "zh"),
        (["죽는 날까지"], false, false, "ko"), (["على قدر"], false, true, "de"), (["ㄅㄆㄇ"], true, false, "zh-TW"),
        (["12 34"], false, false, "de"),
    ])
    func `what a text is written in decides how it is set`(
        lines: [String],
        isVertical: Bool,
        isRightToLeft: Bool,
        language: String
    ) {
        let script = Script(of: lines)
        #expect(script.isVertical == isVertical)
        #expect(script.isRightToLeft == isRightToLeft)
        #expect(script.language(onPanelIn: "de") == language)
    }
}
