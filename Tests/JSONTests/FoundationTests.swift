import FoundationEssentials
import TestSupport
import Testing

@testable import JSON

/// Documents are read and written as Foundation's coders do it, whose JSON stands in stores and on brokers.
struct FoundationTests {
    private struct Sample: Codable, Equatable {
        var int: Int?
        var small: UInt8?
        var double: Double?
        var float: Float?
        var text: String?
        var bool: Bool?
        var list: [Int?]?
        var nested: [[Double]]?
        var named: [String: Choice]?
        var inner: Inner?

        struct Inner: Codable, Equatable {
            var required: String
            var choices: [Choice] = []
        }
    }

    private enum Choice: Codable, Equatable {
        case none
        case one(Int)
        case many(name: String, numbers: [Double])
    }

    private static let documents = [
        "", " ", "{}", "[]", "null", "1", "{}x", "[", "{", #"{"int"}"#, #"{"int":}"#, #"{"int":1,}"#, "{,}",
        #"{"a":1 "b":2}"#,
        #" { "int" : 1 , "other" : [ { } , [ ] , "x" ] } "#, "\u{FEFF}{\"int\":1}", #"{"int":1,"int":2}"#, #"{int:1}"#,
        #"{"other":01}"#, #"{"other":1.2.3}"#, #"{"other":"\x\ud800"}"#, #"{"other":tru}"#, #"{"other":nul"#,
        #"{"other":"\"}"#, #"{"other":"\u12"}"#, #"{"\x":1}"#, #"{"\u0069nt":7}"#, "{\"text\":\"a\tb\"}",
        "{\"other\":\"a\tb\"}",
        #"{"text":"\"\\\/\b\f\n\r\t\u00e9\u4e16\ud83c\udf27"}"#, #"{"text":"\ud83c"}"#, #"{"text":"\ud83cx"}"#,
        #"{"text":"\ud83c\u0041"}"#, #"{"text":"\udf27"}"#, #"{"text":"\u00g0"}"#, #"{"text":"\u+123"}"#,
        #"{"text":"\x"}"#,
        #"{"text":"\u0000"}"#, #"{"text":"世田谷区 é e\#u{301}"}"#, #"{"text":7}"#, #"{"text":null}"#, #"{"bool":1}"#,
        #"{"bool":true}"#, #"{"bool":"false"}"#, #"{"list":[1,null,2,]}"#, #"{"list":[1,"2"]}"#, #"{"list":{"a":1}}"#,
        #"{"nested":[[1,2.5],[],[3e2]]}"#, #"{"nested":[[1],[2,"x"]]}"#, #"{"nested":[[1],null]}"#,
        #"{"nested":[[1],[null]]}"#,
        #"{"named":{"a":{"none":{}}}}"#, #"{"named":{"b":{"one":{"_0":3}}}}"#,
        #"{"named":{"a":{"many":{"name":"n","numbers":[1]}}}}"#,
        #"{"named":{"a":{"many":{"name":"n"}}}}"#, #"{"named":{"a":{"other":{}}}}"#, #"{"named":{"a":{}}}"#,
        #"{"named":[]}"#, #"{"inner":{}}"#, #"{"inner":{"required":null}}"#, #"{"inner":[]}"#, #"{"inner":7}"#,
        #"{"inner":{"required":"x","choices":[{"none":{}},{"one":{"_0":"x"}}]}}"#, #"{"inner":{"choices":[]}}"#,
    ]

    private static let numbers = [
        "0", "-0", "-", "--1", "+1", "01", "-01", "00", "1.", ".5", "-.5", "1.0", "1.5", "1e3", "1E+3", "1e-3", "1e",
        "1e+", "1.e5",
        "12e1.5", "1+2", "255", "256", "-1", "300.0", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808",
        "9007199254740993.0", "9007199254740993", "1.0000000000000001", "1e18", "1e19",
        "1e400",
        "1e-400", "-1e-400", "1.7976931348623157e308", "5e-324", "0.1", "35.689487", "1013.25", "0.0", "0e-5000",
        "123456789012345678901234567890", "1e99999999999999999999", "1e38", "4e38", "-1e-44",
    ]

    /// The value read, or the error in words.
    private static func read(_ json: [UInt8], _ decode: ([UInt8]) throws -> Sample) -> String {
        func path(_ context: DecodingError.Context) -> String {
            context.codingPath.map(\.stringValue).joined(separator: ".")
        }
        do {
            return "\(try decode(json))"
        } catch DecodingError.typeMismatch(let type, let context) {
            return "\(type) mismatch at \(path(context)): \(context.debugDescription)"
        } catch DecodingError.valueNotFound(let type, let context) {
            return "\(type) not found at \(path(context)): \(context.debugDescription)"
        } catch DecodingError.keyNotFound(let key, let context) {
            return "\(key.stringValue) not found at \(path(context))"
        } catch DecodingError.dataCorrupted(let context) {
            return "corrupted at \(path(context))"
        } catch {
            return "another error: \(error)"
        }
    }

    private func expectSame(_ json: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        let expected = Self.read(json) { try JSONDecoder().decode(Sample.self, from: Data($0)) }
        let text = String(decoding: json, as: UTF8.self)
        #expect(Self.read(json, Sample.decoded(json:)) == expected, "\(text)", sourceLocation: sourceLocation)
    }

    @Test(arguments: documents) func `a document is read as by Foundation, or refused for the same reason`(text: String)
    {
        expectSame(Array(text.utf8))
    }

    @Test(arguments: numbers) func `a number is read as by Foundation, or refused for the same reason`(number: String) {
        for member in ["int", "small", "double", "float", "bool", "text", "other"] {
            expectSame(Array(#"{"\#(member)":\#(number)}"#.utf8))
        }
        expectSame(Array(#"{"list":[\#(number)],"nested":[[\#(number)]]}"#.utf8))
    }

    @Test(arguments: 0..<8) func `damaged documents are read as by Foundation, or refused for the same reason`(
        seed: Int
    ) {
        var random = SeededGenerator(seed: UInt64(seed))
        let pieces = Array("{}[]\",:\\u0129.-+eEtfn null\u{1F}é".utf8)
        let whole = Self.documents.filter { $0.utf8.count > 12 }
        for _ in 0..<1500 {
            var json = Array(whole.randomElement(using: &random)!.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) where !json.isEmpty {
                let index = Int.random(in: json.indices, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: json[index] = pieces.randomElement(using: &random)!
                case 1: json.insert(pieces.randomElement(using: &random)!, at: index)
                default: json.remove(at: index)
                }
            }
            expectSame(json)
        }
    }

    @Test func `a value is written as by Foundation`() throws {
        let numbers = [
            0, -0.0, 1, -1.5, 0.1, 1e15, 1e16, 1e17, 1e22, 1e-4, 1e-5, 1e-7, 123_456_789,
            .leastNonzeroMagnitude, 1.797e308, 35.689487,
        ]
        let values = [
            Sample(),
            Sample(
                int: -7,
                small: 255,
                double: 1,
                float: 0.1,
                text: "a/b\"\\\u{8}\u{C}\n\r\t\0\u{1F}\u{7F}é世🌧",
                bool: true
            ),
            Sample(list: [1, nil, .max], nested: [[], numbers]),
            Sample(named: ["z": .none, "Z": .one(1), "é": .many(name: "/", numbers: []), "": .none, "a b": .none]),
            Sample(bool: false, inner: .init(required: "", choices: [.none, .one(2)])),
        ]
        for value in values {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            #expect(try value.encoded() == Array(encoder.encode(value)))
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            #expect(try value.encoded(isSlashEscaped: false) == Array(encoder.encode(value)))
            #expect(try Sample.decoded(json: value.encoded()) == value)
        }
        let floats = [numbers.map(Float.init).filter(\.isFinite)]
        #expect(try floats.encoded() == Array(JSONEncoder().encode(floats)))
        #expect(try 7.encoded() == Array("7".utf8))
        #expect(try String?.none.encoded() == Array("null".utf8))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity]) func `what is no number of JSON is not written`(value: Double)
    {
        #expect(throws: EncodingError.self) { try [[value]].encoded() }
        #expect(throws: EncodingError.self) { try Sample(double: value).encoded() }
        #expect(throws: EncodingError.self) { try value.encoded() }
    }
}
