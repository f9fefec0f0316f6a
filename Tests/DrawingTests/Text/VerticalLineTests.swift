import Testing

@testable import Drawing

@Suite(.oneAtATime)
struct VerticalLineTests {
    private let typesetter = Typesetter(isSmooth: false, fonts: "")

    private func line(_ text: String, language: String = "ja") -> VerticalLine {
        VerticalLine(text, TextStyle(size: 20, direction: .vertical, language: language), typesetter)
    }

    @Test(arguments: [
        ("12月5日", "12|月|５|日"), ("2022年", "2|0|2|2|年"), ("Tシャツ", "Ｔ|シ|ャ|ツ"), ("え!?", "え|⁉"), ("え!", "え|！"),
        ("あ い", "あ|　|い"), ("(あ)", "（|あ|）"), ("“あ”", "〝|あ|〟"), ("I am", "I| |a|m"), ("あ5 km", "あ|5| |k|m"),
    ])
    func `what is Latin in a column is upright where it is short`(text: String, units: String) {
        #expect(line(text).units.map(\.text).joined(separator: "|") == units)
    }

    @Test func `two digits share a place, and are no wider than a character`() throws {
        let line = line("12月")
        #expect(line.units.map(\.isRow) == [true, false])
        #expect(line.height(of: line.whole) == 2)
        let style = TextStyle(size: 20, direction: .vertical, language: "ja")
        let texts = typesetter.column(line, line.whole, style, .ink, x: 50, top: 10)
        #expect(texts.map(\.style.direction) == [.horizontal, .vertical])
        let digits = try #require(texts.first)
        #expect(digits.inkBox.width <= 20 && abs(digits.inkBox.midX - 50) <= 1)
        #expect(digits.inkBox.y >= 10 && digits.inkBox.maxY <= 30)
    }

    @Test func `in Chinese columns quotation marks are brackets`() {
        #expect(line("“引”‘单’", language: "zh").units.map(\.text).joined() == "『引』「单」")
    }

    @Test func `a bracket at the head and a stop at the foot take no room of their own`() {
        let line = line("「あ。")
        #expect(line.height(of: line.whole) < 2)
        #expect(self.line("ああ").height(of: 0..<2) == 2)
    }

    @Test(arguments: [("あ）。い", 3.5), ("あ」「い", 3.5), ("「『あ", 2), ("あ。い", 3), ("あ。」", 2)])
    func `brackets and stops beside each other are not twice apart`(text: String, height: Double) {
        let line = line(text)
        #expect(line.height(of: line.whole) == height)
        let style = TextStyle(size: 20, direction: .vertical, language: "ja")
        let texts = typesetter.column(line, line.whole, style, .ink, x: 50, top: 0)
        #expect(texts.map(\.text).joined() == text)
        #expect((texts.map(\.inkBox.maxY).max() ?? 0) <= 20 * height + 1)
    }

    @Test(arguments: [
        ("久方の光のどけき、春の日に", "久方の光のどけき、|春の日に"), ("照れる春日に　ひばり上がり", "照れる春日に|ひばり上がり"), ("床前明月光，疑是地上霜。", "床前明月光，|疑是地上霜。"),
    ])
    func `columns end where a reader pauses`(text: String, columns: String) throws {
        let line = line(text)
        let ranges = try #require(line.balancedColumns(10))
        #expect(ranges.map { line.units[$0].map(\.text).joined() }.joined(separator: "|") == columns)
    }

    @Test func `every column is as high as it may be at most, and nothing is lost`() throws {
        for text in ["祇園精舎の鐘の声、諸行無常の響きあり。", "「あ」「い」「う」", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "……――……"] {
            let line = line(text)
            for capacity in [2.0, 3, 4.5, 7, 30] {
                for columns in [try #require(line.columns(capacity)), try #require(line.balancedColumns(capacity))] {
                    #expect(columns.enumerated().allSatisfy { line.height(of: $1) + ($0 == 0 ? 0 : 1) <= capacity })
                    #expect(columns.flatMap { line.units[$0].map(\.text) } == line.units.map(\.text))
                }
            }
            #expect(line.columns(0.3) == nil)
        }
    }
}
