import Testing

@testable import JSONReading

struct JSONReadingTests {
    private func levels(_ count: Int, in open: String = "[", _ start: String = "") -> [UInt8] {
        Array((start + String(repeating: open, count: count)).utf8)
    }

    /// Foundation's decoder ends the program at the 513th level.
    @Test(arguments: ["[", #"{"a":"#, #"[{"\"]":"#])
    func `a document without end is refused, however deep it goes`(open: String) {
        for count in 1...1025 {
            #expect([Int](json: levels(count, in: open)) == nil)
            #expect([String: Int](json: levels(count, in: open, #"{"a":"#)) == nil)
        }
    }

    @Test func `levels that would hide from a count are counted`() {
        let hidden = [#"["\\","#, #"["\"","#, #"["[[",{"a":"#, #"[]"#, "]", #"["\u005d","#]
        for prefix in hidden {
            for count in 500...520 { #expect([Int](json: levels(count, in: "[", prefix)) == nil) }
        }
        // In UTF-16 the letter Ģ has the byte of a quote.
        for bigEndian in [true, false] {
            let text = "[\"\u{122}\"," + String(repeating: "[", count: 511)
            let bytes = text.utf16.flatMap { unit in
                let bytes = [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)]
                return bigEndian ? bytes : bytes.reversed()
            }
            #expect([Int](json: bytes) == nil)
        }
    }

    @Test func `what is as deep as may be is read, and brackets in texts are no levels`() throws {
        let deepest = JSONNesting.mostLevels
        let nested = String(repeating: "[", count: deepest - 1) + String(repeating: "]", count: deepest - 1)
        struct Named: Decodable {
            var name: String
            var other: Ignored
        }
        struct Ignored: Decodable {
            init(from decoder: any Decoder) {}
        }
        let text = String(repeating: "[{", count: 600) + #"\"\\"#
        let document = try Named.decoded(json: Array(#"{"name":"\#(text)","other":\#(nested)}"#.utf8))
        #expect(document.name == String(repeating: "[{", count: 600) + #""\"#)
        #expect(Named(json: Array(#"{"name":"","other":[\#(nested)]}"#.utf8)) == nil)
        #expect(
            try [[Int]].decoded(
                json: Array(String("[" + repeatElement("[1]", count: 5000).joined(separator: ",") + "]").utf8)
            ).count == 5000
        )
    }
}
