import JSON
import Testing

@testable import Payloads
@testable import Widgets

@Suite struct DocumentTests {
    @Test(arguments: [
        (58, 1, "5.8"), (50, 1, "5"), (-4, 1, "-0.4"), (0, 3, "0"), (5, 2, "0.05"), (1050, 2, "10.5"),
        (-1, 3, "-0.001"),
        (12, 0, "12"), (-120, 0, "-120"), (Int.min, 0, "-9223372036854775808"), (Int.max, 18, "9.223372036854775807"),
    ])
    func `a number has its shortest form`(value: Int, digits: Int, expected: String) {
        var writer = ByteWriter(capacity: 8)
        writer.append(decimal: value, digits: digits)
        #expect(String(decoding: writer.finish(), as: UTF8.self) == expected)
    }

    @Test(arguments: [-1105, -1000, -101, -11, -2, 0, 3, 9, 10, 99, 100, 101, 1000, 1100], 0...3)
    func `no number of a range is longer than its longest form and one is as long`(lower: Int, digits: Int) {
        for width in [0, 1, 2, 9, 10, 11, 100, 1000, 1207] {
            let lengths = (lower...lower + width).map { value in
                var writer = ByteWriter(capacity: 8)
                writer.append(decimal: value, digits: digits)
                return writer.finish().count
            }
            #expect(LongestForm.number(within: lower...lower + width, digits: digits) == max(4, lengths.max() ?? 0))
        }
    }

    @Test func `texts have their shares first and the first has what is left over`() {
        #expect(cut(["aaaaaaaa", "bbbbbbbb"], weights: [1, 1], room: 8) == ["aaaa", "bbbb"])
        #expect(cut(["aaaaaaaa", "bbbbbbbb"], weights: [3, 1], room: 8) == ["aaaaaa", "bb"])
        #expect(cut(["aaaaaaaa", "bb", "cccccccc"], weights: [1, 2, 1], room: 12) == ["aaaaaaa", "bb", "ccc"])
        #expect(cut(["aaaaaaaa", nil, "cccccccc"], weights: [1, 1, 1], room: 9) == ["aaaaaa", "", "ccc"])
        // The part of a grapheme that a share cannot use goes on to the next text.
        #expect(cut(["ああ", "bbbbbbbb"], weights: [1, 1], room: 10) == ["あ", "bbbbbbb"])
        #expect(cut(["aa", "bb"], weights: [0, -5], room: 3) == ["aa", "b"])
        #expect(cut(["aa", "bb"], weights: [Int.max, Int.max], room: 2) == ["a", "b"])
        #expect(cut(["aa", "\"\""], weights: [1, 1], room: 5) == ["aa", "\\\""])
        #expect(cut(["aa"], weights: [1], room: -3) == [""])
    }

    @Test func `more texts than the largest entry has are dropped from the end`() throws {
        func poem(_ lines: [String?]) -> Document {
            Document([
                Document.Member("ts", .seconds(1_644_048_000)),
                Document.Member("l", .list(lines.map { .text($0, weight: 2) }), field: "lines"),
                Document.Member("a", .text("author", weight: 1), field: "author"),
            ])
        }
        let many: [String?] = (0..<10_000).map { $0.isMultiple(of: 7) ? nil : "line \($0)" }
        let sample = DocumentSample(poem(many), largest: poem(["", "", ""]))
        for encoding in [Encoding.compact, .full] {
            let bytes = try #require(sample.payloads(encoding, baseTopic: "kiatsu", panelID: "p").first).bytes
            let object = try parsedObject(bytes)
            #expect(Set(object.keys) == ["ts", "l", "a"])
            #expect(object["ts"] as? Int == 1_644_048_000)
            #expect((object["l"] as? [Any]).map { (10..<400).contains($0.count) } == true)
        }
        let fields = try sample.payloads(.fields, baseTopic: "kiatsu", panelID: "p")
        #expect(fields.map(\.topicSuffix) == ["/lines", "/author"])
        #expect(try parsedList(fields[0].bytes).count > 10)
        #expect(String(decoding: fields[1].bytes, as: UTF8.self) == "author")
    }

    @Test func `what the largest entry did not tell of is left out where there is no room`() throws {
        let numbers = Document.Value.list(Array(repeating: .integer(1, within: 0...9999), count: 200))
        let sample = DocumentSample(
            Document([
                Document.Member("ts", .seconds(1_644_048_000), field: "updated"),
                Document.Member("x", numbers, field: "numbers"),
                Document.Member("y", .boolean(true), field: "flag"),
            ]),
            largest: Document([
                Document.Member("ts", .seconds(nil), field: "updated"),
                Document.Member("x", .null, field: "numbers"),
            ])
        )
        let compact = try sample.payloads(.compact, baseTopic: "kiatsu", panelID: "p").map(\.bytes)
        #expect(compact == [Array(#"{"ts":1644048000}"#.utf8)])
        let fields = try sample.payloads(.fields, baseTopic: "kiatsu", panelID: "p").map(\.bytes)
        #expect(fields == [Array("1644048000".utf8), Array("null".utf8)])
    }

    @Test func `a text is on one line, with single spaces`() throws {
        let text = Document.Value.text(" Carpe\r\n  diem. \n", weight: 1)
        let sample = DocumentSample(Document([Document.Member("q", text, field: "quote")]))
        let payloads = try [Encoding.compact, .full, .fields].flatMap { encoding in
            try sample.payloads(encoding, baseTopic: "kiatsu", panelID: "p")
        }
        let texts = payloads.map { String(decoding: $0.bytes, as: UTF8.self) }
        #expect(texts == [#"{"q":"Carpe diem."}"#, #"{"q":"Carpe diem."}"#, "Carpe diem."])
    }

    @Test func `a document has a topic for what the largest has even if it has no value for it`() throws {
        let largest = Document([Document.Member("a", .text(nil, weight: 1), field: "author")])
        let sample = DocumentSample(Document([]), largest: largest)
        let fields = try sample.payloads(.fields, baseTopic: "kiatsu", panelID: "p")
        #expect(fields.map(\.topicSuffix) == ["/author"])
        #expect(fields.map(\.bytes) == [Array("null".utf8)])
        #expect(try sample.payloads(.compact, baseTopic: "kiatsu", panelID: "p").map(\.bytes) == [Array("{}".utf8)])
        #expect(try sample.payloads(.frame, baseTopic: "kiatsu", panelID: "p").isEmpty)
    }

    @Test func `a topic too long for the largest document is refused with the arithmetic`() throws {
        let number = Document.Value.integer(nil, within: 0...9_999_999)
        let sample = DocumentSample(
            Document([
                Document.Member("x", .list(Array(repeating: number, count: 20)), field: "list"),
                Document.Member("q", .text("quote", weight: 1), field: "quote"),
            ])
        )
        let base = String(repeating: "b", count: 80)
        let error = try #require(throws: TopicTooLong.self) {
            try TopicRoom(sample.bounds(.compact), baseTopic: base, panelID: "p")
        }
        // {"x":[7 digits × 20, 19 commas],"q":null}
        #expect(error.payloadBytes == 1 + 4 + 2 + 20 * 7 + 19 + 1 + 4 + 4 + 1)
        #expect(error.topic == "\(base)/p/sample")
        #expect(error.excess == 3 + 2 + error.topic.utf8.count + 2 + error.payloadBytes - 255)
        #expect(error.description.contains("leave out the compact encoding"))
        let list = try #require(throws: TopicTooLong.self) {
            try TopicRoom(sample.bounds(.fields), baseTopic: base, panelID: "p")
        }
        #expect(list.topic == "\(base)/p/sample/list")
        let rows = sample.bounds(.fields).worstCasePacketSizes(baseTopic: "kiatsu", panelID: "p")
        #expect(rows.map(\.bytes) == [3 + 2 + 20 + 2 + 161, 255])
    }

    private func cut(_ texts: [String?], weights: [Int], room: Int) -> [String] {
        var cuts = TextCuts(zip(texts, weights).map { TextCuts.Claim($0, weight: $1) }, room: room)
        return texts.map { _ in String(decoding: cuts.next(), as: UTF8.self) }
    }
}
