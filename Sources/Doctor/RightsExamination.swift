import BridgeClient
import Configuration
import HomeAssistant
import Messaging
import Topics
import Widgets

/// The examination of what the broker lets the bridge publish and read, by doing it where nobody is disturbed.
struct RightsExamination {
    /// A kind of topics that has to be published on.
    struct Publication {
        /// As a person names the topics: `kiatsu/<panel>/…`.
        var topics: String
        /// Where it is tried.
        var probe: String
    }

    /// A filter that has to be heard on.
    struct Hearing {
        var filter: String
        /// Where something is published to be heard, which a running bridge takes for nothing.
        var probe: String
        var payload: [UInt8]
    }

    /// A panel that nobody has.
    private static let panel = "kiatsu-doctor"

    let configuration: Configuration
    /// With the version of MQTT that is spoken.
    let mqtt: Configuration.MQTT
    let mark: String

    private var base: String { mqtt.baseTopic }
    private var isModern: Bool { mqtt.protocol == .mqtt5 }

    /// Where Home Assistant says that it has started; nil where it is told nothing.
    var birthTopic: String? { configuration.homeAssistant.discovery == .off ? nil : "\(prefix)/status" }

    private var prefix: String { configuration.homeAssistant.prefix }

    var publications: [Publication] {
        let node = Device.node(of: Self.panel, baseTopic: base)
        let discovery: [Publication] =
            switch configuration.homeAssistant.discovery {
            case .device: [Publication(topics: "\(prefix)/device/…/config", probe: "\(prefix)/device/\(node)/config")]
            case .component:
                [Publication(topics: "\(prefix)/sensor/…/…/config", probe: "\(prefix)/sensor/\(node)/doctor/config")]
            case .off: []
            }
        let hasPictures = configuration.panels.contains { $0.widgets.contains { !$0.picture.formats.isEmpty } }
        let pictures = Publication(topics: "\(base)/image/…", probe: "\(base)/image/\(Self.panel)/weather.png")
        return [Publication(topics: "\(base)/<panel>/…", probe: "\(base)/\(Self.panel)/weather")]
            + (hasPictures ? [pictures] : [])
            + [
                Publication(topics: "\(base)/bridge/…", probe: "\(base)/bridge/doctor/\(mark)/state"),
                Publication(topics: "\(base)/bridge/response/…", probe: "\(base)/bridge/response/\(mark)/try"),
            ] + discovery
            + mqtt.responsePrefixes.map { Publication(topics: "\($0)/…", probe: "\($0)/\(mark)") }
    }

    var hearings: [Hearing] {
        [
            // A message of OwnTracks that is no position.
            Hearing(
                filter: "\(base)/+/location/set",
                probe: "\(base)/\(Self.panel)/location/set",
                payload: Array(#"{"_type":"lwt","tst":0}"#.utf8)
            ),
            Hearing(filter: "\(base)/+/refresh", probe: "\(base)/\(Self.panel)/refresh", payload: []),
            Hearing(filter: "\(base)/+/hello", probe: "\(base)/\(Self.panel)/hello", payload: Array("{}".utf8)),
            Hearing(
                filter: "\(base)/bridge/request/#",
                probe: "\(base)/bridge/request/doctor",
                payload: Array(#"{"transaction":"\#(mark)"}"#.utf8)
            ),
        ]
    }

    /// The topics that panels follow, none twice.
    var followed: [String] { Set(configuration.panels.flatMap(\.follow)).sorted() }

    private var bridgeTopics: [String] { ["\(base)/bridge/state", "\(base)/bridge/health"] }

    private var answerTopic: String { "\(base)/bridge/response/\(isModern ? mark : "doctor")" }

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

    /// Returns true when there is nothing more to wait for.
    func isAllThere(_ session: BrokerSession) -> Bool {
        let topics = Set(session.received.map(\.topic))
        return hearings.allSatisfy { topics.contains($0.probe) || session.refusals[$0.probe] != nil }
            && followed.allSatisfy { !heard(on: $0, session).isEmpty } && bridgeTopics.allSatisfy(topics.contains)
            && (answered(session) || !isOnline(session))
    }

    private func isOnline(_ session: BrokerSession) -> Bool {
        session.received.contains { $0.topic == bridgeTopics[0] && $0.payload == Array("online".utf8) }
    }

    /// Returns true if a running bridge has answered.
    func answered(_ session: BrokerSession) -> Bool {
        let answers = session.received.filter { $0.topic == answerTopic && !$0.isRetained }
        return answers.contains { String(decoding: $0.payload, as: UTF8.self).contains("\"\(mark)\"") }
    }

    /// The messages so far on a filter that is followed.
    func heard(on filter: String, _ session: BrokerSession) -> [IncomingMessage] {
        guard let filter = try? TopicFilter(filter) else { return [] }
        return session.received.filter { filter.matches($0.topic) }
    }
}
