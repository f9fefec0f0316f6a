import Configuration
import Messaging
import TestSupport
import Testing
import Time
import Timelines
import Weather

@testable import Bridge

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let file = """
    panels:
      - {id: camper, location: "35.6465,139.6297", follow: ["owntracks/+/phone", ha/device_tracker/phone/+]}
      - {id: desk, location: "35.6465,139.6297"}
    """
/// In Sapporo.
private let fix = #"{"_type":"location","lat":43.0621,"lon":141.3544,"acc":20,"tst":1774699300}"#

private func following(_ yaml: String = file) async throws -> Rehearsal {
    var bridge = try await Rehearsal(yaml, at: noon + .seconds(600))
    bridge.run(until: noon + .seconds(600))
    bridge.published = []
    return bridge
}

extension Rehearsal {
    fileprivate mutating func hear(_ topic: String, _ payload: String, isRetained: Bool = false) {
        carryOut(
            state.receive(
                IncomingMessage(topic: topic, payload: Array(payload.utf8), isRetained: isRetained),
                at: now
            )
        )
    }
}

@Suite struct FollowTests {
    @Test func `a fix of a followed telephone moves the panel that follows it, and no other`() async throws {
        var bridge = try await following()
        bridge.hear("owntracks/me/phone", fix)
        let location = try #require(bridge.last("kiatsu/camper/location"))
        #expect(location.contains(#""lat":43.06"#) && location.contains(#""src":"follow""#), "\(location)")
        #expect(bridge.last("kiatsu/camper/weather/place")?.hasPrefix("Sapporo") == true)
        #expect(bridge.last("kiatsu/desk/location") == nil)
        #expect(!bridge.published.contains { $0.topic.hasSuffix("/response") }, "nobody asked")
    }

    @Test func `a fix that is refused by a rule is passed over without a word to anybody`() async throws {
        var bridge = try await following()
        bridge.hear("owntracks/me/phone", fix.replacing("\"acc\":20", with: "\"acc\":9000"))
        bridge.hear("owntracks/me/phone", #"{"_type":"location","lat":0,"lon":0,"acc":5,"tst":1774699300}"#)
        #expect(bridge.published.isEmpty)
        #expect(bridge.logged.filter { $0.contains("inaccurate") || $0.contains("null_island") }.count == 2)
        #expect(!bridge.logged.contains { $0.contains("43.") })
    }

    @Test func `the attributes of a Home Assistant tracker make one fix, a second after the last of them`() async throws
    {
        var bridge = try await following()
        let tracker = "ha/device_tracker/phone/"
        bridge.hear(tracker + "state", "not_home")
        bridge.hear(tracker + "source_type", #""gps""#)
        bridge.hear(tracker + "latitude", "43.0621")
        bridge.hear(tracker + "longitude", "141.3544")
        bridge.hear(tracker + "gps_accuracy", "20")
        #expect(bridge.published.isEmpty)
        bridge.run(until: bridge.now + .seconds(1))
        #expect(bridge.last("kiatsu/camper/location")?.contains(#""lat":43.06"#) == true)
        #expect(bridge.published.filter { $0.topic == "kiatsu/camper/location" }.count == 1)
    }

    @Test func `what is no position is told once`() async throws {
        var bridge = try await following()
        for _ in 0..<100 { bridge.hear("owntracks/me/phone", "hello") }
        #expect(bridge.warned.filter { $0.contains("has no position") }.count == 1)
        #expect(bridge.published.isEmpty)
    }

    @Test func `no panel follows a topic of ours, whatever the filter`() async throws {
        await #expect(throws: ConfigurationErrors.self) {
            try await following("panels: [{id: p, location: \"1,1\", follow: [+/+/location, elsewhere]}]")
        }
        var bridge = try await following("panels: [{id: p, location: \"1,1\", follow: elsewhere}]")
        // As if a filter had been taken from somewhere else.
        bridge.state.moves.follow(["+/+/location", "elsewhere"], for: "p")
        bridge.hear("kiatsu/other/location", #"{"lat":43.0621,"lng":141.3544}"#)
        #expect(bridge.published.isEmpty)
        bridge.hear("elsewhere", "43.0621,141.3544")
        #expect(bridge.last("kiatsu/p/location")?.contains(#""lat":43.06"#) == true)
    }

    /// 24 hours at 90 km/h with a fix every ten seconds, 2160 km of new cells.
    @Test func `a camper that drives all day asks for the weather every five minutes, and once an hour`() async throws {
        var bridge = try await following()
        bridge.reloads = []
        let start = bridge.now
        for step in 1...8640 {
            bridge.run(until: start + .seconds(step * 10))
            let latitude = 35.6465 + Double(step) * 0.25 / 111.2
            let tst = bridge.now.unixSeconds
            bridge.hear(
                "owntracks/me/phone",
                #"{"_type":"location","lat":\#(latitude),"lon":139.6297,"acc":9,"tst":\#(tst)}"#
            )
            if step % 500 == 0 { bridge.published = [] }
        }
        let asked = bridge.reloads.flatMap(\.cells)
        // Of its own cells one each five minutes; the desk's and its own once an hour besides.
        #expect(asked.count <= 288 + 2 * 25, "\(asked.count) of 2160 cells that it passed")
        #expect(asked.count >= 200, "and it does follow")
        let last = try #require(bridge.state.panels["camper"]?.coordinate.latitude)
        #expect(last > 35.6465 + 8640 * 0.25 / 111.2 - 0.3, "no more than five minutes behind")
        #expect(
            bridge.state.timelines.sets.allSatisfy { $0.scheduler.keys.count < 20 },
            "what is behind it is forgotten"
        )
    }
}
