import Bridge
import BridgeClient
import Configuration
import HomeAssistant
import Messaging
import Text
import Topics
import Widgets

/// The examination of the bridge's rights on the broker, by using them where that disturbs no one.
struct RightsExamination {
    /// A right to publish on topics of one kind.
    struct Publication {
        /// As a person names the topics: `kiatsu/<panel>/…`.
        var topics: String
        /// The topic of the trial.
        var probe: String
    }

    /// A right to receive messages of a filter.
    struct Hearing {
        var filter: String
        /// The topic of the trial, which a running bridge ignores.
        var probe: String
        var payload: [UInt8]
    }

    /// A panel that nobody has.
    private static let panel = "kiatsu-doctor"

    let configuration: Configuration
    /// With the version of MQTT that is spoken.
    let mqtt: Configuration.MQTT
    let mark: String

    private var topics: Topics { mqtt.topics }
    private var isModern: Bool { mqtt.protocol == .mqtt5 }

    /// The topic of Home Assistant's birth message; nil if nothing is announced.
    var birthTopic: String? { discovery?.birthTopic }

    /// Nil where nothing is announced.
    private var discovery: Discovery? { Discovery(configuration.homeAssistant) }

    var publications: [Publication] {
        let hasPictures = configuration.panels.contains { $0.widgets.contains { !$0.picture.formats.isEmpty } }
        let own = Topics.Area.allCases.filter { $0 != .pictures || hasPictures }.map { area in
            Publication(topics: topics.description(of: area), probe: probe(in: area).name)
        }
        return own + announcements
            + mqtt.responsePrefixes.map { Publication(topics: "\($0)/…", probe: "\($0)/\(mark)") }
    }

    private var announcements: [Publication] {
        func topics(_ node: String, _ entity: String) -> [String] {
            discovery?.topics(of: node, [Entity.Identity(.sensor, entity)]) ?? []
        }
        let node = Device.node(of: Self.panel, baseTopic: mqtt.baseTopic)
        return zip(topics("…", "…"), topics(node, "doctor")).map(Publication.init)
    }

    /// A topic of each area that nobody listens to.
    private func probe(in area: Topics.Area) -> Topic {
        switch area {
        case .panels: topics.entry(of: "weather", panel: Self.panel)
        case .pictures: topics.picture(of: "weather", panel: Self.panel, suffix: ".png")
        case .bridge: topics.examination("\(mark)/state")
        case .responses: topics.response("\(mark)/try")
        }
    }

    var hearings: [Hearing] {
        let probes: [(topic: Topic, payload: String)] = [
            // A message of OwnTracks that is no position.
            (topics.locationCommand(to: Self.panel), #"{"_type":"lwt","tst":0}"#),
            (topics.refresh(of: Self.panel), ""), (topics.hello(of: Self.panel), "{}"),
            (topics.request("doctor"), #"{"transaction":"\#(mark)"}"#),
        ]
        return probes.map { topic, payload in
            Hearing(filter: topics.filter(topic.kind), probe: topic.name, payload: Array(payload.utf8))
        }
    }

    /// The filters that panels follow, none twice.
    var followed: [String] { Set(configuration.panels.flatMap(\.follow)).sorted() }

    private var bridgeTopics: [String] { [topics.state, topics.health].map(\.name) }

    private var answerTopic: String { topics.response(isModern ? mark : "doctor").name }

    /// Beside those that the bridge itself has on each connection.
    var furtherSubscriptions: [Subscription] {
        // With 3.1.1 a broker does not say that a message was refused: only what comes back was allowed.
        let echoes = isModern ? [] : publications.map(\.probe)
        return (followed + bridgeTopics + [answerTopic] + echoes).map { Subscription(filter: $0) }
    }

    /// Subscribes to all, and publishes one message of each kind.
    func publish(through session: BrokerSession) async {
        session.subscribe(also: nil)
        // One after the other: a broker that hangs up over one does so in time to be seen.
        for publication in publications {
            guard !session.isOver else { return }
            let message = OutgoingMessage(
                topic: publication.probe,
                payload: [],
                isRetained: false,
                lifetime: .seconds(5)
            )
            _ = await session.publish([message])
        }
        for hearing in hearings {
            guard !session.isOver else { return }
            let message = OutgoingMessage(
                topic: hearing.probe,
                payload: hearing.payload,
                isRetained: false,
                lifetime: .seconds(5),
                correlationData: Array(mark.utf8),
                responseTopic: answerTopic,
                // With 3.1.1 it would wait for a bridge that is away, for as long as its session does.
                qualityOfService: isModern ? .atLeastOnce : .atMostOnce
            )
            _ = await session.publish([message])
        }
    }

    /// True if nothing more is to be waited for.
    func isAllThere(_ session: BrokerSession) -> Bool {
        let topics = Set(session.received.map(\.topic))
        return hearings.allSatisfy { topics.contains($0.probe) || session.refusals[$0.probe] != nil }
            && followed.allSatisfy { !heard(on: $0, session).isEmpty } && bridgeTopics.allSatisfy(topics.contains)
            && (answered(session) || !isOnline(session))
    }

    private func isOnline(_ session: BrokerSession) -> Bool {
        session.received.contains { $0.topic == bridgeTopics[0] && $0.payload == Array("online".utf8) }
    }

    /// True if a running bridge has answered.
    func answered(_ session: BrokerSession) -> Bool {
        let answers = session.received.filter { $0.topic == answerTopic && !$0.isRetained }
        return answers.contains { String(decoding: $0.payload, as: UTF8.self).contains(substring: "\"\(mark)\"") }
    }

    /// The messages received on a filter that is followed.
    func heard(on filter: String, _ session: BrokerSession) -> [IncomingMessage] {
        guard let filter = try? TopicFilter(filter) else { return [] }
        return session.received.filter { filter.matches($0.topic) }
    }
}
