import Drawing
import Pictures
import TestSupport
import Testing
import Widgets

@Suite(.oneAtATime)
struct PoemDrawingTests {
    private static let haiku = poem(["古池や", "蛙飛びこむ", "水の音"], "松尾芭蕉")
    private static let rain = poem(
        [
            "雨ニモマケズ", "風ニモマケズ", "雪ニモ夏ノ暑サニモマケヌ", "丈夫ナカラダヲモチ", "慾ハナク", "決シテ瞋ラズ",
            "イツモシヅカニワラッテヰル", "一日ニ玄米四合ト", "味噌ト少シノ野菜ヲタベ", "アラユルコトヲ",
            "ジブンヲカンジョウニ入レズニ", "ヨクミキキシワカリ",
        ],
        "宮沢賢治"
    )
    private static let song = poem(["Über allen Gipfeln", "Ist Ruh,", "In allen Wipfeln"], "Goethe")

    private static func poem(_ lines: [String], _ author: String, source: String = "builtin") -> PoemEntry {
        PoemEntry(date: .shown, poem: Poem(lines: lines, author: author) ?? longest, source: source)
    }

    private static let longest = PoemWidget().largest.poem

    private static let hostile: [PoemEntry] = [
        PoemWidget().sample(at: .shown), haiku, rain, song,
        poem(Array(repeating: "春はあけぼの。やうやう白くなりゆく山ぎは、すこしあかりて、紫だちたる雲のほそ", count: 12), "清少納言"),
        poem([String(repeating: "祇園精舎の鐘の声、", count: 22)], String(repeating: "長い名前", count: 50)),
        poem([String(repeating: "Supercalifragilistic", count: 10)], String(repeating: "name ", count: 40)),
        poem(Array(repeating: "Whan that Aprille with his shoures soote the droghte", count: 12), "Geoffrey Chaucer"),
        poem(["🌸🌸👨‍👩‍👧‍👦", "春の 12 km 🌸ABC", "mixed 日本語 and English", "「「「」」」、、、。。。"], "🙂"),
        poem(["على قدر أهل العزم تأتي العزائم", "وتأتي على قدر الكرام المكارم"], "المتنبي"),
        poem(["죽는 날까지 하늘을 우러러", "한 점 부끄럼이 없기를,"], "윤동주"),
        poem(["あ\u{0}い\u{7}う\u{202E}え", "、、、", "A1!?(2)12月あ100"], "\u{200B}x"),
        poem(["!", "…"], "."), poem(["1"], "12"),
    ]

    private func scene(
        _ entry: PoemEntry,
        _ size: String,
        _ colors: PictureColors = .blackAndWhite,
        language: String = "ja",
        isExpired: Bool = false
    ) throws -> Scene {
        try PictureRequest.drawing("poem", entry, size, colors, language: language, isExpired: isExpired).scene()
    }

    // MARK: Every length

    @Test(arguments: ["古池や蛙飛びこむ水の音。", "古!?‘’", "春はABC 12 km "])
    func `a poem as long as a collection's may be is drawn`(text: String) throws {
        let line = String(repeating: text, count: 2000 / text.count)
        let scene = try scene(Self.poem(Array(repeating: line, count: 12), line), "296x128")
        #expect(scene.faults.isEmpty)
        #expect(!scene.texts.isEmpty)
    }

    // MARK: Every size

    @Test(arguments: displaySizes)
    func `nothing is outside, and nothing over anything, whatever the poem`(size: String) throws {
        for (number, entry) in Self.hostile.enumerated() {
            for isExpired in [false, true] {
                let colors = isExpired == (number % 2 == 0) ? PictureColors.blackAndWhite : .full
                let language = ["ja", "de", "zh", "ar"][number % 4]
                let scene = try scene(entry, size, colors, language: language, isExpired: isExpired)
                #expect(scene.faults.isEmpty, "\(entry.poem.lines)")
                #expect(scene.texts.contains { !$0.measure.ink.isEmpty }, "\(entry.poem.lines)")
            }
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `nothing is outside, and nothing over anything, whatever the characters`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let characters = Array("あいうえおっゃー、。「」『』…！？漢字縦組詩歌12aAzZ ñ　—–ابجد한글🌸é\u{301}㍿ｱ😀()《》〝〟“”")
        func text(_ most: Int) -> String {
            "文"
                + String(
                    (0..<Int.random(in: 0..<most, using: &random)).compactMap { _ in
                        characters.randomElement(using: &random)
                    }
                )
        }
        let lines = (0..<Int.random(in: 1...12, using: &random)).map { _ in text(60) }
        let size = try #require(displaySizes.filter { $0.count < 9 }.randomElement(using: &random))
        let scene = try scene(Self.poem(lines, text(30)), size)
        #expect(scene.faults.isEmpty)
        #expect(scene.texts.contains { !$0.measure.ink.isEmpty })
    }

    // MARK: Columns

    @Test(arguments: ["96x64", "128x296", "200x200", "296x128", "400x300", "800x480", "1600x1200"])
    func `the lines of a short poem are whole, from right to left, the author lower at the left`(size: String) throws {
        let texts = try scene(Self.haiku, size, language: "de").texts
        #expect(texts.map(\.text) == ["古池や", "蛙飛びこむ", "水の音", "松尾芭蕉"])
        #expect(texts.allSatisfy { $0.style.direction == .vertical })
        #expect(zip(texts, texts.dropFirst()).allSatisfy { $0.origin.x > $1.origin.x })
        #expect(Set(texts.prefix(3).map(\.origin.y)).count == 1)
        let (author, first) = (texts[3], texts[0])
        #expect(author.style.size <= first.style.size)
        #expect(author.inkBox.midY > first.inkBox.midY)
    }

    @Test func `a poem with more lines than the width has room for stands in tiers`() throws {
        let texts = try scene(Self.rain, "128x296").texts
        let tops = Set(texts.filter { Self.rain.poem.lines.contains($0.text) }.map(\.origin.y))
        #expect(tops.count == 2)
        #expect(texts.map(\.text).joined().hasPrefix(Self.rain.poem.lines.joined()))
    }

    @Test func `a line that is too long goes on an em lower`() throws {
        let entry = Self.poem(["久方の光のどけき、春の日に"], "紀友則")
        let texts = try scene(entry, "400x120").texts.filter { $0.text != "紀友則" }
        #expect(texts.map(\.text).joined() == entry.poem.lines[0])
        #expect(texts.count > 1)
        let first = try #require(texts.first)
        #expect(texts.dropFirst().allSatisfy { $0.origin.y == first.origin.y + first.style.size })
    }

    @Test func `what does not fit ends with an ellipsis, and the author stays`() throws {
        let entry = Self.poem(Array(repeating: "春はあけぼのやうやう白くなりゆく山ぎは", count: 12), "清少納言")
        let texts = try scene(entry, "96x64").texts.map(\.text)
        #expect(texts.last == "清少納言")
        #expect(texts.dropLast().last?.hasSuffix("…") == true)
        #expect(texts.count > 3)
    }

    @Test(arguments: displaySizes)
    func `no column begins with what may not begin a line, and none is smaller than can be read`(size: String) throws {
        let entry = Self.poem(Array(repeating: "「ゆあーん、ゆよーん。」とサーカス小屋は（高い）梁、ショック……ブランコだ。", count: 4), "中原中也")
        let texts = try scene(entry, size).texts
        for (index, text) in texts.enumerated() {
            #expect(text.style.size >= 10)
            // A column may be in several parts.
            guard index == 0 || texts[index - 1].origin.x != text.origin.x else { continue }
            let head = try #require(text.text.first)
            #expect(!"、。」）ーぁぃぅぇぉっゃゅょッャュョ".contains(head), "\(text.text)")
        }
    }

    // MARK: Rows

    @Test func `Latin, Arabic and Korean poems stand in rows, each line as it is given`() throws {
        for lines in [
            ["Über allen Gipfeln", "Ist Ruh,"], ["على قدر أهل العزم", "تأتي العزائم"], ["죽는 날까지", "하늘을 우러러"],
        ] {
            let texts = try scene(Self.poem(lines, "N"), "400x300").texts
            #expect(texts.map(\.text) == lines + ["— N"])
            #expect(texts.allSatisfy { $0.style.direction == .horizontal })
            #expect(zip(texts, texts.dropFirst()).allSatisfy { $0.origin.y < $1.origin.y })
        }
    }

    @Test func `rows begin at the left, Arabic ones at the right, the author at their end`() throws {
        let latin = try scene(Self.song, "400x300").texts
        #expect(Set(latin.dropLast().map { $0.inkBox.x.rounded(.down) }).count <= 2)
        let widest = latin.dropLast().map(\.inkBox.maxX).max() ?? 0
        #expect(abs((latin.last?.inkBox.maxX ?? 0) - widest) <= 2)
        let arabic = try scene(Self.poem(["على قدر أهل العزم تأتي العزائم", "وتأتي"], "المتنبي"), "400x300").texts
        #expect(abs(arabic[0].inkBox.maxX - arabic[1].inkBox.maxX) <= 3)
        #expect(arabic[2].inkBox.x < arabic[1].inkBox.x)
    }

    @Test func `a long row breaks between words and goes on further in`() throws {
        let entry = Self.poem(["Shall I compare thee to a summer’s day, or thou to me?"], "W. S.")
        let texts = try scene(entry, "128x296").texts.dropLast()
        #expect(texts.map(\.text).joined(separator: " ") == entry.poem.lines[0])
        let first = try #require(texts.first)
        #expect(texts.count > 1 && texts.dropFirst().allSatisfy { $0.origin.x > first.origin.x + first.style.size })
    }

    // MARK: State and paper

    @Test(arguments: ["96x64", "128x296", "296x128", "800x480"])
    func `sample data and poems whose hour is over are marked`(size: String) throws {
        let sample = try scene(PoemWidget().sample(at: .shown), size).texts
        #expect(sample.first?.text == "サンプル")
        #expect(sample.first?.ink == .accent)
        #expect(sample.dropFirst().map(\.text).joined() == "古池や蛙飛びこむ水の音松尾芭蕉")
        let fresh = try scene(Self.haiku, size).texts
        #expect(fresh.count == 4)
        #expect(try scene(Self.haiku, size, isExpired: true).texts.count == 5)
    }

    @Test func `paper is the same for the same poem, another for another, and hardly to be seen`() throws {
        let pixels = try Draughtsman().pixels(of: .drawing("poem", Self.song, "200x200", .full))
        #expect(try Draughtsman().pixels(of: .drawing("poem", Self.song, "200x200", .full)) == pixels)
        let ink = Palette(.full, .light).color(of: .ink)
        let corner = (0..<12).flatMap { y in (0..<200).map { pixels[$0, y] } }
        #expect(Set(corner).count > 4)
        #expect(corner.allSatisfy { Int($0.green) - Int(ink.green) > 150 })
        let other = try Draughtsman().pixels(of: .drawing("poem", Self.poem(["Ruh"], "Goethe"), "200x200", .full))
        #expect((0..<12).flatMap { y in (0..<200).map { other[$0, y] } } != corner)
    }

    @Test(arguments: [PictureColors.blackAndWhite, .fourGreys, .blackWhiteRed, .blackWhiteYellow])
    func `there is no paper where it would be specks`(colors: PictureColors) throws {
        for case .texture in try scene(Self.haiku, "296x128", colors).elements {
            Issue.record("a texture")
        }
    }
}
