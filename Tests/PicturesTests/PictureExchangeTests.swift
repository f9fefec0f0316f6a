import Foundation
import TestSupport
import Testing
import Time
import Weather
import Widgets

@testable import Pictures

struct PictureExchangeTests {
    private static func request(_ change: (inout PictureRequest) -> Void = { _ in }) -> PictureRequest {
        var request = PictureRequest(
            widget: "weather",
            entry: Array(#"{"place":"世田谷区"}"#.utf8),
            context: DisplayContext(
                settings: DisplaySettings(language: "ja", units: .metric, family: .large),
                options: ["wind_unit": "m/s"],
                placeName: "世田谷区 \u{0} \u{1F300}",
                hour: UTCInstant(unixSeconds: 1_774_699_200),
                isStale: true
            ),
            isExpired: true,
            size: .standard,
            colors: .blackWhiteRed,
            theme: .dark,
            rotation: .quarter,
            fonts: "Noto Serif CJK JP",
            forms: [
                .png, .raw, .deflate, .packbits, .strips(mostBytes: 512), .label(mostBytes: 256), .svg, .pixels,
            ]
        )
        change(&request)
        return request
    }

    private static let picture = Picture(
        id: 0xDEAD_BEEF,
        parts: [
            Picture.Part(form: 0, bytes: [1, 2, 3]), Picture.Part(form: 1, bytes: []),
            Picture.Part(form: 4, bytes: [4]), Picture.Part(form: 4, bytes: [5, 6]),
        ],
        missing: [MissingGlyph(scalar: 0x1F300, package: "fonts-noto-color-emoji")]
    )

    private static func frame(_ bytes: [UInt8]) throws -> Envelope {
        var reader = EnvelopeReader(mostBytes: PictureExchange.mostAnswerBytes)
        _ = try reader.take(bytes[..<Envelope.prefixBytes])
        return try #require(try reader.take(bytes[Envelope.prefixBytes...]))
    }

    private static func read(_ request: PictureRequest) throws -> PictureRequest {
        try PictureExchange.request(in: frame(PictureExchange.bytes(of: request)))
    }

    private static func answer(_ header: String, _ body: [UInt8] = []) -> Result<Picture, PictureError>? {
        PictureExchange.answer(in: Envelope(header: Array(header.utf8), body: body), to: request())
    }

    // MARK: Requests

    @Test(arguments: [0, 1, 5000])
    func `a background goes beside the entry`(count: Int) throws {
        let request = Self.request { $0.background = (0..<count).map { UInt8(truncatingIfNeeded: $0) } }
        #expect(try Self.read(request) == request)
        #expect(try Self.frame(PictureExchange.bytes(of: request)).body.count == request.entry.count + count)
        // It is none of what JSON says of a request elsewhere.
        let json = try JSONEncoder().encode(request)
        #expect(try JSONDecoder().decode(PictureRequest.self, from: json).background.isEmpty)
    }

    @Test(arguments: [-1, 24, .max])
    func `a background that is cut short is refused`(length: Int) throws {
        var head = Self.request()
        head.entry = []
        head.backgroundBytes = length
        let frame = Envelope(header: Array(try JSONEncoder().encode(head)), body: Array(repeating: 0, count: 23))
        #expect(throws: PictureError.self) { try PictureExchange.request(in: frame) }
    }

    @Test func `a request that was sent is the request that is read`() throws {
        #expect(try Self.read(Self.request()) == Self.request())
    }

    @Test func `an entry goes as it is and not as JSON in JSON`() throws {
        let entry = [UInt8](repeating: 0xFF, count: 500_000)
        let bytes = try PictureExchange.bytes(of: Self.request { $0.entry = entry })
        #expect(bytes.count < 502_000)
        #expect(try Self.frame(bytes).body == entry)
    }

    @Test func `a request of more than a mebibyte is not sent`() throws {
        let spare = try PictureExchange.bytes(of: Self.request { $0.entry = [] }).count
        let most = (1 << 20) - spare
        #expect(
            try PictureExchange.bytes(of: Self.request { $0.entry = [UInt8](repeating: 1, count: most) }).count == 1
                << 20
        )
        #expect(throws: PictureError.self) {
            try PictureExchange.bytes(of: Self.request { $0.entry = [UInt8](repeating: 1, count: most + 1) })
        }
    }

    @Test(arguments: ["", "null", "{}", "[]", "{", #"{"widget":"weather"}"#, "\u{FF}"])
    func `a header that is no request is not understood`(header: String) {
        let error = #expect(throws: PictureError.self) {
            try PictureExchange.request(in: Envelope(header: Array(header.utf8), body: []))
        }
        guard case .notUnderstood = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [
        (#""width":296"#, #""width":1000000"#), (#""width":296"#, #""width":-1"#),
        (#""width":296"#, #""width":9223372036854775807"#), (#""height":128"#, #""height":0"#),
        (#""entry":[]"#, #""entry":[1]"#), (#"{"raw":{}}"#, #"{"png":{}}"#), (#""colors":"bwr""#, #""colors":"rgb""#),
    ])
    func `what nobody may ask is not understood`(good: String, bad: String) throws {
        var frame = try Self.frame(PictureExchange.bytes(of: Self.request()))
        let header = String(decoding: frame.header, as: UTF8.self)
        try #require(header.contains(good))
        frame.header = Array(header.replacing(good, with: bad).utf8)
        #expect(throws: PictureError.self) { try PictureExchange.request(in: frame) }
    }

    @Test func `a form is written as its name with its limit, and read from nothing else`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let forms: [PictureRequest.Form] = [.png, .strips(mostBytes: 512), .label(mostBytes: 256), .svg, .pixels]
        let json = #"[{"png":{}},{"strips":{"mostBytes":512}},{"label":{"mostBytes":256}},{"svg":{}},{"pixels":{}}]"#
        #expect(String(decoding: try encoder.encode(forms), as: UTF8.self) == json)
        #expect(try JSONDecoder().decode([PictureRequest.Form].self, from: Data(json.utf8)) == forms)
        for wrong in ["{}", #"{"gif":{}}"#, #"{"strips":{}}"#, #"{"png":{},"raw":{}}"#, #""png""#] {
            #expect(throws: DecodingError.self, "\(wrong)") {
                try JSONDecoder().decode(PictureRequest.Form.self, from: Data(wrong.utf8))
            }
        }
    }

    @Test func `there are no more than sixteen forms`() throws {
        let forms = (1...17).map { PictureRequest.Form.strips(mostBytes: $0) }
        #expect(try Self.read(Self.request { $0.forms = Array(forms.dropLast()) }).forms.count == 16)
        #expect(throws: PictureError.self) { try Self.read(Self.request { $0.forms = forms }) }
    }

    // MARK: Answers

    @Test func `a picture that was sent is the picture that is read`() throws {
        let frame = try Self.frame(PictureExchange.bytes(of: .success(Self.picture)))
        #expect(PictureExchange.answer(in: frame, to: Self.request()) == .success(Self.picture))
    }

    @Test(arguments: [PictureError.notUnderstood("a \"b\"\n"), .unavailable("c"), .failed("")])
    func `an error that was sent is the error that is read`(error: PictureError) throws {
        let frame = try Self.frame(PictureExchange.bytes(of: .failure(error)))
        #expect(PictureExchange.answer(in: frame, to: Self.request()) == .failure(error))
    }

    @Test func `an error is cut where it is long`() throws {
        let error = PictureError.failed(String(repeating: "x", count: 1_000_000))
        let bytes = PictureExchange.bytes(of: .failure(error))
        #expect(bytes.count < 3_000)
    }

    @Test func `a picture that is too large is told as a failure`() throws {
        let large = Picture.Part(form: 0, bytes: [UInt8](repeating: 0, count: 64 << 20))
        let frame = try Self.frame(PictureExchange.bytes(of: .success(Picture(id: 1, parts: [large], missing: []))))
        let answer = try #require(PictureExchange.answer(in: frame, to: Self.request()))
        #expect(throws: PictureError.self) { try answer.get() }
        #expect(frame.body.isEmpty)
    }

    @Test func `at most 32 missing characters are told`() throws {
        var picture = Self.picture
        picture.missing = (0..<40).map { MissingGlyph(scalar: $0, package: "p") }
        let frame = try Self.frame(PictureExchange.bytes(of: .success(picture)))
        let answer = try #require(PictureExchange.answer(in: frame, to: Self.request()))
        #expect(try answer.get().missing == Array(picture.missing.prefix(32)))
    }

    @Test(arguments: [
        // The body is longer than its parts, and shorter.
        #"{"picture":{"_0":{"id":1,"parts":[{"form":0,"bytes":2}],"missing":[]}}}"#,
        #"{"picture":{"_0":{"id":1,"parts":[{"form":0,"bytes":4}],"missing":[]}}}"#,
        #"{"picture":{"_0":{"id":1,"parts":[{"form":0,"bytes":-1},{"form":0,"bytes":4}],"missing":[]}}}"#,
        #"{"picture":{"_0":{"id":1,"parts":[{"form":0,"bytes":9223372036854775807}],"missing":[]}}}"#,
        // Forms that were not asked for, and in another order.
        #"{"picture":{"_0":{"id":1,"parts":[{"form":8,"bytes":3}],"missing":[]}}}"#,
        #"{"picture":{"_0":{"id":1,"parts":[{"form":-1,"bytes":3}],"missing":[]}}}"#,
        #"{"picture":{"_0":{"id":1,"parts":[{"form":1,"bytes":3},{"form":0,"bytes":0}],"missing":[]}}}"#,
        #"{"picture":{"_0":{"id":-1,"parts":[{"form":0,"bytes":3}],"missing":[]}}}"#,
        #"{"error":{"_0":{"kind":"failed","text":"a body with an error"}}}"#,
        #"{"error":{"_0":{"kind":"other","text":""}}}"#, "{}", "", "null",
    ])
    func `what is no answer to the request is none`(header: String) {
        #expect(Self.answer(header, [1, 2, 3]) == nil)
    }

    @Test func `the answers of that table are such but for what is wrong with them`() {
        let good = #"{"picture":{"_0":{"id":1,"parts":[{"form":0,"bytes":3}],"missing":[]}}}"#
        #expect(Self.answer(good, [1, 2, 3]) != nil)
        #expect(Self.answer(#"{"error":{"_0":{"kind":"failed","text":""}}}"#) == .failure(.failed("")))
    }

    @Test(arguments: UInt64(0)..<200)
    func `a damaged answer is an answer or none, and never more`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var frame = try Self.frame(PictureExchange.bytes(of: .success(Self.picture)))
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let index = Int.random(in: 0..<frame.header.count, using: &random)
            frame.header[index] = .random(in: 0...255, using: &random)
        }
        guard case .success(let picture) = PictureExchange.answer(in: frame, to: Self.request()) else { return }
        #expect(picture.parts.map(\.bytes.count).reduce(0, +) == frame.body.count)
        #expect(picture.parts.allSatisfy { 0..<8 ~= $0.form })
    }
}
