import Commands
import Foundation
import TestSupport
import Testing
import Time

@Suite struct HelloRequestTests {
    private func read(_ json: String) throws(HelloError) -> HelloRequest { try HelloRequest(payload: Array(json.utf8)) }

    @Test func `a panel tells its buffer, its encodings and its screen`() throws {
        let hello = try read(#"{"buf":256,"enc":"frame","w":296,"h":128,"id":7,"fw":"1.2"}"#)
        #expect(hello.bufferBytes == 256 && hello.encodings == ["frame"] && hello.id == .integer(7))
        #expect(hello.screen == HelloRequest.Screen(width: 296, height: 128))
        let bare = try read(#"{"buf":64}"#)
        #expect(bare.bufferBytes == 64 && bare.encodings.isEmpty && bare.screen == nil && bare.id == nil)
        #expect(try read(#"{"buf":1048576,"enc":null,"w":null,"h":null,"id":null}"#).bufferBytes == 1_048_576)
    }

    @Test(arguments: [
        (#""frame""#, ["frame"]), (#"["frame","compact"]"#, ["frame", "compact"]),
        (#""compact, frame""#, ["compact", "frame"]), (#"["full","full","x y"]"#, ["full", "x y"]),
        (#"["a,b"," c "]"#, ["a", "b", "c"]),
    ])
    func `encodings are a name or a list, in the order of liking`(json: String, names: [String]) throws {
        #expect(try read(#"{"buf":256,"enc":\#(json)}"#).encodings == names)
    }

    @Test(arguments: [
        (#""strips""#, ["strips"]), (#"["strips","label","strips"]"#, ["strips", "label"]), (#""none""#, ["none"]),
        (#""raw, png""#, ["raw", "png"]),
    ])
    func `forms of pictures are a name or a list, and colours one name`(json: String, names: [String]) throws {
        let hello = try read(#"{"buf":256,"pic":\#(json),"col":"bwr"}"#)
        #expect(hello.pictures == names && hello.colors == "bwr")
        let silent = try read(#"{"buf":256,"pic":null,"col":null}"#)
        #expect(silent.pictures == nil && silent.colors == nil)
    }

    @Test(arguments: [
        (#"{"buf":256,"pic":[]}"#, "pic names no"), (#"{"buf":256,"pic":" "}"#, "pic names no"),
        (#"{"buf":256,"pic":1}"#, "pic has the wrong type"), (#"{"buf":256,"col":["bw"]}"#, "col has the wrong type"),
        ("", "not JSON"), ("{", "not JSON"), ("hello", "not JSON"), ("[]", "not a JSON object"),
        ("{}", "buf is missing"),
        (#"{"buf":null}"#, "buf is missing"), (#"{"buf":63}"#, "64 to 1048576"), (#"{"buf":1048577}"#, "64 to 1048576"),
        (#"{"buf":-1}"#, "64 to 1048576"), (#"{"buf":"256"}"#, "buf has the wrong type"), (#"{"buf":1e99}"#, "buf"),
        (#"{"buf":256.5}"#, "buf"), (#"{"buf":256,"enc":7}"#, "enc has the wrong type"),
        (#"{"buf":256,"enc":[7]}"#, "enc has the wrong type"), (#"{"buf":256,"enc":[]}"#, "enc names no"),
        (#"{"buf":256,"enc":""}"#, "enc names no"), (#"{"buf":256,"enc":" , "}"#, "enc names no"),
        (#"{"buf":256,"w":296}"#, "come together"), (#"{"buf":256,"h":128}"#, "come together"),
        (#"{"buf":256,"w":0,"h":128}"#, "1 to 4096"), (#"{"buf":256,"w":296,"h":4097}"#, "1 to 4096"),
        (#"{"buf":256,"w":"296","h":128}"#, "w has the wrong type"),
        (#"{"buf":256,"id":true}"#, "id has the wrong type"),
        (#"{"buf":256,"id":{}}"#, "id has the wrong type"),
        (#"{"buf":256,"id":"\#(String(repeating: "é", count: 33))"}"#, "64"),
    ])
    func `what is wrong is told, with an example of what is right`(json: String, words: String) {
        let error = #expect(throws: HelloError.self) { try read(json) }
        #expect(error?.code == .malformed)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains(#"{"buf":256,"enc":"frame","w":296,"h":128}"#) == true)
    }

    @Test func `the id is kept for the answer where it could be read`() {
        for json in [
            #"{"id":7}"#, #"{"buf":"x","id":7}"#, #"{"buf":256,"w":1,"id":7}"#, #"{"buf":256,"enc":{},"id":7}"#,
        ] {
            let error = #expect(throws: HelloError.self) { try read(json) }
            #expect(error?.id == .integer(7), "\(json)")
        }
    }

    @Test func `a payload may have 1024 bytes`() throws {
        let padding = String(repeating: " ", count: 1024 - 11)
        #expect(try read(#"{"buf":256}"# + padding).bufferBytes == 256)
        let error = #expect(throws: HelloError.self) { try read(#"{"buf":256}"# + padding + " ") }
        #expect(error?.code == .tooLarge)
    }

    @Test(arguments: UInt64(0)..<300)
    func `no payload traps, and what is read is bounded`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var bytes = Array(#"{"buf":256,"enc":["frame","compact"],"w":296,"h":128,"id":"seven"}"#.utf8)
        for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes.remove(at: index)
            case 1: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
            default: bytes.insert(contentsOf: bytes[index...].prefix(30), at: index)
            }
        }
        do throws(HelloError) {
            let hello = try HelloRequest(payload: bytes)
            #expect((64...1_048_576).contains(hello.bufferBytes))
            if case .text(let text)? = hello.id { #expect(text.utf8.count <= 64) }
        } catch {
            #expect((20...300).contains(error.message.count))
        }
    }
}

@Suite struct HelloReplyTests {
    private let topicBytes = "kiatsu/desk/hello/response".utf8.count

    private func text(_ reply: HelloReply, topicBytes: Int? = nil, buffer: Int = 256) -> String? {
        reply.payload(topicBytes: topicBytes ?? self.topicBytes, bufferBytes: buffer)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private let accepted = HelloReply.accepted(
        [.init(name: "weather", encodings: ["frame", "compact"]), .init(name: "day", encodings: [])],
        id: .integer(7)
    )

    @Test func `what is picked is told, and what does not fit`() {
        #expect(text(accepted) == #"{"ok":true,"widgets":{"weather":["frame","compact"],"day":[]},"id":7}"#)
        #expect(text(.accepted([], id: nil)) == #"{"ok":true,"widgets":{}}"#)
        #expect(
            text(.refused(HelloError(.doesNotFit, "a \"b\"", id: .text("x"))))
                == #"{"ok":false,"error":"does_not_fit","message":"a \"b\"","id":"x"}"#
        )
        #expect(
            HelloError.Code.allCases.map(\.rawValue) == [
                "malformed", "too_large", "unknown_panel", "does_not_fit", "rate_limited", "storage",
            ]
        )
    }

    /// The size of a PUBLISH at QoS 1, counted by the specification of MQTT 3.1.1.
    private func packetBytes(topicBytes: Int, payload: [UInt8]) -> Int {
        let remaining = 2 + topicBytes + 2 + payload.count
        return 1 + (remaining < 128 ? 1 : 2) + remaining
    }

    @Test(arguments: 64...300)
    func `the packet is no longer than the client's buffer, and the message gives way`(buffer: Int) throws {
        for topicBytes in [20, 26, 49, 100] {
            for id in [nil, RequestIdentifier.integer(.min), .text(String(repeating: "\\", count: 32))] {
                let message = String(repeating: "字\"", count: 100)
                for reply in [accepted, .refused(HelloError(.doesNotFit, message, id: id))] {
                    guard let payload = reply.payload(topicBytes: topicBytes, bufferBytes: buffer) else {
                        #expect(buffer < topicBytes + 120)
                        continue
                    }
                    let size = packetBytes(topicBytes: topicBytes, payload: payload)
                    #expect(size <= min(buffer, 255))
                    let object = try JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any]
                    #expect(object?["ok"] is Bool)
                    guard case .refused = reply else { continue }
                    #expect(object?["error"] as? String == "does_not_fit")
                    let text = object?["message"] as? String ?? ""
                    #expect(message.hasPrefix(text))
                    #expect(size >= min(buffer, 255) - 20, "no room is wasted")
                }
            }
        }
    }

    @Test func `pictures are told with their size, and give way before the answer does`() {
        let widgets = [HelloReply.Widget(name: "weather", encodings: ["frame", "compact"])]
        let drawing = HelloReply.Drawing(pictures: ["strips", "label"], size: "296x128")
        let reply = HelloReply.accepted(widgets, drawing, id: .integer(7))
        let drawn = #""pictures":["strips","label"],"size":"296x128""#
        #expect(text(reply) == #"{"ok":true,"widgets":{"weather":["frame","compact"]},\#(drawn),"id":7}"#)
        #expect(text(reply, buffer: 110) == #"{"ok":true,\#(drawn),"id":7}"#)
        #expect(text(reply, buffer: 64) == #"{"ok":true,"id":7}"#)
    }

    @Test(arguments: [
        (256, #"; send for example {"buf":256,"enc":"frame","w":296,"h":128}"#), (128, #"send {"buf":256}"#),
    ])
    func `an error keeps its remedy, whatever room there is`(buffer: Int, remedy: String) throws {
        for payload in [#"{"enc":"frame"}"#, "hello", #"{"buf":256,"buf":128}"#, #"{"buf":256,"w":1}"#] {
            let error = try #require(
                #expect(throws: HelloError.self) { try HelloRequest(payload: Array(payload.utf8)) }
            )
            let answer = try #require(HelloReply.refused(error).payload(topicBytes: topicBytes, bufferBytes: buffer))
            #expect(packetBytes(topicBytes: topicBytes, payload: answer) <= buffer)
            let object = try JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any]
            let message = try #require(object?["message"] as? String)
            #expect(message.hasSuffix(remedy), "\(message)")
        }
    }

    @Test func `the time gives way to nothing but the answer itself`() {
        let widgets = [HelloReply.Widget(name: "weather", encodings: ["frame", "compact"])]
        let reply = HelloReply.accepted(widgets, now: UTCInstant(unixSeconds: 1_795_262_425), id: .integer(7))
        let told = #""widgets":{"weather":["frame","compact"]}"#
        #expect(text(reply) == #"{"ok":true,"now":1795262425,\#(told),"id":7}"#)
        #expect(text(reply, buffer: 100) == #"{"ok":true,"now":1795262425,"id":7}"#)
        #expect(text(reply, buffer: 68) == #"{"ok":true,"now":1795262425,"id":7}"#)
        #expect(text(reply, buffer: 64) == #"{"ok":true,"id":7}"#)
    }

    @Test func `where nothing fits there is no answer`() {
        #expect(text(accepted, buffer: 64) == #"{"ok":true,"id":7}"#)
        #expect(text(accepted, topicBytes: 50, buffer: 64) == nil)
        #expect(text(.refused(HelloError(.unknownPanel, "no")), buffer: 64) == nil)
    }
}
