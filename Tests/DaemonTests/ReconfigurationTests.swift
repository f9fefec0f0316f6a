import Payloads
import TestSupport
import Testing

private let before = """
    panels:
      - {id: desk, location: "35.6465,139.6297", encodings: [compact, fields]}
      - {id: hall, location: "52.52,13.405", encodings: [compact, frame]}
    """
private let after = """
    panels:
      - {id: desk, location: "35.6465,139.6297", encodings: [compact]}
      - {id: roof, location: "28.6139,77.2090", encodings: [frame]}
    """
private let fields = [
    "temperature", "place", "pressure", "pressures", "icons", "temperatures", "labels", "condition", "trend", "updated",
]
/// The topics that `after` retains.
private let retainedTopics: Set<String> = [
    "kiatsu/bridge/state", "kiatsu/bridge/info", "kiatsu/desk/weather", "kiatsu/desk/status", "kiatsu/desk/location",
    "kiatsu/roof/weather/frame", "kiatsu/roof/status", "kiatsu/roof/location",
]
/// The topics that `before` retained and `after` does not.
private let clearedTopics =
    fields.map { "kiatsu/desk/weather/\($0)" } + [
        "kiatsu/hall/weather", "kiatsu/hall/weather/frame", "kiatsu/hall/status", "kiatsu/hall/location",
    ]

@Suite(.timeLimit(.minutes(4)))
struct ReconfigurationTests {
    private let installation: Installation

    init() throws {
        installation = try Installation()
    }

    @Test func `a reload puts new panels in force and clears the topics of old ones`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(before)) { daemon in
            for panel in ["desk", "hall"] { try await topics.status("fresh", of: panel) }
            let mark = topics.mark
            daemon.reload(try installation.configuration(after))
            for topic in clearedTopics { try await topics.first(on: topic, since: mark) { $0.text.isEmpty } }
            for panel in ["desk", "roof"] { try await topics.status("fresh", of: panel, since: mark) }
            try await topics.first(on: "kiatsu/roof/location", since: mark)
            let states = topics.all(on: "kiatsu/bridge/state", since: mark, try await topics.settled())
            #expect(!states.contains { $0.text == "offline" })
            #expect(installation.upstream.requests.last?.query["latitude"] == "28.61", "the old place is known")
            let retained = try await BrokerObserver.retained(in: installation.broker)
            #expect(Set(retained.keys).subtracting(["kiatsu/bridge/health"]) == retainedTopics)
        }
    }

    @Test func `what a stopped daemon left is cleared by the next one`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(before)) { _ in
            for panel in ["desk", "hall"] { try await topics.status("fresh", of: panel) }
            try await topics.first(on: "kiatsu/hall/location")
        }
        try await installation.run(installation.configuration(after)) { _ in
            for topic in clearedTopics { try await topics.first(on: topic) { $0.text.isEmpty } }
            for panel in ["desk", "roof"] { try await topics.status("fresh", of: panel) }
            try await topics.first(on: "kiatsu/roof/location")
            let retained = try await BrokerObserver.retained(in: installation.broker)
            #expect(Set(retained.keys).subtracting(["kiatsu/bridge/health"]) == retainedTopics)
        }
    }

    @Test func `what could not be cleared while the broker was away is cleared when it is back`() async throws {
        let lasting = ["allow_anonymous true", "persistence true", "persistence_location $DIRECTORY/"]
        let installation = try Installation(broker: lasting)
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(before)) { daemon in
            for panel in ["desk", "hall"] { try await topics.status("fresh", of: panel) }
            try await topics.first(on: "kiatsu/hall/location")
            installation.broker.stop()
            try await installation.logs("connection to the broker was lost")
            daemon.reload(try installation.configuration(after))
            try await installation.logs("configuration read again")
        }
        try installation.broker.restart()
        let left = try await BrokerObserver.retained(in: installation.broker)
        #expect(left["kiatsu/hall/weather"] != nil, "the broker has kept it")
        let later = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(after)) { _ in
            for topic in clearedTopics { try await later.first(on: topic) { $0.text.isEmpty } }
            for panel in ["desk", "roof"] { try await later.status("fresh", of: panel) }
            try await later.first(on: "kiatsu/roof/location") { !$0.isRetained }
            let retained = try await BrokerObserver.retained(in: installation.broker)
            #expect(Set(retained.keys).subtracting(["kiatsu/bridge/health"]) == retainedTopics)
        }
    }

    @Test func `another base topic leaves nothing below the old one`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(before)) { daemon in
            for panel in ["desk", "hall"] { try await topics.status("fresh", of: panel) }
            daemon.reload(try installation.configuration(before, mqtt: ", base_topic: home/weather"))
            for panel in ["desk", "hall"] {
                try await topics.first(on: "home/weather/\(panel)/status") { $0.text == "fresh" }
            }
            for topic in ["bridge/info", "bridge/state", "desk/location", "hall/location"] {
                try await topics.first(on: "kiatsu/\(topic)") { $0.text.isEmpty }
            }
            let retained = try await BrokerObserver.retained(in: installation.broker)
            #expect(!retained.keys.contains { $0.hasPrefix("kiatsu/") }, "\(retained.keys.sorted())")
        }
    }
}
