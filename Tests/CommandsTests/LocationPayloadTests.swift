import Foundation
import TestSupport
import Testing
import Time
import Weather

@testable import Commands

/// The size of an MQTT 3.1.1 PUBLISH at QoS 1, counted by the specification.
private func packetBytes(topicBytes: Int, payload: [UInt8]) -> Int {
    let remaining = 2 + topicBytes + 2 + payload.count
    return 1 + (remaining < 128 ? 1 : 2) + remaining
}

private func object(_ payload: [UInt8]) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any])
}

@Suite struct LocationPayloadTests {
    private let topicBytes = "kiatsu/desk/location/response".utf8.count

    private func text(_ payload: [UInt8]) -> String { String(decoding: payload, as: UTF8.self) }

    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test(arguments: [
        (35.6465, 2, "35.65"), (139.6297, 4, "139.6297"), (35.6, 2, "35.6"), (35.004, 2, "35"), (-0.004, 2, "0"),
        (-0.006, 2, "-0.01"), (-179.996, 2, "-180"), (89.995, 0, "90"), (0.1 + 0.2, 6, "0.3"), (1.0625, 3, "1.063"),
        (-1.0625, 3, "-1.063"), (10, 0, "10"), (100, 6, "100"), (5.05, 1, "5.1"), (0.05, 9, "0.05"), (.nan, 2, "null"),
        (-.infinity, 2, "null"), (1e300, 2, "null"),
    ])
    func `numbers are rounded and carry no noise`(value: Double, decimals: Int, text: String) {
        #expect(JSONText.number(value, decimals: decimals) == text)
    }

    @Test func `an accepted command is answered with the rounded position`() throws {
        let reply = PositionReply.accepted(try place(35.6465, -139.6297), name: "世田谷区", id: .text("a\"b"))
        #expect(
            text(reply.payload(topicBytes: topicBytes, privacyDecimals: 2))
                == #"{"ok":true,"lat":35.65,"lng":-139.63,"n":"世田谷区","id":"a\"b"}"#
        )
        let bare = PositionReply.accepted(.origin, name: nil, id: nil)
        #expect(
            text(bare.payload(topicBytes: topicBytes, privacyDecimals: 0)) == #"{"ok":true,"lat":0,"lng":0,"n":null}"#
        )
    }

    @Test func `a refused command is answered with its code and message`() throws {
        let reply = PositionReply.refused(.upstream(id: .integer(-7)))
        let answer = try object(reply.payload(topicBytes: topicBytes, privacyDecimals: 2))
        #expect(answer["ok"] as? Bool == false)
        #expect(answer["error"] as? String == "upstream")
        #expect(answer["message"] as? String == PositionError.upstream().message)
        #expect(answer["id"] as? Int == -7)
    }

    @Test func `the codes are those of the contract, and one for a disk that cannot be written`() {
        #expect(
            PositionError.Code.allCases.map(\.rawValue) == [
                "malformed", "out_of_range", "too_large", "unknown_panel", "retained", "null_island",
                "inaccurate", "stale", "too_fast", "too_near", "too_soon", "rate_limited", "upstream", "storage",
            ]
        )
    }

    @Test func `every message fits whole beside a short id and the longest panel id`() throws {
        let topicBytes = 6 + 1 + 24 + "/location/response".utf8.count
        for error: PositionError in [
            .malformed("not two numbers with a comma between"), .outOfRange(id: .integer(1)),
            .tooLarge(maximumBytes: 1024),
            .unknownPanel(), .retained(), .stale(id: .integer(1)), .inaccurate(limitMetres: 1500, id: .integer(1)),
            .rateLimited(commandsPerMinute: 30, id: .integer(1)), .upstream(id: .integer(1)),
            .nullIsland(id: .integer(1)), .tooFast(limitKmh: 100_000, id: .integer(1)),
            .tooNear(limitMetres: 100_000, id: .integer(1)), .tooSoon(interval: .seconds(86_400), id: .integer(1)),
            .retainedFix(id: .integer(1)),
        ] {
            let answer = try object(PositionReply.refused(error).payload(topicBytes: topicBytes, privacyDecimals: 2))
            #expect(answer["message"] as? String == error.message)
        }
    }

    @Test(arguments: 1...120)
    func `text gives way to the packet's limit, the code and the longest id stay`(topicBytes: Int) throws {
        let id = String(repeating: "\\", count: 32)
        let name = String(repeating: "👨‍👩‍👧‍👦が", count: 60)
        let coordinate = try place(-89.123456, -179.123456)
        for code in PositionError.Code.allCases {
            let error = PositionError(code, name, id: .text(id))
            let payload = PositionReply.refused(error).payload(topicBytes: topicBytes, privacyDecimals: 6)
            #expect(packetBytes(topicBytes: topicBytes, payload: payload) <= 255)
            let answer = try object(payload)
            #expect(answer["error"] as? String == code.rawValue)
            #expect(answer["id"] as? String == id)
            #expect(name.hasPrefix(try #require(answer["message"] as? String)))
        }
        let reply = PositionReply.accepted(coordinate, name: name, id: .text(id))
        let payload = reply.payload(topicBytes: topicBytes, privacyDecimals: 6)
        #expect(packetBytes(topicBytes: topicBytes, payload: payload) <= 255)
        let answer = try object(payload)
        #expect(answer["id"] as? String == id)
        #expect(answer["lng"] as? Double == -179.123456)
    }

    @Test func `the cut wastes no room and keeps graphemes whole`() {
        #expect(JSONText.prefix(of: "aé👨‍👩‍👧が", bytes: 3) == "aé")
        #expect(JSONText.prefix(of: "aé👨‍👩‍👧が", bytes: 20) == "aé")
        #expect(JSONText.prefix(of: "aé👨‍👩‍👧が", bytes: 21) == "aé👨‍👩‍👧")
        #expect(JSONText.prefix(of: "a\"\u{1}", bytes: 3) == "a\"")
        #expect(JSONText.prefix(of: "a\"\u{1}", bytes: 9) == "a\"\u{1}")
        #expect(JSONText.prefix(of: "a", bytes: 0) == "")
        #expect(JSONText.prefix(of: "a", bytes: -5) == "")
        #expect(JSONText.prefix(of: "", bytes: 5) == "")
    }

    @Test func `whatever a name holds, JSON carries it`() throws {
        let name = String(String.UnicodeScalarView((0...0xFF).compactMap(Unicode.Scalar.init(_:)))) + "\u{2028}😀"
        let parsed = try JSONSerialization.jsonObject(
            with: Data(JSONText.string(name).utf8),
            options: .fragmentsAllowed
        )
        let text = try #require(parsed as? String)
        #expect(text.unicodeScalars.elementsEqual(name.unicodeScalars))
    }

    @Test func `the state says where, since when and why`() throws {
        var state = LocationState(
            coordinate: try place(35.6465, 139.6297),
            name: "世田谷区",
            timeZone: "Asia/Tokyo",
            source: .command,
            since: UTCInstant(unixSeconds: 1_644_048_000)
        )
        #expect(
            text(state.payload(topicBytes: 20, privacyDecimals: 2))
                == #"{"lat":35.65,"lng":139.63,"n":"世田谷区","tz":"Asia/Tokyo","src":"command","ts":1644048000}"#
        )
        state.name = nil
        state.timeZone = nil
        state.source = .config
        #expect(
            text(state.payload(topicBytes: 20, privacyDecimals: 1))
                == #"{"lat":35.6,"lng":139.6,"n":null,"tz":null,"src":"config","ts":1644048000}"#
        )
    }

    @Test(arguments: 1...100)
    func `the state keeps to the packet's limit`(topicBytes: Int) throws {
        let state = LocationState(
            coordinate: try place(-89.123456, -179.123456),
            name: String(repeating: "字\"", count: 200),
            timeZone: "America/Argentina/ComodRivadavia",
            source: .command,
            since: .distantFuture
        )
        let payload = state.payload(topicBytes: topicBytes, privacyDecimals: 6)
        #expect(packetBytes(topicBytes: topicBytes, payload: payload) <= 255)
        let answer = try object(payload)
        #expect(answer["tz"] as? String == "America/Argentina/ComodRivadavia")
        #expect(try #require(answer["n"] as? String).utf8.count > 0)
    }

    @Test(arguments: 64...254)
    func `for a small buffer the state leaves out what it must, the position last`(buffer: Int) throws {
        let state = LocationState(
            coordinate: try place(-89.123456, -179.123456),
            name: "世田谷区",
            timeZone: "Asia/Tokyo",
            source: .command,
            since: UTCInstant(unixSeconds: 1_795_262_400)
        )
        for topicBytes in [17, 23, 40, 60] {
            let payload = state.payload(topicBytes: topicBytes, privacyDecimals: 2, packetBytes: buffer)
            guard !payload.isEmpty else {
                #expect(buffer < 2 + 2 + topicBytes + 2 + #"{"lat":-89.12,"lng":-179.12}"#.utf8.count)
                continue
            }
            #expect(packetBytes(topicBytes: topicBytes, payload: payload) <= buffer)
            let told = try object(payload)
            #expect(told["lng"] as? Double == -179.12)
            #expect(told["src"] == nil || told["tz"] != nil)
            #expect(told["tz"] == nil || told["n"] != nil)
        }
    }

    @Test(arguments: 64...254)
    func `for a small buffer an answer leaves out what it must, the outcome last`(buffer: Int) throws {
        let coordinate = try place(-89.123456, -179.123456)
        for reply in [
            PositionReply.accepted(coordinate, name: "世田谷区", id: .text("abc")),
            .refused(.unknownPanel(id: .integer(7))),
        ] {
            let payload = reply.payload(topicBytes: 30, privacyDecimals: 2, packetBytes: buffer)
            guard !payload.isEmpty else {
                #expect(buffer < 80)
                continue
            }
            #expect(packetBytes(topicBytes: 30, payload: payload) <= buffer)
            #expect(try object(payload)["ok"] is Bool)
        }
    }

    // MARK: Random payloads

    private static let valid = [
        "35.6465,139.6297", "-90 180", "geo:35.6465,139.6297,40;crs=wgs84;u=35",
        #"{"lat":35.6465,"lng":139.6297,"acc":12,"tst":1644048000,"name":"世田谷区 \"x\"","id":"a-1"}"#,
        #"{"_type":"location","lat":35.6465,"lon":139.6297,"acc":15,"tid":"hk","tst":1644048000,"id":42}"#,
        #"{"reset":true,"id":"\u0000\ud83d\ude00"}"#,
    ]

    private func randomPayload(_ random: inout SeededGenerator) -> [UInt8] {
        guard Int.random(in: 0..<4, using: &random) > 0,
            var payload = Self.valid.randomElement(using: &random).map({ Array($0.utf8) })
        else {
            return (0..<Int.random(in: 0...80, using: &random)).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            }
        }
        let interesting = Array("{}[]\",:;=-+.e\\u09 \0".utf8) + [0x80, 0xC3, 0xF0, 0xFF]
        for _ in 0..<Int.random(in: 0...4, using: &random) where !payload.isEmpty {
            let index = Int.random(in: 0..<payload.count, using: &random)
            let byte = interesting.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<5, using: &random) {
            case 0: payload[index] = byte
            case 1: payload.insert(byte, at: index)
            case 2: payload.remove(at: index)
            case 3: payload.insert(contentsOf: payload[index...].prefix(40), at: index)
            default: payload.insert(contentsOf: Array(repeating: byte, count: 600), at: index)
            }
        }
        return payload
    }

    @Test(arguments: UInt64(0)..<100)
    func `whatever comes in, the reply is JSON within the limit`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rules = PositionRules(
            maximumAccuracyMetres: 13,
            commandsPerMinute: 20,
            minimumDistanceMetres: 5,
            minimumInterval: .seconds(3),
            maximumSpeedKmh: 1200,
            refusesNullIsland: true,
            refusesOutOfOrder: true
        )
        var state = PanelPositionState(rules: rules, configured: .origin)
        for step in 0..<100 {
            let now = UTCInstant(unixSeconds: 1_644_048_000 + step)
            let reply: PositionReply
            do throws(PositionError) {
                switch try PositionCommand.parse(payload: randomPayload(&random)) {
                case .ignored: continue
                case .change(let change):
                    _ = try state.judge(change, at: now)
                    guard case .set(let position) = change else { continue }
                    reply = .accepted(position.coordinate, name: position.name, id: position.id)
                }
            } catch {
                reply = .refused(error)
            }
            let payload = reply.payload(topicBytes: topicBytes, privacyDecimals: 2)
            #expect(packetBytes(topicBytes: topicBytes, payload: payload) <= 255)
            #expect(try object(payload)["ok"] is Bool)
        }
    }
}
