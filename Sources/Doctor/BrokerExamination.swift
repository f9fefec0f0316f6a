import BridgeClient
import Configuration
import HomeAssistant
import Messaging
import Support
import Text
import Time
import Topics

/// The examination of the broker's abilities, by using them.
struct BrokerExamination {
    /// The results that other examinations need.
    struct Outcome {
        /// The broker's acknowledgement of the connection.
        var acknowledgement: ConnectAcknowledgement?
        /// Nil where nothing could be read.
        var health: BridgeReading?
    }

    private static let patience = Duration.seconds(15)

    let configuration: Configuration
    let clock: any WallClock
    let report: @Sendable (Doctor.Report) -> Void
    /// A level of topics that nobody else uses.
    let mark = "doctor-" + String(UInt32.random(in: .min ... .max), radix: 36)

    init(_ configuration: Configuration, clock: any WallClock, report: @escaping @Sendable (Doctor.Report) -> Void) {
        self.configuration = configuration
        self.clock = clock
        self.report = report
    }

    /// Below the bridge's own topics, where nobody listens.
    ///
    /// Over 3.1.1 nothing expires: what a doctor that was killed leaves there the next one clears.
    private func probeTopic(_ mqtt: Configuration.MQTT) -> String {
        mqtt.topics.examination(mqtt.protocol == .mqtt5 ? mark : "retained").name
    }

    /// Tells each finding as soon as it is there.
    func run() async -> Outcome {
        var mqtt = configuration.mqtt
        do throws(SystemError) {
            var session = try BrokerSession(settings(mqtt), clock: clock)
            var start = clock.elapsed
            var isConnected = try await session.connect(atMost: Self.patience)
            if !isConnected, mqtt.protocol == .mqtt5, mqtt.isProtocolNamed, mayBeTooNew(session.failure) {
                // The daemon would not try it by itself.
                let failure = session.failure
                await session.end(last: [])
                mqtt.protocol = .mqtt311
                session = try BrokerSession(settings(mqtt), clock: clock)
                start = clock.elapsed
                isConnected = try await session.connect(atMost: Self.patience)
                tell(
                    isConnected ? ConnectionFindings.tooNew(failure) : ConnectionFindings.failed(failure, configuration)
                )
            } else if !isConnected {
                tell(ConnectionFindings.failed(session.failure, configuration))
            }
            guard isConnected, let acknowledgement = session.acknowledgement else {
                await session.end(last: [])
                return Outcome()
            }
            if acknowledgement.protocolVersion == .v311, mqtt.protocol == .mqtt5 {
                mqtt.protocol = .mqtt311
                tell(ConnectionFindings.fallsBack)
            }
            let delay = clock.elapsed - start
            let panels = configuration.panels.count
            for finding in ConnectionFindings.granted(acknowledgement, mqtt, panels: panels, after: delay) {
                tell(finding)
            }
            return await examine(session, mqtt, acknowledgement)
        } catch {
            tell(Finding("connection", .fault, "\(error)", remedy: "The system has no thread or descriptor left."))
            return Outcome()
        }
    }

    private func examine(
        _ session: BrokerSession,
        _ mqtt: Configuration.MQTT,
        _ acknowledgement: ConnectAcknowledgement
    ) async -> Outcome {
        let rights = RightsExamination(configuration: configuration, mqtt: mqtt, mark: mark)
        await rights.publish(through: session)
        guard !session.isOver else { return await end(session, rights) }
        let retention = RetentionExamination(topic: probeTopic(mqtt), mqtt: mqtt, acknowledgement: acknowledgement)
        let (retain, isKept) = await retention.retain(through: session)
        tell(retain)
        if isKept, mqtt.protocol == .mqtt5 { report(.progress("waiting four seconds to see whether messages expire")) }
        if let expiry = await retention.expiry(through: session, isKept: isKept) { tell(expiry) }
        // Returns at once in most cases: all that exists has come during the waits above.
        await session.wait(atMost: .seconds(5)) { rights.isAllThere($0) }
        guard !session.isOver else { return await end(session, rights, last: [retention.clearing]) }
        for finding in rights.findings(session) { tell(finding) }
        let reading = BridgeReading(session.received, topics: mqtt.topics, answered: rights.answered(session))
        await session.end(last: [retention.clearing])
        return Outcome(acknowledgement: acknowledgement, health: reading)
    }

    /// After the connection was lost: what was not heard may have been allowed.
    private func end(
        _ session: BrokerSession,
        _ rights: RightsExamination,
        last: [OutgoingMessage] = []
    ) async -> Outcome {
        tell(ConnectionFindings.lost(session.failure))
        for finding in rights.findings(session) where finding.result == .fault && finding.check == "publish" {
            tell(finding)
        }
        await session.end(last: last)
        return Outcome(acknowledgement: session.acknowledgement, health: nil)
    }

    private func tell(_ finding: Finding) { report(.finding(finding)) }

    /// As the bridge connects, but for all that would be seen of it.
    private func settings(_ mqtt: Configuration.MQTT) -> ClientConfiguration {
        let rights = RightsExamination(configuration: configuration, mqtt: mqtt, mark: mark)
        var settings = ClientConfiguration(mqtt, birthTopic: rights.birthTopic)
        settings.clientID = mqtt.clientID(of: "doctor")
        settings.onConnect = []
        settings.sessionExpirySeconds = 0
        // None that would clear what is kept: some brokers let nobody in with a will that is empty.
        settings.will = nil
        settings.subscriptions += rights.furtherSubscriptions
        return settings
    }

    /// True if the broker may not know MQTT 5: some then close the connection without an answer.
    private func mayBeTooNew(_ failure: ConnectionFailure?) -> Bool {
        guard let failure else { return true }
        return failure.kind == .protocolVersion || failure.event.contains(substring: "without an answer")
    }
}
