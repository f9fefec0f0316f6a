import Foundation
import TestSupport
import Testing

@testable import Payloads
@testable import Widgets

/// The object that bytes are the JSON of.
func parsedObject(_ bytes: [UInt8]) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
}

/// The list that bytes are the JSON of.
func parsedList(_ bytes: [UInt8]) throws -> [Any] {
    try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [Any])
}

/// Rules that hold for every document, however hostile its texts, and every topic that is accepted.
@Suite struct DocumentPropertyTests {
    @Test(arguments: UInt64(0)..<400)
    func `every packet is within its limit and says what the document says`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for encoding in [Encoding.compact, .full, .fields] {
            let shape = DocumentShape.random(for: encoding, using: &random)
            let sample = DocumentSample(
                shape.document(HostileTexts(), using: &random),
                largest: shape.document(HostileTexts(), using: &random)
            )
            let baseTopic = try Self.baseTopic(sample.bounds(encoding), using: &random)
            let payloads = try sample.payloads(encoding, baseTopic: baseTopic, panelID: "p")
            #expect(payloads.map(\.topicSuffix) == sample.bounds(encoding).topicSuffixes)
            for (index, payload) in payloads.enumerated() {
                let topic = "\(baseTopic)/p/sample\(payload.topicSuffix)"
                #expect(publishPacket(topic: topic, payload: payload.bytes).count <= encoding.packetLimit, "\(topic)")
                #expect(String(validating: payload.bytes, as: UTF8.self) != nil)
                let members = sample.document.members
                if encoding == .fields {
                    let field = try #require(members.compactMap(\.field).dropFirst(index).first)
                    try expectBare(payload.bytes, saysWhat: field.value)
                } else {
                    let object = try parsedObject(payload.bytes)
                    let values = members.compactMap { member in
                        (encoding == .full ? member.full : member.compact).map { (member.key, $0) }
                    }
                    #expect(object.count == values.count)
                    for (key, value) in values { try expect(try #require(object[key]), says: value) }
                }
            }
        }
    }

    @Test(arguments: UInt64(0)..<200)
    func `texts are cut alike whatever the numbers are`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for encoding in [Encoding.compact, .full] {
            let shape = DocumentShape.random(for: encoding, using: &random)
            let texts = HostileTexts(fixed: seed)
            let (one, other) = (shape.document(texts, using: &random), shape.document(texts, using: &random))
            let baseTopic = try Self.baseTopic(DocumentSample(one).bounds(encoding), using: &random)
            let shown = try [one, other].map { document in
                let payloads = try DocumentSample(document).payloads(encoding, baseTopic: baseTopic, panelID: "p")
                let object = try parsedObject(try #require(payloads.first).bytes)
                return document.members.flatMap { member in
                    Self.texts(in: object[member.key], of: encoding == .full ? member.full : member.compact)
                }
            }
            #expect(shown[0] == shown[1])
        }
    }

    @Test(arguments: UInt64(0)..<200)
    func `nothing is cut where all fits`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for encoding in [Encoding.compact, .full] {
            let shape = DocumentShape.random(for: encoding, using: &random)
            let sample = DocumentSample(shape.document(HostileTexts(mostPieces: 4), using: &random))
            let bounds = sample.bounds(encoding)
            let topic = try #require(bounds.topics.first)
            let values = sample.document.members.compactMap { encoding == .full ? $0.full : $0.compact }
            var claims: [TextCuts.Claim] = []
            for value in values { value.collectClaims(in: &claims) }
            let textBytes = claims.reduce(0) { $0 + $1.text.escapedBytes.count }
            let base = topic.capacity - "/p/sample".utf8.count - topic.content.byteCount - textBytes
            guard base > 0 else { continue }
            let baseTopic = String(repeating: "b", count: base)
            let payload = try #require(sample.payloads(encoding, baseTopic: baseTopic, panelID: "p").first)
            let object = try parsedObject(payload.bytes)
            let shown = sample.document.members.flatMap { member in
                Self.texts(in: object[member.key], of: encoding == .full ? member.full : member.compact)
            }
            #expect(shown == claims.map { Array($0.text.bytes) })
        }
    }

    /// Every text of the value, in order, as it came through; a missing one is empty.
    private static func texts(in shown: Any?, of value: Document.Value?) -> [[UInt8]] {
        switch value {
        case .text: [Array((shown as? String ?? "").utf8)]
        case .list(let values): zip(shown as? [Any] ?? [], values).flatMap { texts(in: $0, of: $1) }
        default: []
        }
    }

    private func expectBare(_ bytes: [UInt8], saysWhat value: Document.Value) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        switch value {
        case .text(let whole, _):
            guard whole != "" else {
                #expect(text.isEmpty)
                return
            }
            let isMissing = DisplayText(whole ?? "").text.isEmpty || text == "null"
            if isMissing { #expect(text == "null") } else { try expectPrefix(text, of: whole ?? "") }
        case .code(let code, let mostBytes):
            #expect(text == (Self.isCode(code, mostBytes) && code != "" ? code : "null"))
        default:
            let shown = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            try expect(shown, says: value)
        }
    }

    private func expect(_ shown: Any, says value: Document.Value) throws {
        switch value {
        case .null: #expect(shown is NSNull)
        case .integer(let number, let range): try expect(shown, is: number, within: range, digits: 0)
        case .decimal(let number, let digits, let range): try expect(shown, is: number, within: range, digits: digits)
        case .seconds(let seconds): try expect(shown, is: seconds, within: 0...4_294_967_295, digits: 0)
        case .boolean(let flag): #expect(shown as? Bool == flag)
        case .code(let code, let mostBytes):
            if Self.isCode(code, mostBytes) { #expect(shown as? String == code) } else { #expect(shown is NSNull) }
        case .text(let text, _):
            if let text {
                try expectPrefix(try #require(shown as? String), of: text)
            } else {
                #expect(shown is NSNull)
            }
        case .list(let values):
            let list = try #require(shown as? [Any])
            #expect(list.count == values.count)
            for (shown, value) in zip(list, values) { try expect(shown, says: value) }
        }
    }

    private func expect(_ shown: Any, is number: Int?, within range: ClosedRange<Int>, digits: Int) throws {
        guard let number else {
            #expect(shown is NSNull)
            return
        }
        let clamped = min(max(number, range.lowerBound), range.upperBound)
        let shown = try #require(shown as? Double)
        #expect(shown == Double(clamped) / pow(10, Double(digits)))
    }

    private func expectPrefix(_ shown: String, of text: String) throws {
        let all = DisplayText(text).text.map { Array($0.utf8) }
        let part = shown.map { Array($0.utf8) }
        #expect(Array(all.prefix(part.count)) == part)
    }

    private static func isCode(_ code: String?, _ mostBytes: Int) -> Bool {
        code.map { code in
            code.utf8.count <= mostBytes
                && code.unicodeScalars.allSatisfy { (" "..."~").contains($0) && $0 != "\"" && $0 != "\\" }
        } ?? false
    }

    /// From one byte to the longest that is accepted, which every fifth is.
    private static func baseTopic(_ bounds: EncodingBounds, using random: inout SeededGenerator) throws -> String {
        let longest = bounds.mostWidgetTopicBytes - "/p/sample".utf8.count
        let most = min(longest, 1100)
        let count = Int.random(in: 0..<5, using: &random) == 0 ? most : Int.random(in: 1...most, using: &random)
        return String(repeating: "b", count: count)
    }
}

/// Texts that have broken displays and parsers.
struct HostileTexts {
    /// The same texts again and again, one after the other.
    var fixed: UInt64?
    var mostPieces = 200

    private static let whole = [
        String(repeating: "He said:\r\n“stay”. ", count: 15), String(repeating: "👨‍👩‍👧‍👦", count: 12),
        "שלום עולם، مرحبا بالعالم \u{202E}abc\u{202C}", String(repeating: "閑さや岩にしみ入る", count: 7),
        String(repeating: "\"\\", count: 130), "\u{301}\u{302}\u{303}", "a" + String(repeating: "\u{301}", count: 2000),
        "nul\u{0}inside", String(repeating: "x", count: 4096), "", " \r\n", "null", "\u{FEFF}", "🏴󠁧󠁢󠁳󠁣󠁴󠁿🇯🇵🇯",
    ]
    private static let pieces = [
        "a", " ", "é", "e\u{301}", "田", "👨‍👩‍👧‍👦", "🇯🇵", "क्षि", "\"", "\\", "\n", "\r\n",
        "\u{0}", "\u{200D}", "\u{301}", "שָׁ", "\u{2067}", "\u{85}", "/", "</", "\u{10FFFF}",
    ]

    func next(using random: inout SeededGenerator) -> String? {
        if mostPieces > 4, Int.random(in: 0..<3, using: &random) > 0 {
            return Self.whole.randomElement(using: &random)
        }
        if Int.random(in: 0..<8, using: &random) == 0 { return nil }
        return (0..<Int.random(in: 0...mostPieces, using: &random))
            .map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
    }
}

/// The keys and kinds of values that a widget's documents have, whatever they say.
struct DocumentShape {
    indirect enum Kind {
        case null, seconds, boolean
        case integer(ClosedRange<Int>)
        case decimal(digits: Int, ClosedRange<Int>)
        case code(mostBytes: Int)
        case text(weight: Int)
        case list([Kind])
    }

    private var kinds: [Kind]

    /// A shape that leaves some room for a topic.
    static func random(for encoding: Encoding, using random: inout SeededGenerator) -> DocumentShape {
        let count = Int.random(in: 1...12, using: &random)
        var shape = DocumentShape(kinds: (0..<count).map { _ in kind(depth: 0, using: &random) })
        var unused = SeededGenerator(seed: 0)
        while DocumentSample(shape.document(HostileTexts(), using: &unused)).bounds(encoding).mostWidgetTopicBytes < 10
        {
            shape.kinds.removeLast()
        }
        return shape
    }

    /// A document of the shape; with fixed texts two of them differ in all else.
    func document(_ texts: HostileTexts, using random: inout SeededGenerator) -> Document {
        var textRandom = SeededGenerator(seed: texts.fixed ?? random.next())
        return Document(
            kinds.enumerated().map { index, kind in
                let value = Self.value(kind, texts, &textRandom, &random)
                // In one of the encodings only, in all, or with another value in each.
                return switch index % 4 {
                case 0: Document.Member("k\(index)", compact: nil, full: value, field: .init("f_\(index)", value))
                case 1: Document.Member("k\(index)", compact: value, full: nil)
                default: Document.Member("k\(index)", value, field: "f_\(index)")
                }
            }
        )
    }

    private static func kind(depth: Int, using random: inout SeededGenerator) -> Kind {
        let ends = [-99_999, -1000, -999, -1, 0, 1, 9, 10, 100, 150, 1000, 99_999, 1_000_000]
        let range = { (random: inout SeededGenerator) in
            let (a, b) = (ends.randomElement(using: &random) ?? 0, ends.randomElement(using: &random) ?? 0)
            return min(a, b)...max(a, b)
        }
        switch Int.random(in: 0..<(depth < 2 ? 12 : 9), using: &random) {
        case 0: return .null
        case 1: return .seconds
        case 2: return .boolean
        case 3: return .integer(range(&random))
        case 4: return .decimal(digits: Int.random(in: 0...4, using: &random), range(&random))
        case 5: return .code(mostBytes: Int.random(in: 0...12, using: &random))
        case 6, 7, 8: return .text(weight: Int.random(in: 0...4, using: &random))
        default:
            let count = Int.random(in: 0...6, using: &random)
            return .list((0..<count).map { _ in kind(depth: depth + 1, using: &random) })
        }
    }

    private static func value(
        _ kind: Kind,
        _ texts: HostileTexts,
        _ textRandom: inout SeededGenerator,
        _ random: inout SeededGenerator
    ) -> Document.Value {
        let number = { (range: ClosedRange<Int>, random: inout SeededGenerator) -> Int? in
            let wild = [nil, Int.min, Int.max, range.lowerBound, range.upperBound, 0]
            return Bool.random(using: &random)
                ? Int.random(in: range, using: &random) : wild.randomElement(using: &random) ?? nil
        }
        switch kind {
        case .null: return .null
        case .seconds: return .seconds(number(0...4_294_967_295, &random))
        case .boolean: return .boolean(Bool.random(using: &random))
        case .integer(let range): return .integer(number(range, &random), within: range)
        case .decimal(let digits, let range): return .decimal(number(range, &random), digits: digits, within: range)
        case .code(let mostBytes):
            let codes = [nil, "", "P", "Asia/Tokyo", "a\"b", "back\\", "ø", "2024-02-29", "tab\t", "thirteen long"]
            return .code(codes.randomElement(using: &random) ?? nil, mostBytes: mostBytes)
        case .text(let weight): return .text(texts.next(using: &textRandom), weight: weight)
        case .list(let kinds):
            return .list(kinds.map { Self.value($0, texts, &textRandom, &random) })
        }
    }
}
