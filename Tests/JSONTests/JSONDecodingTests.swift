import Testing

@testable import JSON

struct JSONDecodingTests {
    @Test(arguments: [
        (#"{"a":1,"b":2}"#, nil), (#"{"a":1,"a":1}"#, "a"), (#"{"a":{"b":1,"c":[{"b":2},{"b":3}]},"b":"b"}"#, nil),
        (#"{"x":{"b":1,"b":2}}"#, "b"), (#"{"x":[{"k":"}"},{"k":"{\"k\":1"}],"y":"k"}"#, nil),
        (#"{"a\"":1,"a\"":2}"#, "a\""), (#"{"a":1,"\u0061":2}"#, "a"), (#"{"é":1,"e\u0301":2}"#, nil),
        ("[1,[2],{}]", nil), ("7", nil), ("", nil), (#"{"a":["a","a"],"c":"a"}"#, nil),
    ])
    func `a key that an object has twice is found`(json: String, key: String?) {
        #expect(JSONKeys.firstDouble(in: Array(json.utf8)) == key)
    }

    @Test func `at the top alone nothing below counts`() {
        #expect(JSONKeys.firstDouble(in: Array(#"{"x":{"b":1,"b":2}}"#.utf8), onlyAtTop: true) == nil)
        #expect(JSONKeys.firstDouble(in: Array(#"{"x":{"b":1,"b":2},"x":1}"#.utf8), onlyAtTop: true) == "x")
    }

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
        let deepest = JSONDocument.mostLevels
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
