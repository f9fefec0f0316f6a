import Foundation
import Payloads
import TestSupport
import Testing
import Time

private let noon = Installation.noon
private let twoPanels = """
    panels:
      - {id: tokyo, location: "35.6465,139.6297", language: ja}
      - {id: berlin, location: "52.52,13.405", language: de}
    """

/// All that the two panels and the bridge retain.
private let retainedTopics: Set<String> = {
    let fields = [
        "temperature", "place", "pressure", "pressures", "icons", "temperatures", "labels", "condition", "trend",
        "updated", "updated_time",
    ]
    let ofPanel = fields.map { "weather/\($0)" } + ["weather", "weather/frame", "status", "location"]
    return Set(["tokyo", "berlin"].flatMap { panel in ofPanel.map { "kiatsu/\(panel)/\($0)" } })
        .union(["kiatsu/bridge/state", "kiatsu/bridge/info"])
}()

@Suite(.timeLimit(.minutes(4)))
struct ReconnectionTests {
    private let installation: Installation

    init() throws {
        installation = try Installation()
    }

    /// Waits until every retained topic has been seen, and then for an answer, which comes after all that was sent.
    private func everything(_ topics: TopicRecorder) async throws {
        for topic in retainedTopics { try await topics.first(on: topic) }
        try installation.broker.publish("kiatsu/tokyo/location/set", "nonsense")
        try await topics.first(on: "kiatsu/tokyo/location/response")
    }

    @Test func `an empty broker gets every topic back exactly once, and none of them stale`() async throws {
        let before = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(twoPanels)) { _ in
            for panel in ["tokyo", "berlin"] { try await before.status("fresh", of: panel) }
            installation.broker.kill()
            try await installation.logs("connection to the broker was lost")
            await installation.advanceToHourMark()
            let hour = noon.addingHours(1)
            _ = await installation.clock.nextSleep { $0 > hour }

            try installation.broker.restart()
            let after = try await TopicRecorder(installation.broker)
            try await everything(after)
            let settled = try await after.settled()
            for topic in retainedTopics { #expect(after.all(on: topic, settled).count == 1, "\(topic)") }
            for panel in ["tokyo", "berlin"] {
                for topic in ["kiatsu/\(panel)/weather", "kiatsu/\(panel)/weather/frame"] {
                    #expect(try after.all(on: topic, settled).first?.weather.date == hour)
                }
                #expect(after.all(on: "kiatsu/\(panel)/status", settled).first?.text == "fresh")
            }
            #expect(after.all(on: "kiatsu/bridge/state", settled).first?.text == "online")
            let retained = try await BrokerObserver.retained(in: installation.broker)
            #expect(Set(retained.keys).subtracting(["kiatsu/bridge/health"]) == retainedTopics)
        }
    }

    @Test func `a daemon that finds no broker waits for it and publishes all`() async throws {
        installation.broker.kill()
        try await installation.run(installation.configuration(twoPanels)) { _ in
            try await installation.logs("Nothing accepts connections")
            _ = await installation.upstream.request(1)
            try installation.broker.restart()
            let topics = try await TopicRecorder(installation.broker)
            for panel in ["tokyo", "berlin"] { try await topics.status("fresh", of: panel) }
            try await everything(topics)
            let retained = try await BrokerObserver.retained(in: installation.broker)
            #expect(Set(retained.keys).subtracting(["kiatsu/bridge/health"]) == retainedTopics)
            #expect(retained["kiatsu/bridge/state"]?.text == "online")
        }
    }

    @Test func `a daemon that stops says offline and clears nothing else`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(twoPanels)) { _ in try await everything(topics) }
        let retained = try await BrokerObserver.retained(in: installation.broker)
        #expect(Set(retained.keys).subtracting(["kiatsu/bridge/health"]) == retainedTopics)
        #expect(retained["kiatsu/bridge/state"]?.text == "offline")
        #expect(try retained["kiatsu/tokyo/weather"]?.weather.date == noon)
    }

    @Test(arguments: ["5", "3.1.1"])
    func `a command sent while the daemon was away is carried out when it is back`(version: String) async throws {
        let configuration = try installation.configuration(twoPanels, mqtt: ", protocol: \"\(version)\"")
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(configuration) { _ in
            for panel in ["tokyo", "berlin"] { try await topics.status("fresh", of: panel) }
        }
        try installation.broker.publish("kiatsu/tokyo/location/set", "43.0621,141.3544")
        let mark = topics.mark
        try await installation.run(configuration) { _ in
            let answer = try await topics.first(on: "kiatsu/tokyo/location/response", since: mark)
            #expect(answer.text.hasPrefix(#"{"ok":true,"lat":43.06,"lng":141.35"#))
        }
    }

    @Test func `a broker on a socket file is as good`() async throws {
        let installation = try Installation(broker: Broker.openToAll + ["listener 0 $DIRECTORY/socket"])
        let topics = try await TopicRecorder(installation.broker)
        let socket = installation.broker.directory.path + "/socket"
        try await installation.run(installation.configuration(twoPanels, host: socket)) { _ in
            for panel in ["tokyo", "berlin"] { try await topics.status("fresh", of: panel) }
        }
        let retained = try await BrokerObserver.retained(in: installation.broker)
        #expect(retained["kiatsu/bridge/state"]?.text == "offline")
    }
}
