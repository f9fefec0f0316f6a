package import Configuration
import Messaging
import Support
package import Time
import Topics
import Widgets

/// A client that asks a running bridge through its broker.
package struct BridgeClient: Sendable {
    private enum Event {
        case broker(ClientEvent)
        /// The question of this number has waited long enough.
        case late(Int)
    }

    /// A list of all panels comes in pages of some tens of kilobytes.
    private static let mostAnswerBytes: UInt32 = 1 << 22

    private let mqtt: Configuration.MQTT
    private let clock: any WallClock
    private let patience: Duration
    private let clientID: String

    /// `patience` is how long each question waits for its answer.
    package init(
        _ mqtt: Configuration.MQTT,
        patience: Duration = .seconds(10),
        clock: any WallClock = SystemWallClock()
    ) {
        self.mqtt = mqtt
        self.clock = clock
        self.patience = patience
        clientID = mqtt.clientID(of: "panel")
    }

    /// Asks the first question, then whatever `next` makes of each answer's payload, until it makes nothing.
    package func ask(
        _ first: BridgeQuestion,
        next: ([UInt8]) -> BridgeQuestion?
    ) async throws(BridgeClientError) {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let client: Client
        do throws(SystemError) {
            client = try Client(configuration: configuration(first)) { continuation.yield(.broker($0)) }
            try client.start()
        } catch {
            throw .failed("\(error)")
        }
        let result = await withTaskGroup(of: Void.self) { group -> BridgeClientError? in
            var question = first
            var number = 0
            var isModern = true
            func send() {
                number += 1
                let number = number
                group.addTask {
                    guard (try? await clock.pause(for: patience)) != nil else { return }
                    continuation.yield(.late(number))
                }
            }
            defer { group.cancelAll() }
            send()
            for await event in events {
                switch event {
                case .broker(.connected):
                    isModern = client.acknowledgement?.protocolVersion != .v311
                    client.publish([message(question, number, isModern)])
                case .broker(.disconnected(let failure)): return BridgeClientError.failed(failure.eventAndAdvice)
                case .broker(.refused(let topic, let reason)): return .failed("\(topic): \(reason)")
                case .broker(.received(let answer)) where isAnswer(answer, to: question, number, isModern):
                    guard let following = next(answer.payload) else { return nil }
                    question = following
                    send()
                    client.publish([message(question, number, isModern)])
                case .late(number): return .noAnswer(patience, baseTopic: mqtt.baseTopic)
                default: break
                }
            }
            return nil
        }
        await client.stop(last: [], within: .seconds(1))
        if let result { throw result }
    }

    private func configuration(_ question: BridgeQuestion) -> ClientConfiguration {
        var configuration = ClientConfiguration(reaching: mqtt, clientID: clientID)
        configuration.sessionExpirySeconds = 0
        configuration.maximumPacketBytes = Self.mostAnswerBytes
        let own = mqtt.protocol == .mqtt5 ? [responseTopic] : []
        // The broker may turn out to speak 3.1.1.
        let mayBeOld = mqtt.protocol == .mqtt311 || configuration.fallsBackToOlderVersion
        let shared = mayBeOld ? question.answerTopics(of: mqtt.topics) : []
        configuration.subscriptions = (own + shared).map { Subscription(filter: $0) }
        return configuration
    }

    private var responseTopic: String { mqtt.topics.response(clientID).name }

    private func identifier(_ number: Int) -> String { "\(clientID)-\(number)" }

    private func message(_ question: BridgeQuestion, _ number: Int, _ isModern: Bool) -> OutgoingMessage {
        OutgoingMessage(
            topic: question.topic(of: mqtt.topics),
            payload: question.payload(identifier(number)),
            isRetained: false,
            lifetime: patience,
            correlationData: isModern ? Array(identifier(number).utf8) : nil,
            responseTopic: isModern ? responseTopic : nil,
            // With 3.1.1 nothing expires: the broker would keep the question for a bridge that is not there now.
            qualityOfService: isModern ? .atLeastOnce : .atMostOnce
        )
    }

    private func isAnswer(
        _ message: IncomingMessage,
        to question: BridgeQuestion,
        _ number: Int,
        _ isModern: Bool
    ) -> Bool {
        guard isModern else { return question.isAnswered(by: message.payload, identifier(number)) }
        return message.correlationData == Array(identifier(number).utf8)
    }
}

/// The reason why there is no answer.
package enum BridgeClientError: Error, Sendable, CustomStringConvertible {
    /// The connection or the bridge failed; the text says why and what to do.
    case failed(String)
    /// No answer arrived within this time on this base topic.
    case noAnswer(Duration, baseTopic: String)

    /// The reason, with a remedy.
    package var description: String {
        switch self {
        case .failed(let reason): reason
        case .noAnswer(let patience, let baseTopic):
            "no answer within \(patience.components.seconds) s: is `kiatsu run` running, with this broker and the base "
                + "topic \(baseTopic)?"
        }
    }
}
