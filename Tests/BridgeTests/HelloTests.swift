import Configuration
import Foundation
import Messaging
import Payloads
import Storage
import TestSupport
import Testing
import Time
import Widgets

@testable import Bridge

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let file = """
    encodings: [compact, full, frame, fields]
    panels:
      - {id: p, location: "35.6465,139.6297", widgets: [weather, conditions]}
      - {id: tiny, location: "35.6465,139.6297", widgets: [weather]}
    """

private func running(_ yaml: String = file) async throws -> Rehearsal {
    var bridge = try await Rehearsal(yaml, at: noon + .seconds(600))
    bridge.run(until: noon + .seconds(600))
    bridge.published = []
    return bridge
}

extension Rehearsal {
    /// The answer to a panel's hello, and the topic of the answer.
    fileprivate mutating func hello(_ payload: String, of panel: String) throws -> [String: Any] {
        let mark = published.count
        let message = IncomingMessage(topic: "kiatsu/\(panel)/hello", payload: Array(payload.utf8), isRetained: false)
        carryOut(state.receive(message, at: now))
        let answer = published.dropFirst(mark).last { $0.topic.hasSuffix("response") }
        let bytes = try #require(answer?.payload)
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    fileprivate func all(of panel: String) -> [OutgoingMessage] {
        var cache = EncodingCache()
        return state.presenter.messages(of: panel, .everything, cache: &cache, at: now)
    }

    fileprivate func encodings(of panel: String) -> [String: [Encoding]] {
        let widgets = state.panels[panel]?.configuration.widgets ?? []
        return Dictionary(uniqueKeysWithValues: widgets.map { ($0.widget, $0.encodings) })
    }
}

@Suite struct HelloTests {
    @Test func `a panel gets the encoding that it asks for, and nothing else of that widget stays`() async throws {
        var bridge = try await running()
        let answer = try bridge.hello(#"{"buf":256,"enc":"frame","w":296,"h":128,"id":7}"#, of: "p")
        #expect(answer["ok"] as? Bool == true && answer["id"] as? Int == 7)
        #expect(bridge.encodings(of: "p")["weather"] == [.frame])
        #expect(bridge.encodings(of: "p")["conditions"] == [.compact, .fields], "has no frame: of its own what fits")
        #expect(bridge.last("kiatsu/p/weather") == "" && bridge.last("kiatsu/p/weather/full") == "")
        #expect(bridge.last("kiatsu/p/weather/temperature") == "")
        #expect(try bridge.weather("kiatsu/p/weather/frame").date == noon)
        #expect(bridge.state.choices.displays["p"] == StoredDisplay(bufferBytes: 256, width: 296, height: 128))
        let listed = try bridge.ask("panels", #"{"panel":"p"}"#).listed.first?["display"] as? [String: Int]
        #expect(listed == ["buf": 256, "w": 296, "h": 128])
    }

    @Test func `a panel that names no encoding gets of the configured ones those that fit`() async throws {
        var bridge = try await running()
        _ = try bridge.hello(#"{"buf":256}"#, of: "p")
        #expect(
            bridge.encodings(of: "p") == ["weather": [.compact, .frame, .fields], "conditions": [.compact, .fields]]
        )
        _ = try bridge.hello(#"{"buf":1024}"#, of: "p")
        #expect(bridge.encodings(of: "p")["weather"] == [.compact, .full, .frame, .fields], "with new firmware")
        #expect(bridge.state.choices.chosen["p"]?["weather"] == nil, "and the file's word counts again")
        _ = try bridge.hello(#"{"buf":128}"#, of: "tiny")
        #expect(bridge.encodings(of: "tiny")["weather"] == [.frame])
    }

    @Test func `a choice for which the topic has no room is refused, and neither stored nor in force`() async throws {
        let panel = String(repeating: "p", count: 24)
        let base = String(repeating: "b", count: 64)
        let yaml = """
            mqtt: {base_topic: \(base)}
            panels: [{id: \(panel), location: "1,2", encodings: [full]}]
            """
        var bridge = try await running(yaml)
        let hello = IncomingMessage(
            topic: "\(base)/\(panel)/hello",
            payload: Array(#"{"buf":1048576,"enc":"fields","id":7}"#.utf8),
            isRetained: false
        )
        bridge.carryOut(bridge.state.receive(hello, at: bridge.now))
        let answer = try #require(bridge.published.last { $0.topic.hasSuffix("hello/response") })
        let object = try #require(try JSONSerialization.jsonObject(with: Data(answer.payload)) as? [String: Any])
        #expect(object["error"] as? String == "does_not_fit" && object["id"] as? Int == 7)
        #expect(bridge.encodings(of: panel)["weather"] == [.full])
        #expect(bridge.state.choices.chosen[panel] == nil && bridge.state.choices.displays[panel] == nil)
    }

    @Test func `what does not fit is refused with the arithmetic, and nothing changes`() async throws {
        var bridge = try await running()
        let before = bridge.encodings(of: "p")
        let wanted = try bridge.hello(#"{"buf":256,"enc":"full"}"#, of: "p")
        #expect(wanted["error"] as? String == "does_not_fit")
        #expect(wanted["message"] as? String == "weather: full takes up to 1024 bytes a packet, the buffer has 256")
        let any = try bridge.hello(#"{"buf":100,"id":"a"}"#, of: "p")
        #expect(any["error"] as? String == "does_not_fit" && any["id"] as? String == "a")
        #expect(bridge.encodings(of: "p") == before && bridge.state.choices.displays.isEmpty)
        let none = try bridge.hello(#"{"buf":256,"enc":"picture"}"#, of: "p")
        #expect(none["error"] as? String == "malformed")
        let stranger = try bridge.hello(#"{"buf":256}"#, of: "nobody")
        #expect(stranger["error"] as? String == "unknown_panel")
        #expect(bridge.published.last?.topic == "kiatsu/bridge/response")
    }

    @Test func `the answer fits into the panel's buffer`() async throws {
        var bridge = try await running()
        for buffer in [80, 100, 128, 255, 256, 1024] {
            for payload in [
                #"{"buf":\#(buffer),"enc":"frame"}"#, #"{"buf":\#(buffer)}"#, #"{"buf":\#(buffer),"enc":"full"}"#,
            ] {
                bridge.published = []
                let topic = "kiatsu/p/hello"
                bridge.carryOut(
                    bridge.state.receive(
                        IncomingMessage(topic: topic, payload: Array(payload.utf8), isRetained: false),
                        at: bridge.now
                    )
                )
                for answer in bridge.published where answer.topic.hasSuffix("response") {
                    let length = answer.topic.utf8.count + answer.payload.count
                    #expect(length + (length > 123 ? 7 : 6) <= buffer, "\(payload)")
                }
            }
        }
    }

    @Test func `who says another thing again and again has to wait for a minute, others have not`()
        async throws
    {
        var bridge = try await running()
        for width in 100..<110 {
            #expect(try bridge.hello(#"{"buf":256,"w":\#(width),"h":100}"#, of: "p")["ok"] as? Bool == true)
        }
        #expect(try bridge.hello(#"{"buf":256,"w":110,"h":100}"#, of: "p")["error"] as? String == "rate_limited")
        #expect(try bridge.hello(#"{"buf":256,"w":109,"h":100}"#, of: "p")["ok"] as? Bool == true, "nothing new")
        #expect(try bridge.hello(#"{"buf":256}"#, of: "tiny")["ok"] as? Bool == true)
        bridge.run(until: bridge.now + .seconds(60))
        #expect(try bridge.hello(#"{"buf":256,"w":110,"h":100}"#, of: "p")["ok"] as? Bool == true)
    }

    @Test func `a panel's clock is told the time`() async throws {
        var bridge = try await running()
        for _ in 0..<2 {
            let told = try bridge.hello(#"{"buf":256}"#, of: "p")["now"] as? Int
            #expect(told == Int(bridge.now.unixSeconds))
            bridge.run(until: bridge.now + .seconds(90))
        }
    }

    @Test func `what does not fit a panel's buffer is cleared below it, and comes back with a larger one`() async throws
    {
        var bridge = try await running()
        let position = bridge.all(of: "p").first { $0.topic.hasSuffix("/location") }
        _ = try bridge.hello(#"{"buf":128,"enc":"frame"}"#, of: "p")
        for message in bridge.all(of: "p") {
            let size = PacketBudget.packetSize(
                topicBytes: message.topic.utf8.count,
                payloadBytes: message.payload.count
            )
            #expect(size <= 128, "\(message.topic)")
        }
        #expect(bridge.last("kiatsu/p/conditions") == "", "has no frame, and nothing else that fits")
        #expect(try bridge.weather("kiatsu/p/weather/frame").date == noon)
        _ = try bridge.hello(#"{"buf":256}"#, of: "p")
        #expect(bridge.last("kiatsu/p/conditions")?.isEmpty == false)
        #expect(bridge.last("kiatsu/p/location") == position.map { String(decoding: $0.payload, as: UTF8.self) })
    }

    @Test func `an answer to a position fits the panel's buffer, too`() async throws {
        var bridge = try await running()
        _ = try bridge.hello(#"{"buf":128,"enc":"frame"}"#, of: "tiny")
        for payload in ["43.0621,141.3544", "nonsense", #"{"lat":1,"id":"12345678901234567890123456789012"}"#] {
            let mark = bridge.published.count
            let message = IncomingMessage(
                topic: "kiatsu/tiny/location/set",
                payload: Array(payload.utf8),
                isRetained: false
            )
            bridge.carryOut(bridge.state.receive(message, at: bridge.now))
            bridge.run(until: bridge.now + .seconds(60))
            for answer in bridge.published.dropFirst(mark) where answer.topic == "kiatsu/tiny/location/response" {
                #expect(answer.topic.utf8.count + answer.payload.count + 6 <= 128, "\(payload)")
            }
        }
    }

    @Test func `saying hello again at each wake writes nothing`() async throws {
        var bridge = try await running()
        _ = try bridge.hello(#"{"buf":256}"#, of: "p")
        bridge.published = []
        _ = try bridge.hello(#"{"buf":256}"#, of: "p")
        #expect(bridge.published.count == 1, "the answer alone")
    }
}
