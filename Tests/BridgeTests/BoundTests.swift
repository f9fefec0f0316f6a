import Messaging
import Payloads
import Storage
import Support
import Testing
import Time
import Timelines
import Topics
import Weather
import Widgets

@testable import Bridge
@testable import Inbox

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let panel = """
    encodings: [compact]
    panels: [{id: p, location: "35.6465,139.6297", language: ja}]
    """

private func running() async throws -> Rehearsal {
    var bridge = try await Rehearsal(panel, at: noon + .seconds(600))
    bridge.run(until: noon + .seconds(600))
    bridge.published = []
    return bridge
}

/// Everything that waits in the engine has a bound, whatever is sent and however slow the disk is.
@Suite struct BoundTests {
    @Test func `choices that the disk does not keep up with are refused, and taken again later`() async throws {
        var bridge = try await running()
        bridge.storesOptionsAtOnce = false
        for _ in 0..<100 { bridge.set("weather", #""language":"de""#) }
        #expect(bridge.optionsToStore.count == 64)
        #expect(bridge.published.count == 36)
        #expect(bridge.last("kiatsu/bridge/response/panel/options")?.contains("64 choices wait for the disk") == true)
        let failed = bridge.optionsToStore.removeLast()
        bridge.carryOut(bridge.state.storingOptionsFailed(failed, reason: "the disk is full"))
        bridge.storeOptions()
        for _ in 0..<100 { bridge.set("weather", #""language":"fr""#) }
        #expect(bridge.optionsToStore.count == 64)
    }

    @Test func `a choice that changes no topics does not have all topics written down`() async throws {
        var bridge = try await running()
        bridge.storesOptionsAtOnce = false
        bridge.set("weather", #""language":"de""#)
        bridge.set("weather", #""encodings":"compact,frame""#)
        let clears = bridge.optionsToStore.map { request in
            bridge.state.optionsStored(request, at: bridge.now).contains {
                if case .manifest(.clear) = $0 { true } else { false }
            }
        }
        #expect(clears == [false, true])
    }

    @Test func `topics that are wanted again are not cleared again`() async throws {
        var bridge = try await running()
        var manifest = ManifestState(bridge.state.presenter, before: [])
        let wanted = ManifestState.retainedTopics(of: bridge.state.presenter)
        let frame = "kiatsu/p/weather/frame"
        for _ in 0..<3 { _ = manifest.clear([frame], wanted: wanted) }
        #expect(manifest.clearing.map(\.topic) == [frame])
        bridge.set("weather", #""encodings":"frame""#)
        _ = manifest.clear(["kiatsu/p/weather"], wanted: ManifestState.retainedTopics(of: bridge.state.presenter))
        #expect(manifest.clearing.map(\.topic) == ["kiatsu/p/weather"])
    }

    @Test func `names are only looked for where somebody is`() async throws {
        var bridge = try await running()
        let home = bridge.state.panels["p"]?.nameKeys ?? []
        bridge.send("43.0621,141.3544", to: "kiatsu/p/location/set")
        let there = bridge.state.panels["p"]?.nameKeys ?? []
        #expect(home.count == 1 && there.count == 1)
        #expect(bridge.state.panels.wanted(home.union(there)) == there)
    }

    @Test func `no long topic waits in the inbox`() async throws {
        let inbox = Inbox(Topics(base: "kiatsu"), panels: ["p"])
        let long = String(repeating: "x", count: 2000)
        inbox.take(.received(IncomingMessage(topic: "kiatsu/\(long)/location/set", payload: [], isRetained: false)))
        inbox.take(
            .received(
                IncomingMessage(topic: "kiatsu/p/refresh", payload: [], isRetained: false, responseTopic: long)
            )
        )
        var taken: [IncomingMessage] = []
        while let message = inbox.nextMessage() { taken.append(message) }
        #expect(taken == [IncomingMessage(topic: "kiatsu/p/refresh", payload: [], isRetained: false)])
    }

    @Test func `a flood of one topic does not displace what waits of another`() {
        var queue = MessageQueue(mostMessages: 100, mostBytes: 1 << 20)
        func message(_ topic: String, _ text: String) -> IncomingMessage {
            IncomingMessage(topic: topic, payload: Array(text.utf8), isRetained: false)
        }
        queue.append(message("kiatsu/quiet/location/set", "1,1"))
        for number in 0..<5000 { queue.append(message("kiatsu/loud/location/set", "\(number),0")) }
        queue.append(message("kiatsu/late/location/set", "2,2"))
        var taken: [IncomingMessage] = []
        while let next = queue.popFirst() { taken.append(next) }
        #expect(taken.count == 100)
        #expect(taken.first?.topic == "kiatsu/quiet/location/set")
        #expect(taken.last?.topic == "kiatsu/late/location/set")
        #expect(taken.dropFirst().first?.payload == Array("4902,0".utf8))
        #expect(taken.dropLast().last?.payload == Array("4999,0".utf8))
        #expect(queue.droppedCount == 4902)
    }

    @Test func `large messages have less room, and none is kept that fills it alone`() {
        var queue = MessageQueue(mostMessages: 100, mostBytes: 1000)
        for _ in 0..<10 {
            queue.append(IncomingMessage(topic: "t", payload: [UInt8](repeating: 0, count: 299), isRetained: false))
        }
        var count = 0
        while queue.popFirst() != nil { count += 1 }
        #expect(count == 3)
        queue.append(IncomingMessage(topic: "t", payload: [UInt8](repeating: 0, count: 2000), isRetained: false))
        #expect(queue.popFirst() == nil)
    }

    @Test func `garbage after a position does not displace it, nor do commands to panels that are not there`() {
        let inbox = Inbox(Topics(base: "kiatsu"), panels: ["p", "q"])
        func send(_ panel: String, _ text: String) {
            let topic = "kiatsu/\(panel)/location/set"
            inbox.take(.received(IncomingMessage(topic: topic, payload: Array(text.utf8), isRetained: false)))
        }
        send("p", "1,1")
        send("q", "2,2")
        for number in 0..<6000 { send("p", "garbage \(number)") }
        for number in 0..<6000 { send("nobody\(number)", "3,3") }
        var taken: [IncomingMessage] = []
        while let message = inbox.nextMessage() { taken.append(message) }
        #expect(taken.count == 4096 && inbox.droppedCount == 12_002 - 4096)
        #expect(taken.prefix(2).map(\.payload) == [Array("1,1".utf8), Array("2,2".utf8)])
        #expect(taken.last?.topic == "kiatsu/nobody5999/location/set")
    }

    @Test func `who asks for a panel again without end does not fill the log`() async throws {
        var bridge = try await running()
        let message = IncomingMessage(topic: "kiatsu/p/refresh", payload: [], isRetained: false)
        let lines = (0..<1000).flatMap { _ in bridge.state.receive(message, at: bridge.now) }.filter {
            if case .log(.info, _) = $0 { true } else { false }
        }
        #expect(lines.count == 30)
    }
}
