import Glibc

/// A client of MQTT 5 that publishes as fast as the broker takes it, whatever becomes of it; for one thread.
package final class FloodPublisher {
    package struct Message {
        package var topic: String
        package var payload: [UInt8]
        package var qualityOfService: UInt8
        package var isRetained: Bool
        package var responseTopic: String?

        package init(
            _ topic: String,
            _ payload: [UInt8],
            qualityOfService: UInt8 = 1,
            isRetained: Bool = false,
            responseTopic: String? = nil
        ) {
            self.topic = topic
            self.payload = payload
            self.qualityOfService = qualityOfService
            self.isRetained = isRetained
            self.responseTopic = responseTopic
        }
    }

    private let socket: SmallReaderSocket
    private var lastIdentifier: UInt16 = 0

    /// Returns once the broker has let it in.
    package init(_ broker: Broker, clientID: String) throws {
        socket = try SmallReaderSocket(broker.address)
        let connect = Self.text("MQTT") + [5, 2, 0, 0, 0] + Self.text(clientID)
        socket.send(Self.packet(0x10, connect))
        guard readPacket() == 0x20 else { throw Broker.Failure(description: "the broker refused the connection") }
    }

    deinit { socket.close() }

    /// Returns once the broker has passed all of them on.
    package func publish(_ messages: [Message]) throws {
        var bytes: [UInt8] = []
        for message in messages { bytes += packet(message) }
        // Whole, and not waited for in between: what the broker answers meanwhile fits the socket.
        guard socket.sendAll(bytes + Self.packet(0xC0, [])) else {
            throw Broker.Failure(description: "the broker closed the connection")
        }
        while true {
            guard let kind = readPacket() else {
                throw Broker.Failure(description: "the broker closed the connection")
            }
            if kind == 0xD0 { return }
        }
    }

    private func packet(_ message: Message) -> [UInt8] {
        var body = Self.text(message.topic)
        if message.qualityOfService > 0 {
            lastIdentifier = lastIdentifier == .max ? 1 : lastIdentifier + 1
            body += [UInt8(lastIdentifier >> 8), UInt8(lastIdentifier & 255)]
        }
        let properties: [UInt8] = message.responseTopic.map { [0x08] + Self.text($0) + [0x09, 0, 2, 0x61, 0x62] } ?? []
        body += Self.length(properties.count) + properties + message.payload
        return Self.packet(0x30 | message.qualityOfService << 1 | (message.isRetained ? 1 : 0), body)
    }

    private static func packet(_ kind: UInt8, _ body: [UInt8]) -> [UInt8] { [kind] + length(body.count) + body }

    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
    }

    private static func length(_ count: Int) -> [UInt8] {
        var (rest, bytes): (Int, [UInt8]) = (count, [])
        repeat {
            bytes.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
            rest >>= 7
        } while rest > 0
        return bytes
    }

    /// Reads a packet and gives its first byte; nil at the end of the connection.
    private func readPacket() -> UInt8? {
        guard let kind = socket.nextByte() else { return nil }
        var (count, shift) = (0, 0)
        while true {
            guard let byte = socket.nextByte() else { return nil }
            count |= Int(byte & 127) << shift
            shift += 7
            if byte < 128 { break }
        }
        for _ in 0..<count { guard socket.nextByte() != nil else { return nil } }
        return kind
    }
}
