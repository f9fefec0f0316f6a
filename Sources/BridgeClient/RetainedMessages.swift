package import Configuration
package import Messaging
import Support
import Synchronization
package import Time
import Topics

/// The messages that a broker keeps of an installation, and their clearing.
package struct RetainedMessages: Sendable {
    /// The topics on which the broker keeps a message.
    package struct Seen: Sendable {
        /// Below the base topic, and announcements to Home Assistant.
        package fileprivate(set) var topics: Set<String> = []
        /// True if a running bridge has said that it is online.
        package fileprivate(set) var isBridgeOnline = false
    }

    private static let patience = Duration.seconds(10)
    private static let clearingTime = Duration.seconds(120)
    /// More than any picture has.
    private static let mostMessageBytes: UInt32 = 1 << 26

    private let mqtt: Configuration.MQTT
    private let clock: any WallClock

    package init(_ mqtt: Configuration.MQTT, clock: any WallClock = SystemWallClock()) {
        (self.mqtt, self.clock) = (mqtt, clock)
    }

    /// True for a topic below the base topic, where all of what is kept can be seen.
    package func isBelowBase(_ topic: String) -> Bool { topic.hasPrefix(mqtt.baseTopic + "/") }

    /// Asks the broker what it keeps below the base topic, and of `topics` elsewhere.
    package func look(for topics: [String]) async throws(BridgeClientError) -> Seen {
        let announcements = Set(topics.filter { !isBelowBase($0) }.map(Self.filter(like:)))
        let filters = [mqtt.topics.everything] + announcements.sorted()
        let marker = mqtt.topics.examination("remove/\(mqtt.clientID(of: "remove"))").name
        let state = mqtt.topics.state.name
        let sight = Sight()
        let session = try await connect(filters) { message in
            if message.topic == marker { return true }
            sight.take(message, stateTopic: state)
            return false
        }
        session.subscribe(also: nil)
        // Retained messages come before those that are published after the subscription.
        let message = OutgoingMessage(topic: marker, payload: [1], isRetained: false)
        let isAnswered = await session.publish([message], atMost: Self.patience)
        let isWhole = await session.wait(atMost: Self.patience) { !$0.received.isEmpty || !$0.refusals.isEmpty }
        let (failure, refusals) = (session.failure, session.refusals)
        await session.end(last: [])
        if let failure { throw .failed(failure.message) }
        if let refusal = refusals.first { throw .failed("\(refusal.key): \(refusal.value)") }
        guard isAnswered, isWhole, !session.received.isEmpty else {
            throw .failed("nothing of what is published on \(marker) comes back: let this user read and write it")
        }
        return sight.seen
    }

    /// Publishes the messages that clear topics, and returns what the broker refused, a line each.
    package func clear(_ messages: [OutgoingMessage]) async throws(BridgeClientError) -> [String] {
        let session = try await connect([]) { _ in false }
        // Without MQTT 5 nothing fades, and is cleared at once.
        let isModern = session.acknowledgement?.protocolVersion != .v311
        let isAnswered = await session.publish(
            messages.map { message in
                guard !isModern, message.lifetime != nil else { return message }
                return OutgoingMessage(topic: message.topic, payload: [], isRetained: true)
            },
            atMost: Self.clearingTime
        )
        let (failure, refusals) = (session.failure, session.refusals)
        await session.end(last: [])
        if let failure { throw .failed(failure.message) }
        guard isAnswered else { throw .failed("the broker stopped answering: try again") }
        return refusals.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    }

    private func connect(
        _ filters: [String],
        isKept: @escaping @Sendable (IncomingMessage) -> Bool
    ) async throws(BridgeClientError) -> BrokerSession {
        var configuration = ClientConfiguration(reaching: mqtt, clientID: mqtt.clientID(of: "remove"))
        configuration.sessionExpirySeconds = 0
        configuration.maximumPacketBytes = Self.mostMessageBytes
        configuration.subscriptions = filters.map { Subscription(filter: $0) }
        let session: BrokerSession
        let isConnected: Bool
        do throws(SystemError) {
            session = try BrokerSession(configuration, clock: clock, isKept: isKept)
            isConnected = try await session.connect(atMost: Self.patience)
        } catch {
            throw .failed("\(error)")
        }
        guard !isConnected else { return session }
        let failure = session.failure?.message
        await session.end(last: [])
        throw .failed(failure ?? "no connection to the broker at \(mqtt.address)")
    }

    /// The filter of announcements like that on a topic, with one for all devices.
    private static func filter(like topic: String) -> String {
        var levels = topic.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard levels.count >= 4 else { return topic }
        let isOfDevice = levels[levels.count - 3] == "device"
        for index in levels.indices.dropLast().suffix(isOfDevice ? 1 : 3) { levels[index] = "+" }
        return levels.joined(separator: "/")
    }
}

/// The topics seen so far, which the client's thread adds to.
private final class Sight: Sendable {
    // A lock: the client's thread must not wait for a task.
    private let state = Mutex(RetainedMessages.Seen())

    var seen: RetainedMessages.Seen { state.withLock { $0 } }

    func take(_ message: IncomingMessage, stateTopic: String) {
        guard message.isRetained, !message.payload.isEmpty else { return }
        state.withLock { seen in
            seen.topics.insert(message.topic)
            if message.topic == stateTopic { seen.isBridgeOnline = message.payload == Array("online".utf8) }
        }
    }
}
