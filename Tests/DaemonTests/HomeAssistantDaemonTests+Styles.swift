import Configuration
import Foundation
import Messaging
import Payloads
import TestSupport
import Testing
import Time

@testable import Bridge

private let nodes = ["kiatsu_bridge", "kiatsu_p", "kiatsu_q"]
private let documents = ["bridge", "p", "q"].map { "kiatsu/bridge/homeassistant/\($0)" }

extension HomeAssistantDaemonTests {
    // MARK: Styles

    @Test(arguments: [true, false])
    func `another style tells of the move, then clears, then announces, and off clears`(isReloaded: Bool) async throws {
        let topics = try await TopicRecorder(installation.broker, filter: "homeassistant/#")
        let device = deviceTopics(nodes)
        var component: Set<String> = []
        for node in nodes { component.formUnion(try componentTopics(of: node, try await document(of: node))) }
        let styles = [("device", device), ("component", component), ("device", device), ("off", [])]
        func check(_ old: Set<String>, _ new: Set<String>, since mark: Int) async throws {
            // A device's topic fades out by itself: Home Assistant warns of an empty one that it has let go.
            let fades = old == device && !new.isEmpty
            let migration = #"{"migrate_discovery":true}"#
            for topic in old { try await topics.first(on: topic, since: mark) { $0.text == (fades ? migration : "") } }
            for topic in new { try await topics.first(on: topic, since: mark) { $0.text.hasPrefix("{\"") } }
            let expected = new.isEmpty ? [] : new.union(documents)
            let fading = fades ? old : []
            let found = discovery(in: try await retained(expected, fading: fading))
            #expect(found.subtracting(fading) == expected)
            let seen = topics.all(since: mark, try await topics.settled())
            let moves = seen.indices.filter { seen[$0].text == migration }
            let clears = seen.indices.filter { seen[$0].text.isEmpty }
            let announcements = seen.indices.filter { seen[$0].text.count > 40 }
            #expect(seen.count == moves.count + clears.count + announcements.count)
            let cleared = fades ? [] : old
            #expect(Set(clears.map { seen[$0].topic }) == cleared && clears.count == cleared.count)
            #expect(Set(announcements.map { seen[$0].topic }) == new && announcements.count == new.count)
            guard !old.isEmpty, !new.isEmpty else { return }
            #expect(Set(moves.map { seen[$0].topic }) == old && moves.count == old.count)
            let order = [moves.max() ?? 0, clears.min() ?? 0, clears.max() ?? 0, announcements.min() ?? 0]
            #expect(fades || order == order.sorted(), "first all that moves, then the old topics, then announcements")
            #expect((moves.max() ?? 0) < (announcements.min() ?? 0))
        }
        if isReloaded {
            try await installation.run(installation.configuration(yaml("device"))) { daemon in
                try await check([], device, since: 0)
                for (before, after) in zip(styles, styles.dropFirst()) {
                    let mark = topics.mark
                    daemon.reload(try installation.configuration(yaml(after.0)))
                    try await check(before.1, after.1, since: mark)
                }
            }
        } else {
            var before: Set<String> = []
            for (style, wanted) in styles {
                let mark = topics.mark
                try await installation.run(installation.configuration(yaml(style))) { _ in
                    try await check(before, wanted, since: mark)
                }
                before = wanted
            }
        }
    }

    @Test func `another prefix is announced, and nothing is left of the old one`() async throws {
        try await installation.run(installation.configuration(yaml("device"))) { daemon in
            let before = discovery(in: try await retained(deviceTopics(nodes).union(documents)))
            #expect(before.count == 6)
            let topics = try await TopicRecorder(installation.broker)
            daemon.reload(try installation.configuration(yaml("device, prefix: ha/test")))
            let expected = deviceTopics(nodes, "ha/test").union(documents)
            let found = discovery(in: try await retained(expected))
            #expect(found == expected)
            try installation.broker.publish("homeassistant/status", "online")
            _ = try await topics.settled()
            let now = installation.clock.now
            let next = await installation.clock.nextSleep()
            #expect(next > now + .seconds(10), "nobody listens to the old one")
            try installation.broker.publish("ha/test/status", "online")
            _ = await installation.clock.nextSleep { $0 <= now + .seconds(10) }
        }
    }

    @Test func `a style that changed while the broker was away is made good at the next start`() async throws {
        let lasting = ["allow_anonymous true", "persistence true", "persistence_location $DIRECTORY/"]
        let tests = HomeAssistantDaemonTests(try Installation(broker: lasting))
        let installation = tests.installation
        try await installation.run(installation.configuration(yaml("device"))) { daemon in
            let before = discovery(in: try await tests.retained(deviceTopics(nodes).union(documents)))
            #expect(before.count == 6)
            installation.broker.stop()
            try await installation.logs("connection to the broker was lost")
            daemon.reload(try installation.configuration(yaml("component")))
            try await installation.logs("configuration read again")
        }
        try installation.broker.restart()
        let kept = try await BrokerObserver.retained(in: installation.broker)
        #expect(discovery(in: kept).isSuperset(of: deviceTopics(nodes)))
        var expected = Set(documents)
        for node in nodes { expected.formUnion(try componentTopics(of: node, try await tests.document(of: node))) }
        try await installation.run(installation.configuration(yaml("component"))) { _ in
            // Those of the devices fade out.
            let fading = deviceTopics(nodes)
            let found = discovery(in: try await tests.retained(expected, fading: fading))
            #expect(found.subtracting(fading) == expected)
        }
    }
}
