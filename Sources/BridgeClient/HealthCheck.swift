package import Configuration
package import Faults
import Messaging
import Support
package import Time
import Topics
import Widgets

/// A question to the broker whether the bridge is well, as Docker and monitors ask it again and again.
package struct HealthCheck: Sendable {
    private let mqtt: Configuration.MQTT
    private let patience: Duration
    private let isOfLifeAlone: Bool
    private let clock: any WallClock

    /// `patience` is how long all of it may take; `isOfLifeAlone` asks only whether the bridge itself lives, whatever
    /// keeps it from its work.
    package init(
        _ mqtt: Configuration.MQTT,
        patience: Duration,
        isOfLifeAlone: Bool = false,
        clock: any WallClock = SystemWallClock()
    ) {
        self.mqtt = mqtt
        self.patience = patience
        self.isOfLifeAlone = isOfLifeAlone
        self.clock = clock
    }

    /// Returns what the bridge said of itself, or throws why it is not well.
    package func run() async throws(HealthProblems) -> HealthReport {
        let deadline = clock.elapsed + patience
        let result: Result<HealthReport, HealthProblems>
        do throws(SystemError) {
            let session = try BrokerSession(clientConfiguration, clock: clock)
            if try await session.connect(atMost: patience) {
                session.subscribe(also: nil)
                await session.wait(atMost: deadline - clock.elapsed, until: hasHeardEnough)
            }
            await session.end(last: [])
            result = verdict(session)
        } catch {
            throw HealthProblems(["\(error)"])
        }
        return try result.get()
    }

    private func hasHeardEnough(_ session: BrokerSession) -> Bool {
        guard session.refusals.isEmpty, let state = state(session) else { return !session.refusals.isEmpty }
        return state != "online" || health(session) != nil
    }

    private func verdict(_ session: BrokerSession) -> Result<HealthReport, HealthProblems> {
        if let failure = session.failure { return .failure(HealthProblems([failure.eventAndAdvice])) }
        guard session.isConnected else {
            let advice = mqtt.isProtocolNamed ? "" : "; one that never answers to MQTT 5 needs mqtt.protocol: 3.1.1"
            let problem = "no connection to the broker at \(mqtt.address) within \(seconds)\(advice)"
            return .failure(HealthProblems([problem]))
        }
        guard session.refusals.isEmpty else {
            let refusals = session.refusals.sorted { $0.key < $1.key }
            return .failure(HealthProblems(refusals.map { "\($0.key): \($0.value)" }))
        }
        var problems: [String] = []
        switch state(session) {
        case "online": break
        case nil: problems.append("nothing on \(stateTopic) within \(seconds): has `kiatsu run` ever been here?")
        case let state?: problems.append("\(stateTopic) is \(state): `kiatsu run` is not connected to the broker")
        }
        guard let payload = health(session) else {
            if problems.isEmpty { problems.append(unheard) }
            return .failure(HealthProblems(problems))
        }
        guard let report = HealthReport(payload: payload) else {
            return .failure(HealthProblems(problems + ["what is on \(healthTopic) cannot be read"]))
        }
        problems +=
            isOfLifeAlone
            ? report.lifeProblems(at: clock.now, topic: healthTopic)
            : report.problems(at: clock.now, topic: healthTopic)
        return problems.isEmpty ? .success(report) : .failure(HealthProblems(problems))
    }

    private func state(_ session: BrokerSession) -> String? {
        session.received.last { $0.topic == stateTopic }.map { String(decoding: $0.payload, as: UTF8.self) }
    }

    private func health(_ session: BrokerSession) -> [UInt8]? {
        session.received.last { $0.topic == healthTopic && !$0.payload.isEmpty }?.payload
    }

    /// The bridge is there, and its health is not.
    private var unheard: String {
        let user = mqtt.username.map { "the user \($0)" } ?? "who has no user name"
        return
            "nothing on \(healthTopic) within \(seconds): see whether the broker's access rules let `kiatsu run` "
            + "publish it (over MQTT 5 its log says where not), and \(user) read it"
    }

    private var seconds: String { "\(patience.components.seconds) s" }
    private var stateTopic: String { mqtt.topics.state.name }
    private var healthTopic: String { mqtt.topics.health.name }

    private var clientConfiguration: ClientConfiguration {
        var configuration = ClientConfiguration(reaching: mqtt, clientID: mqtt.clientID(of: "healthcheck"))
        configuration.sessionExpirySeconds = 0
        configuration.subscriptions = [stateTopic, healthTopic].map { Subscription(filter: $0) }
        return configuration
    }
}

/// The reasons why the bridge is not well, at least one, each a line.
package struct HealthProblems: Error, Sendable, Equatable {
    /// The problems, a sentence each.
    package let reasons: [String]

    init(_ reasons: [String]) {
        self.reasons = reasons
    }
}
