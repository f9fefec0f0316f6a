import Glibc

/// Reads packet after packet into one buffer, as the library does, until the connection ends.
struct SmallReaderLoop {
    private enum Reading {
        /// The packet is in the buffer: its bytes, and how many of them say the remaining length.
        case packet(length: Int, lengthBytes: Int)
        case vanished(packetBytes: Int)
        case ended
    }

    private let socket: SmallReaderSocket
    private let library: SmallReader.Library
    private let session: SmallReader.Session
    private let tell: (SmallReader.Event) -> Void
    /// All of a packet has its place here, or none of it.
    private var buffer: [UInt8]
    private var isPingOutstanding = false
    private var lastReceived = ContinuousClock.now
    private var lastSent = ContinuousClock.now

    init(
        _ socket: SmallReaderSocket,
        _ library: SmallReader.Library,
        bufferBytes: Int,
        _ session: SmallReader.Session,
        _ tell: @escaping (SmallReader.Event) -> Void
    ) {
        self.socket = socket
        self.library = library
        self.session = session
        self.tell = tell
        buffer = Array(repeating: 0, count: bufferBytes)
    }

    mutating func run() {
        send(connectPacket)
        while waitForByte() {
            let reading =
                switch library {
                case .pubSubClient: readSkipping()
                case .arduinoMQTT: readWhole()
                }
            switch reading {
            case .ended: return
            case .vanished(let packetBytes): tell(.vanished(packetBytes: packetBytes))
            case .packet(let length, let lengthBytes):
                lastReceived = .now
                take(length, lengthBytes)
            }
        }
    }

    // MARK: Reading

    /// PubSubClient: the rest of a packet that has no place is counted and forgotten.
    private mutating func readSkipping() -> Reading {
        guard let header = socket.nextByte() else { return .ended }
        buffer[0] = header
        var length = 1
        var remaining = 0
        var multiplier = 1
        var digit: UInt8
        repeat {
            guard length < 5, let next = socket.nextByte() else { return .ended }
            digit = next
            buffer[length] = digit
            length += 1
            remaining += Int(digit & 127) * multiplier
            multiplier *= 128
        } while digit & 128 != 0
        let lengthBytes = length - 1
        var packetBytes = length
        for _ in 0..<remaining {
            guard let byte = socket.nextByte() else { return .ended }
            if length < buffer.count {
                buffer[length] = byte
                length += 1
            }
            packetBytes += 1
        }
        guard packetBytes <= buffer.count else { return .vanished(packetBytes: packetBytes) }
        return .packet(length: length, lengthBytes: lengthBytes)
    }

    /// lwmqtt: it looks whether there is room before it reads, and gives up where there is none.
    private mutating func readWhole() -> Reading {
        guard let header = socket.nextByte() else { return .ended }
        buffer[0] = header
        var lengthBytes = 0
        var remaining = 0
        var digit: UInt8
        repeat {
            guard lengthBytes < 4, let next = socket.nextByte() else { return .ended }
            digit = next
            lengthBytes += 1
            buffer[lengthBytes] = digit
            remaining += Int(digit & 127) << (7 * (lengthBytes - 1))
        } while digit & 128 != 0
        let length = 1 + lengthBytes + remaining
        guard length <= buffer.count else {
            tell(.vanished(packetBytes: length))
            return .ended
        }
        for index in 1 + lengthBytes..<length {
            guard let byte = socket.nextByte() else { return .ended }
            buffer[index] = byte
        }
        return .packet(length: length, lengthBytes: lengthBytes)
    }

    // MARK: What came

    private mutating func take(_ length: Int, _ lengthBytes: Int) {
        switch buffer[0] & 0xF0 {
        case 0x20: if buffer[lengthBytes + 2] == 0 { send(subscribePacket) } else { socket.end() }
        case 0x30: takePublish(length, lengthBytes)
        // 0x80 is the broker's way to refuse.
        case 0x90: if buffer[length - 1] & 0x80 == 0 { tell(.subscribed) } else { socket.end() }
        case 0xD0:
            isPingOutstanding = false
            tell(.pingAnswered)
        default: break
        }
    }

    private mutating func takePublish(_ length: Int, _ lengthBytes: Int) {
        let flags = buffer[0]
        let quality = Int(flags >> 1 & 3)
        let topicLength = Int(buffer[lengthBytes + 1]) << 8 | Int(buffer[lengthBytes + 2])
        let topicStart = lengthBytes + 3
        var start = topicStart + topicLength
        let identifier = quality > 0 ? [buffer[start], buffer[start + 1]] : []
        start += identifier.count
        let topic = String(decoding: buffer[topicStart..<topicStart + topicLength], as: UTF8.self)
        let payload = Array(buffer[start..<length])
        tell(
            .message(
                SmallReader.Message(
                    topic: topic,
                    payload: payload,
                    isRetained: flags & 1 == 1,
                    qualityOfService: quality
                )
            )
        )
        // arduino-mqtt has one byte more than its buffer for this.
        if library == .pubSubClient {
            if start + payload.count < buffer.count {
                buffer[start + payload.count] = 0
            } else {
                tell(.overflow(topic: topic))
            }
        }
        if quality == 1 { send([0x40, 2] + identifier) }
    }

    // MARK: Sending

    private mutating func send(_ packet: [UInt8]) {
        socket.send(packet)
        lastSent = .now
    }

    private var connectPacket: [UInt8] {
        let identifier = Array((session.keptAs ?? "").utf8)
        let keepAlive = [UInt8(session.keepAliveSeconds >> 8), UInt8(session.keepAliveSeconds & 0xFF)]
        let cleanSession: UInt8 = session.keptAs == nil ? 2 : 0
        return Self.packet(0x10, Self.text("MQTT") + [4, cleanSession] + keepAlive + Self.text(identifier))
    }

    private var subscribePacket: [UInt8] {
        Self.packet(0x82, [0, 1] + Self.text(Array(session.filter.utf8)) + [session.qualityOfService])
    }

    /// All that it sends is shorter than 128 bytes.
    private static func packet(_ header: UInt8, _ body: [UInt8]) -> [UInt8] { [header, UInt8(body.count)] + body }

    private static func text(_ text: String) -> [UInt8] { Self.text(Array(text.utf8)) }

    private static func text(_ bytes: [UInt8]) -> [UInt8] { [0, UInt8(bytes.count)] + bytes }

    /// Waits for the next packet, with a ping whenever nothing was sent or received for as long as agreed; false when
    /// the connection is over.
    private mutating func waitForByte() -> Bool {
        let patience = Duration.seconds(Int(session.keepAliveSeconds))
        while true {
            let due = min(lastReceived, lastSent) + patience
            if due <= .now {
                guard !isPingOutstanding else { return false }
                isPingOutstanding = true
                send([0xC0, 0])
                lastReceived = .now
            }
            switch socket.waitForByte(upTo: min(lastReceived, lastSent) + patience - .now) {
            case .ready: return true
            case .nothing: continue
            case .ended: return false
            }
        }
    }
}
