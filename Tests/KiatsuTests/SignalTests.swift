import Glibc
import TestSupport
import Testing

private let panel = "panels: [{id: desk, location: \"35.6465,139.6297\", language: ja}]"

@Suite(.timeLimit(.minutes(4)))
struct SignalTests {
    private let household: Household

    init() throws {
        household = try Household()
        try household.configure(panel)
    }

    private func status(_ topics: TopicRecorder, _ panel: String = "desk", since mark: Int = 0) async throws {
        try await topics.first(on: "kiatsu/\(panel)/status", since: mark) { $0.text == "fresh" }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal to stop ends it with 0 and offline on the broker`(signal: Int32) async throws {
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try household.start()
        try await status(topics)
        kiatsu.send(signal)
        #expect(await kiatsu.ending() == .exit(0))
        #expect(kiatsu.errors.elements.last?.hasSuffix("info: stopped") == true)
        let retained = try await BrokerObserver.retained(in: household.broker)
        #expect(retained["kiatsu/bridge/state"]?.text == "offline")
        #expect(retained["kiatsu/desk/weather"] != nil, "data is not cleared at a stop")
    }

    @Test func `a stop without a broker ends it with 0`() async throws {
        household.broker.kill()
        let kiatsu = try household.start()
        try await kiatsu.logs("Nothing accepts connections")
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
    }

    @Test func `a stop does not wait for an upstream that hangs`() async throws {
        household.upstream.setHandler { _ in .silence }
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try household.start()
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "sample" }
        _ = await household.upstream.request(1)
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
    }

    @Test(arguments: ["5", "3.1.1"])
    func `when it is killed the broker says offline`(version: String) async throws {
        try household.configure(panel, mqtt: ", protocol: \"\(version)\"")
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try household.start()
        try await status(topics)
        let mark = topics.mark
        kiatsu.send(SIGKILL)
        #expect(await kiatsu.ending() == .signal(SIGKILL))
        let will = try await topics.first(on: "kiatsu/bridge/state", since: mark) { $0.text == "offline" }
        #expect(will.qualityOfService == 1)
        let retained = try await BrokerObserver.retained(in: household.broker)
        #expect(retained["kiatsu/bridge/state"]?.text == "offline")
    }

    @Test func `SIGHUP puts the edited file in force, and clears what it no longer has`() async throws {
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try household.start()
        try await status(topics)
        let mark = topics.mark
        try household.configure(
            "log: {level: debug}\npanels: [{id: roof, location: \"52.52,13.405\", encodings: [frame]}]"
        )
        kiatsu.send(SIGHUP)
        try await kiatsu.logs("configuration read again")
        try await kiatsu.logs("debug: weather from open-meteo: 1 timeline(s)")
        try await status(topics, "roof", since: mark)
        try await topics.first(on: "kiatsu/roof/location", since: mark)
        for topic in ["weather", "weather/frame", "weather/place", "status", "location"] {
            try await topics.first(on: "kiatsu/desk/\(topic)", since: mark) { $0.text.isEmpty }
        }
        let retained = try await BrokerObserver.retained(in: household.broker)
        #expect(
            retained.keys.filter { $0 != "kiatsu/bridge/health" }.sorted() == [
                "kiatsu/bridge/info", "kiatsu/bridge/state", "kiatsu/roof/location", "kiatsu/roof/status",
                "kiatsu/roof/weather/frame",
            ]
        )
        #expect(retained["kiatsu/bridge/state"]?.text == "online")
    }

    @Test func `a file that does not check is refused in words, and the running configuration stays`() async throws {
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try household.start()
        try await status(topics)
        try household.configure(
            "panels:\n  - id: desk\n    location: \"35.6465,139.6297\"\n    langauge: ja\nschedule: {lead: 999}"
        )
        kiatsu.send(SIGHUP)
        try await kiatsu.logs("the configuration does not check, the running one stays")
        let key = try await kiatsu.logs("langauge")
        #expect(key.contains("error: \(household.configurationFile):7:5: panels[0].langauge: "))
        let value = try await kiatsu.logs("schedule.lead")
        #expect(value.contains("error: \(household.configurationFile):8:"))
        let mark = topics.mark
        try household.broker.publish("kiatsu/desk/location/set", "43.0621,141.3544")
        let answer = try await topics.first(on: "kiatsu/desk/location/response", since: mark)
        #expect(answer.text.contains(#""ok":true"#))

        try household.configure(panel)
        kiatsu.send(SIGHUP)
        try await kiatsu.logs("configuration read again")
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
    }

    @Test func `a store that cannot be opened is refused, and the running configuration stays`() async throws {
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try household.start()
        try await status(topics)
        try household.directory.write("not a directory", to: "file")
        try household.configure(panel, store: "file/kiatsu.db")
        kiatsu.send(SIGHUP)
        let line = try await kiatsu.logs("the running configuration stays")
        #expect(line.contains("error: ") && line.contains("/file/kiatsu.db"))
        try household.configure(panel, store: "other/kiatsu.db")
        let mark = topics.mark
        kiatsu.send(SIGHUP)
        try await kiatsu.logs("configuration read again")
        try await status(topics, since: mark)
        #expect(access(household.directory.path + "/other/kiatsu.db", F_OK) == 0)
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
    }

    @Test func `a configuration edited while it was stopped leaves nothing of the old one`() async throws {
        let topics = try await TopicRecorder(household.broker)
        let first = try household.start()
        try await status(topics)
        try await topics.first(on: "kiatsu/desk/location")
        #expect(try await first.end(by: SIGKILL, seenBy: topics) == .signal(SIGKILL))
        let mark = topics.mark
        try household.configure("panels: [{id: roof, location: \"52.52,13.405\", encodings: [frame]}]")
        let second = try household.start()
        try await status(topics, "roof", since: mark)
        try await topics.first(on: "kiatsu/desk/location", since: mark) { $0.text.isEmpty }
        try await topics.first(on: "kiatsu/desk/weather/place", since: mark) { $0.text.isEmpty }
        let retained = try await BrokerObserver.retained(in: household.broker)
        #expect(!retained.keys.contains { $0.hasPrefix("kiatsu/desk/") })
        second.send(SIGTERM)
        #expect(await second.ending() == .exit(0))
    }
}
