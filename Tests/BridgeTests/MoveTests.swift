import Messaging
import Payloads
import Storage
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Bridge
@testable import Places

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let panel = "panels: [{id: p, location: \"35.6465,139.6297\", language: ja}]"
private let set = "kiatsu/p/location/set"
private let sapporo = GridCell(containing: Coordinate(latitude: 43.0621, longitude: 141.3544) ?? .origin)

private func running(_ yaml: String = panel) async throws -> Rehearsal {
    var bridge = try await Rehearsal(yaml, at: noon + .seconds(600))
    bridge.run(until: noon + .seconds(600))
    bridge.published = []
    return bridge
}

@Suite struct MoveTests {
    @Test func `a position changes place, graph and position together, then is answered`() async throws {
        var bridge = try await running()
        bridge.send("43.0621,141.3544", to: set)
        #expect(bridge.last("kiatsu/p/location/response")?.contains("\"ok\":true,\"lat\":43.06,\"lng\":141.35") == true)
        #expect(bridge.last("kiatsu/p/weather/temperature") == "4.3")
        #expect(bridge.last("kiatsu/p/weather/place")?.hasPrefix("札幌") == true)
        #expect(bridge.last("kiatsu/p/location")?.contains("\"src\":\"command\"") == true)
        #expect(bridge.published.last?.topic == "kiatsu/p/location/response")
        #expect(bridge.shown["p"]?.cell == sapporo)
        #expect(bridge.reloads.last?.cells == [sapporo])
    }

    @Test func `the newest command wins over one that was held back`() async throws {
        var bridge = try await running("location: {commands_per_minute: 1}\n" + panel)
        bridge.send("1,1", to: set)
        bridge.send("10,10", to: set)
        // The window opens, and before the bridge wakes up for it a newer command comes.
        bridge.now = bridge.now + .seconds(61)
        bridge.send("52.5,13.4", to: set)
        bridge.run(until: bridge.now + .seconds(120))
        #expect(bridge.last("kiatsu/p/location")?.contains("\"lat\":52.5,\"lng\":13.4") == true)
    }

    @Test func `going to and fro asks for each place once an hour`() async throws {
        var bridge = try await running("location: {commands_per_minute: 6000}\n" + panel)
        for _ in 0..<20 {
            bridge.send("43.0621,141.3544", to: set)
            bridge.send("{\"reset\":true}", to: set)
        }
        #expect(bridge.reloads.count == 2)
    }

    @Test func `a retained command that is cleared is no command`() async throws {
        var bridge = try await running()
        bridge.send("", to: set, isRetained: true)
        #expect(bridge.published.isEmpty)
    }

    @Test func `a refusal carries the request's id`() async throws {
        var bridge = try await running()
        bridge.send("{\"lat\":1,\"lng\":2,\"id\":\"abc\"}", to: "kiatsu/nosuch/location/set")
        #expect(bridge.last("kiatsu/bridge/response")?.contains("\"id\":\"abc\"") == true)
        bridge.send("{\"lat\":1,\"lng\":2,\"id\":5}", to: set, isRetained: true)
        #expect(bridge.last("kiatsu/p/location/response")?.contains("\"id\":5") == true)
    }

    @Test func `nothing of a move shows before it is on disk and named`() async throws {
        var bridge = try await running()
        bridge.storesAtOnce = false
        bridge.send("43.0621,141.3544", to: set)
        #expect(bridge.published.isEmpty)
        let generation = bridge.state.moves.lastGeneration
        bridge.carryOut(
            bridge.state.placed(
                panel: "p",
                generation: generation,
                NamedPlace(timeZone: "Asia/Tokyo", name: "札幌市"),
                at: bridge.now
            )
        )
        #expect(bridge.published.isEmpty)
        bridge.carryOut(bridge.state.stored(panel: "p", generation: generation, at: bridge.now))
        #expect(bridge.last("kiatsu/p/weather/place") == "札幌市")
    }

    @Test func `without weather there the old place stays whole, stale, until it comes`() async throws {
        var bridge = try await running()
        bridge.upstream = { cell, now in
            cell == sapporo ? .failure(serverError) : .success(Rehearsal.forecast(cell, at: now))
        }
        bridge.send("{\"lat\":43.0621,\"lng\":141.3544,\"id\":7}", to: set)
        let answer = try #require(bridge.last("kiatsu/p/location/response"))
        #expect(answer.contains("\"error\":\"upstream\"") && answer.contains("\"id\":7"))
        #expect(bridge.last("kiatsu/p/weather/place") == nil, "no new name over the old graph")
        #expect(try bridge.weather("kiatsu/p/weather/frame").isStale == true)
        #expect(bridge.last("kiatsu/p/status") == "stale", "told at once, not at the next hour")
        bridge.run(until: noon.addingHours(1))
        #expect(bridge.last("kiatsu/p/weather/place") == "世田谷区")
        #expect(bridge.last("kiatsu/p/status") == "stale")
        bridge.upstream = { .success(Rehearsal.forecast($0, at: $1)) }
        bridge.run(until: noon.addingHours(2))
        #expect(bridge.last("kiatsu/p/weather/place")?.hasPrefix("札幌") == true)
        #expect(bridge.last("kiatsu/p/weather/temperature") == "4.3")
        #expect(bridge.last("kiatsu/p/status") == "fresh")
    }

    @Test func `a position that cannot be stored is refused and nothing changes`() async throws {
        var bridge = try await running()
        bridge.storesAtOnce = false
        bridge.send("43.0621,141.3544", to: set)
        bridge.carryOut(
            bridge.state.storingFailed(
                panel: "p",
                generation: bridge.state.moves.lastGeneration,
                reason: "the disk is full",
                at: bridge.now
            )
        )
        #expect(bridge.last("kiatsu/p/location/response")?.contains("\"error\":\"storage\"") == true)
        #expect(bridge.state.panels["p"]?.position == nil)
        bridge.storesAtOnce = true
        bridge.send("43.0621,141.3544", to: set)
        #expect(bridge.last("kiatsu/p/location/response")?.contains("\"ok\":true") == true)
    }

    @Test func `a position that cannot be stored leaves an earlier one on its way`() async throws {
        var bridge = try await running()
        bridge.upstream = { cell, now in
            cell == sapporo ? .failure(serverError) : .success(Rehearsal.forecast(cell, at: now))
        }
        bridge.send("43.0621,141.3544", to: set)
        bridge.storesAtOnce = false
        bridge.send("1,1", to: set)
        bridge.carryOut(
            bridge.state.storingFailed(
                panel: "p",
                generation: bridge.state.moves.lastGeneration,
                reason: "the disk is full",
                at: bridge.now
            )
        )
        bridge.upstream = { .success(Rehearsal.forecast($0, at: $1)) }
        bridge.run(until: noon.addingHours(2))
        #expect(bridge.last("kiatsu/p/weather/place")?.hasPrefix("札幌") == true)
        #expect(bridge.state.timelines.sets.map(\.scheduler.keys) == [[.place(sapporo)]])
    }

    @Test func `two commands into one new cell ask once`() async throws {
        var bridge = try await running()
        bridge.storesAtOnce = false
        let before = bridge.reloads.count
        bridge.send("43.0621,141.3544", to: set)
        bridge.send("43.0622,141.3545", to: set)
        #expect(bridge.reloads.count == before + 1)
    }

    @Test func `over the limit the newest waits and is applied when the window opens`() async throws {
        var bridge = try await running("location: {commands_per_minute: 2}\n" + panel)
        for latitude in 1...5 { bridge.send("\(latitude),100", to: set) }
        let answers = bridge.published.filter { $0.topic == "kiatsu/p/location/response" }
            .map { String(decoding: $0.payload, as: UTF8.self) }
        #expect(answers.filter { $0.contains("\"ok\":true") }.count == 2)
        #expect(answers.filter { $0.contains("rate_limited") }.count == 3)
        #expect(bridge.last("kiatsu/p/location")?.contains("\"lat\":2,") == true)
        bridge.run(until: bridge.now + .seconds(61))
        #expect(bridge.last("kiatsu/p/location")?.contains("\"lat\":5,") == true)
    }

    @Test(arguments: [
        ("", "malformed"), ("nonsense", "malformed"), ("NaN,1", "malformed"), ("{\"lat\":1}", "malformed"),
        ("91,0", "out_of_range"), ("0,-181", "out_of_range"), (String(repeating: "1", count: 1025), "too_large"),
        ("{\"lat\":1,\"lng\":1,\"acc\":9000}", "inaccurate"),
    ])
    func `what is wrong is refused with its code`(payload: String, code: String) async throws {
        var bridge = try await running()
        bridge.send(payload, to: set)
        #expect(bridge.last("kiatsu/p/location/response")?.contains("\"error\":\"\(code)\"") == true)
        #expect(bridge.published.count == 1)
    }

    @Test func `retained, unknown and outdated commands are refused with their codes`() async throws {
        var bridge = try await running()
        bridge.send("1,1", to: set, isRetained: true)
        #expect(bridge.last("kiatsu/p/location/response")?.contains("\"error\":\"retained\"") == true)
        bridge.send("1,1", to: "kiatsu/other/location/set")
        #expect(bridge.last("kiatsu/bridge/response")?.contains("\"error\":\"unknown_panel\"") == true)
        let tst = bridge.now.unixSeconds
        bridge.send("{\"lat\":1,\"lng\":1,\"tst\":\(tst)}", to: set)
        bridge.send("{\"lat\":2,\"lng\":2,\"tst\":\(tst - 60)}", to: set)
        #expect(bridge.last("kiatsu/p/location/response")?.contains("\"error\":\"stale\"") == true)
        #expect(bridge.last("kiatsu/p/location")?.contains("\"lat\":1,") == true)
    }

    @Test func `an answer goes to the response topic with the correlation data`() async throws {
        var bridge = try await running("mqtt: {response_prefixes: [my]}\n" + panel)
        bridge.send("1,1", to: set, responseTopic: "my/answers", correlationData: [9, 0, 7])
        let answer = try #require(bridge.published.last)
        #expect(answer.topic == "my/answers" && answer.correlationData == [9, 0, 7] && !answer.isRetained)
    }

    @Test(arguments: ["kiatsu/p/weather", "kiatsu/bridge/state", "my/answers", "a/+/b", "#", "$SYS/x"])
    func `a response topic cannot be used to write elsewhere`(topic: String) async throws {
        var bridge = try await running()
        bridge.send("nonsense", to: set, responseTopic: topic, correlationData: [1])
        #expect(bridge.published.map(\.topic) == ["kiatsu/p/location/response"])
    }

    @Test(arguments: ["owntracks/me/phone", "ha/phone", "homeassistant/status", "homeassistant/sensor/x/config"])
    func `no answer goes where it would move a panel, or tell Home Assistant something`(topic: String) async throws {
        let household = """
            mqtt: {response_prefixes: [owntracks, ha, homeassistant]}
            panels:
              - {id: p, location: "35.6465,139.6297"}
              - {id: q, location: "35.6465,139.6297", follow: [owntracks/me/phone, ha/#]}
            """
        var bridge = try await running(household)
        bridge.send("43.0621,141.3544", to: set, responseTopic: topic, correlationData: [1])
        #expect(bridge.last("kiatsu/p/location/response")?.contains("\"ok\":true") == true)
        bridge.send("{}", to: "kiatsu/bridge/request/panels", responseTopic: topic)
        #expect(!bridge.published.contains { $0.topic == topic })
        bridge.send("nonsense", to: set, responseTopic: "owntracks/answers")
        #expect(bridge.published.last?.topic == "owntracks/answers")
    }

    @Test(arguments: ["kiatsu/q/location/response", "kiatsu/q/hello/response", "kiatsu/q/location/set"])
    func `no answer to a panel goes to another one`(topic: String) async throws {
        var bridge = try await running()
        for (command, answers) in [(set, "location/response"), ("kiatsu/p/hello", "hello/response")] {
            bridge.send("nonsense", to: command, responseTopic: topic)
            #expect(bridge.published.last?.topic == "kiatsu/p/\(answers)")
        }
        bridge.send("{}", to: "kiatsu/bridge/request/panels", responseTopic: topic)
        #expect(bridge.published.last?.topic == "kiatsu/bridge/response/panels")
    }

    @Test func `reset leads back to the configured position and name`() async throws {
        var bridge = try await running("panels: [{id: p, location: \"35.6465,139.6297\", name: Zuhause}]")
        bridge.send("{\"lat\":43.0621,\"lng\":141.3544,\"name\":\"Camp\"}", to: set)
        #expect(bridge.last("kiatsu/p/location/response")?.contains("\"ok\":true") == true)
        bridge.send("{\"reset\":true}", to: set)
        #expect(bridge.last("kiatsu/p/location")?.contains("\"src\":\"config\"") == true)
        #expect(bridge.state.panels["p"]?.position == nil)
    }

    @Test func `a refresh asks again, once a minute`() async throws {
        var bridge = try await running()
        bridge.send("", to: "kiatsu/p/refresh")
        #expect(bridge.reloads.count == 1, "it was asked less than a minute ago")
        bridge.run(until: bridge.now + .seconds(61))
        bridge.send("", to: "kiatsu/p/refresh")
        bridge.send("", to: "kiatsu/p/refresh")
        #expect(bridge.reloads.count == 2)
    }

    @Test func `cells that nobody is in are forgotten`() async throws {
        var bridge = try await running("location: {commands_per_minute: 6000}\n" + panel)
        for latitude in 0..<80 { bridge.send("\(latitude),0", to: set) }
        #expect(bridge.state.timelines.sets.map(\.scheduler.keys.count) == [1])
    }

    @Test func `ten thousand payloads of any kind leave the bridge answering`() async throws {
        var bridge = try await running("location: {commands_per_minute: 6000}\n" + panel)
        var random = SystemRandomNumberGenerator()
        for _ in 0..<10_000 {
            let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            bridge.carryOut(
                bridge.state.receive(IncomingMessage(topic: set, payload: bytes, isRetained: false), at: bridge.now)
            )
            bridge.published = bridge.published.suffix(20)
        }
        bridge.send("43.0621,141.3544", to: set)
        #expect(bridge.last("kiatsu/p/location/response")?.contains("\"ok\":true") == true)
    }
}
