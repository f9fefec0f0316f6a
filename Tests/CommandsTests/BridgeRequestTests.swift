import Commands
import Foundation
import TestSupport
import Testing
import Topics

@Suite struct BridgeRequestTests {
    private func read(_ json: String) throws(RequestError) -> BridgeRequest {
        try BridgeRequest(payload: Array(json.utf8), verb: "panel/options")
    }

    @Test func `each verb reads the members that it needs`() throws {
        let request = try read(
            #"{"panel":"p","widget":"day","options":{"slogan":"a \"b\"","quote_length":30,"#
                + #""categories":["a","b"],"language":null},"reset":true,"transaction":"t"}"#
        )
        #expect(request.panel == "p" && request.widget == "day" && request.isReset)
        #expect(request.transaction == .text("t"))
        #expect(request.options.keys.sorted() == ["categories", "language", "quote_length", "slogan"])
        #expect(request.options["slogan"] == "a \"b\"")
        #expect(request.options["quote_length"] == "30")
        #expect(request.options["categories"] == "a,b")
        #expect(request.options["language"] == .some(nil), "to be reset, not absent")
        #expect(request.options["family"] == nil)
        #expect(try read(#"{"page":3}"#).page == 3)
    }

    @Test(arguments: [
        "", "{}", "{ }\n", "\u{FEFF}{}\r\n", #"{"others":[{"a":1}]}"#,
        #"{"panel":null,"options":null,"transaction":null}"#,
    ])
    func `nothing is asked for where nothing is said`(json: String) throws {
        let request = try read(json)
        #expect(request == (try read("{}")))
        #expect(request.transaction == nil && request.panel == nil && request.options.isEmpty && !request.isReset)
        #expect(request.page == nil)
    }

    @Test(arguments: [
        ("0", RequestIdentifier.integer(0)), ("-9223372036854775808", .integer(.min)), (#""""#, .text("")),
        (#""\u0000\n\"""#, .text("\0\n\"")),
        ("\"\(String(repeating: "é", count: 32))\"", .text(String(repeating: "é", count: 32))),
    ])
    func `a transaction is a text or a whole number`(json: String, transaction: RequestIdentifier) throws {
        #expect(try read("{\"transaction\":\(json)}").transaction == transaction)
    }

    @Test(arguments: [
        ("{", "not JSON"), ("nonsense", "not JSON"), ("{}{}", "not JSON"),
        ("[]", "not a JSON object"),
        ("7", "not a JSON object"), ("\"panel\"", "not a JSON object"), (#"{"panel":7}"#, "panel has the wrong type"),
        (#"{"widget":[]}"#, "widget has the wrong type"), (#"{"options":[]}"#, "options has the wrong type"),
        (#"{"options":{"a":true}}"#, "options.a has the wrong type"),
        (#"{"options":{"a":1.5}}"#, "options.a has the wrong type"),
        (#"{"options":{"a":{}}}"#, "options.a has the wrong type"),
        (#"{"options":{"a":[1]}}"#, "options.a has the wrong type"), (#"{"reset":1}"#, "reset has the wrong type"),
        (#"{"page":"2"}"#, "page has the wrong type"),
        (#"{"transaction":1e99}"#, "transaction has the wrong type"),
        (#"{"transaction":{}}"#, "transaction has the wrong type"),
    ])
    func `what cannot be read is refused in words, with an example`(json: String, words: String) {
        let error = #expect(throws: RequestError.self) { try read(json) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains(#"{"panel":"kitchen""#) == true)
    }

    @Test(arguments: [
        ("panel/add", #"{"id":"kitchen","location":"#), ("panel/remove", #"{"panel":"kitchen","#),
        ("panels", #"{"page":1"#), ("snapshot", #""widget":"weather""#),
    ])
    func `the example is the verb's own`(verb: String, example: String) {
        let error = #expect(throws: RequestError.self) { try BridgeRequest(payload: [0x78], verb: verb) }
        #expect(error?.message.contains(example) == true)
    }

    @Test(arguments: [#"{"panel":"a","panel":"b"}"#, #"{"options":{"language":"a","language":"b"},"transaction":4}"#])
    func `a key that stands there twice is refused`(json: String) {
        let error = #expect(throws: RequestError.self) { try read(json) }
        #expect(error?.message.contains("stands there twice") == true)
        #expect(json.contains("transaction") == (error?.transaction == .integer(4)))
    }

    @Test func `what is echoed cannot steer a terminal, and means the same`() throws {
        let id = RequestIdentifier.text("\u{1B}[2J\u{9B}\u{202E}x\u{E0041}")
        let payload = BridgeReply.error("no “\u{1B}[31m”").payload(transaction: id)
        let text = try #require(String(validating: payload, as: UTF8.self))
        #expect(
            !text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}" }
        )
        let object = try JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any]
        #expect(object?["transaction"] as? String == "\u{1B}[2J\u{9B}\u{202E}x\u{E0041}")
        #expect(RequestError("a\u{1B}b\nc").message == "a b\nc")
    }

    @Test func `bytes that are no text are refused`() {
        for bytes in [[0xFF, 0xFE], [0x7B, 0x22, 0x80, 0x22, 0x3A, 0x31, 0x7D], [0]] as [[UInt8]] {
            #expect(throws: RequestError.self) { try BridgeRequest(payload: bytes, verb: "panels") }
        }
    }

    @Test func `a payload may have 1024 bytes, a transaction 64`() throws {
        func payload(_ count: Int) -> String { #"{"panel":""# + String(repeating: "p", count: count - 12) + #""}"# }
        #expect(try read(payload(1024)).panel?.count == 1012)
        let tooLarge = #expect(throws: RequestError.self) { try read(payload(1025)) }
        #expect(tooLarge?.message.contains("1024") == true)
        let long = String(repeating: "é", count: 33)
        let tooLong = #expect(throws: RequestError.self) { try read("{\"transaction\":\"\(long)\"}") }
        #expect(tooLong?.message.contains("64") == true)
    }

    @Test(arguments: ["[", "{\"a\":", "{\"options\":{\"a\":"])
    func `nesting without end is refused`(opening: String) {
        let text = String(repeating: opening, count: 1024 / opening.utf8.count)
        #expect(throws: RequestError.self) { try read(text) }
        #expect(throws: RequestError.self) {
            try read(String(repeating: "[", count: 512) + String(repeating: "]", count: 512))
        }
    }

    /// Valid requests with a few bytes removed, replaced, repeated or put in, and bytes of no order at all.
    @Test(arguments: UInt64(0)..<500)
    func `no payload traps, and what is read is bounded`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bytes = Array(
            #"{"panel":"p","widget":"day","options":{"a":"b","c":[],"d":null},"reset":false,"transaction":-1}"#.utf8
        )
        if seed % 5 == 0 {
            bytes = (0..<Int.random(in: 0...1100, using: &random)).map { _ in .random(in: 0...255, using: &random) }
        }
        for _ in 0..<Int.random(in: 1...10, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, index + Int.random(in: 1...20, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.removeSubrange(index..<end)
            case 1: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
            case 2: bytes.insert(contentsOf: bytes[index..<end], at: Int.random(in: 0..<bytes.count, using: &random))
            default:
                let pieces = ["{", "}", "[", "\"", "\\u0000", "\\ud800", "null", "1e999", "-", ",", ":", "\u{0}"]
                bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: index)
            }
        }
        do throws(RequestError) {
            let request = try BridgeRequest(payload: bytes, verb: "refresh")
            #expect(bytes.count <= 1024)
            if case .text(let text) = request.transaction { #expect(text.utf8.count <= 64) }
            let reply = BridgeReply.error("no").payload(transaction: request.transaction)
            #expect((try? JSONSerialization.jsonObject(with: Data(reply))) != nil, "the echo is JSON")
        } catch {
            #expect((20...400).contains(error.message.count))
            #expect(!error.message.contains("\n"))
        }
    }
}

@Suite struct BridgeReplyTests {
    private func object(_ reply: BridgeReply, _ transaction: RequestIdentifier?) throws -> [String: Any] {
        let payload = Data(reply.payload(transaction: transaction))
        return try #require(try JSONSerialization.jsonObject(with: payload) as? [String: Any])
    }

    @Test func `an answer has its data, an error its words, and both the transaction`() throws {
        let ok = BridgeReply.ok(data: Array(#"{"a":[1]}"#.utf8))
        #expect(String(decoding: ok.payload(transaction: nil), as: UTF8.self) == #"{"status":"ok","data":{"a":[1]}}"#)
        #expect(
            String(decoding: ok.payload(transaction: .integer(-7)), as: UTF8.self)
                == #"{"status":"ok","data":{"a":[1]},"transaction":-7}"#
        )
        #expect(
            String(decoding: BridgeReply.error("no").payload(transaction: .text("t")), as: UTF8.self)
                == #"{"status":"error","error":"no","transaction":"t"}"#
        )
    }

    @Test(arguments: ["\"}", "\\", "\0\u{1}\u{1F}", "line\nbreak\r\t", "世田谷区 🌸", "\u{7F}\u{2028}", "</script>"])
    func `texts are escaped, in errors as in transactions`(text: String) throws {
        let reply = try object(.error(text), .text(text))
        #expect(reply["error"] as? String == text && reply["transaction"] as? String == text)
        #expect(Set(reply.keys) == ["status", "error", "transaction"])
    }
}

@Suite struct RequestTopicTests {
    @Test(
        arguments: [
            ("kiatsu/bridge/request/snapshot", "snapshot"), ("kiatsu/bridge/request/panel/options", "panel/options"),
            ("kiatsu/bridge/request/a/b/c/d", "a/b/c/d"), ("kiatsu/bridge/request/", ""),
            ("kiatsu/bridge/request", nil),
            ("kiatsu/bridge/requests/x", nil), ("kiatsu/bridge/response/snapshot", nil),
            ("kiatsu/desk/request/snapshot", nil), ("other/bridge/request/snapshot", nil),
            ("kiatsu/bridge/Request/snapshot", nil),
        ] as [(String, String?)]
    )
    func `a request's topic names its verb, known or not`(topic: String, verb: String?) {
        #expect(Topics(base: "kiatsu").command(at: topic) == verb.map(CommandTopic.request))
    }

    @Test(arguments: UInt64(0)..<200)
    func `no topic traps, and none is a command of somebody else's`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let levels = [
            "kiatsu", "bridge", "request", "location", "set", "refresh", "hello", "", "é", "e\u{301}", "p", "\u{0}",
            "+", "#",
            "$",
        ]
        let topic = (0..<Int.random(in: 0...6, using: &random)).map { _ in levels.randomElement(using: &random) ?? "" }
            .joined(separator: "/")
        guard let command = Topics(base: "kiatsu").command(at: topic) else { return }
        var panel: String?
        switch command {
        case .location(let id):
            panel = id
            #expect(topic == "kiatsu/\(id)/location/set" && id != "bridge" && !id.isEmpty)
        case .refresh(let id):
            panel = id
            #expect(topic == "kiatsu/\(id)/refresh" && id != "bridge" && !id.isEmpty)
        case .hello(let id):
            panel = id
            #expect(topic == "kiatsu/\(id)/hello" && id != "bridge" && !id.isEmpty)
        case .request(let verb): #expect(topic == "kiatsu/bridge/request/\(verb)")
        }
        let prefixes = ["kiatsu", topic]
        let isAllowed = Topics(base: "kiatsu").allowsResponse(on: topic, toPanel: panel, prefixes: prefixes)
        #expect(!isAllowed, "no answer becomes a command")
    }
}
