import Foundation
import Glibc

/// A microcontroller's MQTT 3.1.1 client: all it has for a packet is one buffer of fixed size.
///
/// Its packets, and the result of each, are recorded as ``events``. It ends with its last reference, and with the
/// broker.
package final class SmallReader: Sendable {
    /// Whose ways it has.
    package enum Library: Sendable {
        /// PubSubClient 2.8 (`readPacket` and `loop`): what does not fit is read to its end and thrown away, unseen by
        /// the sketch and never acknowledged. The sketch then writes `payload[length] = 0`, as its users are told to.
        case pubSubClient
        /// lwmqtt, as in 256dpi/arduino-mqtt: what does not fit ends the connection.
        case arduinoMQTT
    }

    package struct Message: Sendable, Hashable {
        package var topic: String
        package var payload: [UInt8]
        package var isRetained: Bool
        package var qualityOfService: Int

        package var text: String { String(decoding: payload, as: UTF8.self) }
    }

    package enum Event: Sendable, Equatable {
        case subscribed
        case message(Message)
        /// A packet of so many bytes that the sketch never heard of.
        case vanished(packetBytes: Int)
        /// `payload[length] = 0` would have written behind the buffer.
        case overflow(topic: String)
        case pingAnswered
        case ended
    }

    /// The reader's session on the broker.
    package struct Session: Sendable {
        package var filter: String
        package var qualityOfService: UInt8 = 0
        /// A client id whose session the broker keeps; nil for one that ends with the connection.
        package var keptAs: String?
        package var keepAliveSeconds: UInt16 = 15

        package init(
            filter: String,
            qualityOfService: UInt8 = 0,
            keptAs: String? = nil,
            keepAliveSeconds: UInt16 = 15
        ) {
            self.filter = filter
            self.qualityOfService = qualityOfService
            self.keptAs = keptAs
            self.keepAliveSeconds = keepAliveSeconds
        }
    }

    package let session: Session
    package let events = Recorder<Event>()
    private let socket: SmallReaderSocket

    /// Connects and returns once the broker has confirmed the subscription.
    package init(
        _ broker: Broker,
        _ library: Library = .pubSubClient,
        bufferBytes: Int,
        _ session: Session
    ) async throws {
        self.session = session
        socket = try SmallReaderSocket(broker.address)
        // A thread of its own: reading blocks, and the pool has two threads for all tests.
        Thread.detachNewThread { [socket, events] in
            var loop = SmallReaderLoop(socket, library, bufferBytes: bufferBytes, session) { events.append($0) }
            loop.run()
            socket.close()
            events.append(.ended)
        }
        let first = try await events.first { $0 == .subscribed || $0 == .ended }
        guard first == .subscribed else { throw Broker.Failure(description: "no subscription to \(session.filter)") }
    }

    deinit { socket.end() }

    package var messages: [Message] {
        events.elements.compactMap { if case .message(let message) = $0 { message } else { nil } }
    }

    /// The losses, and the packets that would have done damage.
    package var faults: [Event] {
        events.elements.filter {
            switch $0 {
            case .vanished, .overflow, .ended: true
            default: false
            }
        }
    }

    /// The first message since the mark that fulfils the condition, waiting for it where there is none yet.
    @discardableResult
    package func first(
        on topic: String,
        since mark: Int = 0,
        where condition: @escaping @Sendable (Message) -> Bool = { _ in true }
    ) async throws -> Message? {
        let event = try await events.first(since: mark) { event in
            guard case .message(let message) = event else { return event == .ended }
            return message.topic == topic && condition(message)
        }
        return if case .message(let message) = event { message } else { nil }
    }

    /// Takes leave of the broker, as before deep sleep, and returns once the connection is gone.
    package func disconnect() async throws {
        socket.send([0xE0, 0])
        _ = try await events.first { $0 == .ended }
    }
}
