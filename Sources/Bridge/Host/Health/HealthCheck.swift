package import Configuration
import JSONReading
import Messaging
package import Time
import Widgets

/// Asks the broker whether the bridge is well, as Docker and monitors do again and again.
package struct HealthCheck: Sendable {
    private enum Event {
        case broker(ClientEvent)
        case late
    }

    /// What a running bridge publishes anew every minute is not older than that.
    static let longestAge = Duration.seconds(180)

    private let mqtt: Configuration.MQTT
    private let patience: Duration
    private let clock: any WallClock

    /// `patience` is how long all of it may take.
    package init(_ mqtt: Configuration.MQTT, patience: Duration, clock: any WallClock = SystemWallClock()) {
        self.mqtt = mqtt
        self.patience = patience
        self.clock = clock
    }

    /// Returns what the bridge said of itself, or throws why it is not well.
    package func run() async throws(HealthProblems) -> HealthReport {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let client: Client
        do throws(SystemError) {
            client = try Client(configuration: clientConfiguration) { continuation.yield(.broker($0)) }
            try client.start()
        } catch {
            throw HealthProblems(["\(error)"])
        }
        let deadline = clock.now + patience
        let result = await withTaskGroup(of: Void.self) { group in
            group.addTask {
                guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
                continuation.yield(.late)
            }
            defer { group.cancelAll() }
            return await outcome(of: events)
        }
        await client.stop(last: [], within: .seconds(1))
        return try result.get()
    }

    private func outcome(of events: AsyncStream<Event>) async -> Result<HealthReport, HealthProblems> {
        var heard = Heard()
        for await event in events {
            switch event {
            case .broker(.received(let message)):
                if message.topic == stateTopic { heard.state = String(decoding: message.payload, as: UTF8.self) }
                if message.topic == healthTopic, !message.payload.isEmpty { heard.health = message.payload }
                if heard.state != nil, heard.state != "online" || heard.health != nil { return verdict(heard) }
            case .broker(.connected): heard.isConnected = true
            case .broker(.disconnected(let failure)): return .failure(HealthProblems([failure.message]))
            case .broker(.refused(let topic, let reason)):
                return .failure(HealthProblems(["\(topic): \(reason)"]))
            case .broker(.drained), .broker(.warning), .broker(.accepted): continue
            case .late: return verdict(heard)
            }
        }
        return verdict(heard)
    }

    /// What has come of the two topics.
    struct Heard {
        var isConnected = false
        var state: String?
        var health: [UInt8]?
    }

    func verdict(_ heard: Heard) -> Result<HealthReport, HealthProblems> {
        guard heard.isConnected else {
            return .failure(HealthProblems(["no connection to the broker at \(mqtt.address) within \(seconds)"]))
        }
        var problems: [String] = []
        switch heard.state {
        case "online": break
        case nil: problems.append("nothing on \(stateTopic) within \(seconds): has `kiatsu run` ever been here?")
        case let state?: problems.append("\(stateTopic) is \(state): `kiatsu run` is not connected to the broker")
        }
        guard let payload = heard.health else {
            if problems.isEmpty { problems.append("nothing on \(healthTopic) within \(seconds)") }
            return .failure(HealthProblems(problems))
        }
        guard let report = HealthReport(json: payload) else {
            return .failure(HealthProblems(problems + ["what is on \(healthTopic) cannot be read"]))
        }
        problems += report.problems(at: clock.now, topic: healthTopic)
        return problems.isEmpty ? .success(report) : .failure(HealthProblems(problems))
    }

    private var seconds: String { "\(patience.components.seconds) s" }
    private var stateTopic: String { "\(mqtt.baseTopic)/bridge/state" }
    private var healthTopic: String { "\(mqtt.baseTopic)/bridge/health" }

    private var clientConfiguration: ClientConfiguration {
        var configuration = ClientConfiguration(reaching: mqtt, clientID: mqtt.clientID(of: "healthcheck"))
        configuration.sessionExpirySeconds = 0
        configuration.subscriptions = [stateTopic, healthTopic].map { Subscription(filter: $0) }
        return configuration
    }
}

/// Why the bridge is not well: at least one reason, each a line.
package struct HealthProblems: Error, Sendable, Equatable {
    package let reasons: [String]

    init(_ reasons: [String]) {
        self.reasons = reasons
    }
}
