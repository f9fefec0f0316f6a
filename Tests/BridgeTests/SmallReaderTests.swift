import TestSupport
import Testing

/// The payload size that a client with its default buffer takes on a topic of so many bytes.
///
/// Measured with PubSubClient 2.8 and arduino-mqtt themselves.
struct MeasuredClient: Sendable {
    let library: SmallReader.Library
    let bufferBytes: Int
    let topicBytes: Int
    let qualityOfService: UInt8
    let largestPayload: Int

    static let pubSubClient = [(20, 231), (30, 221), (40, 211)].flatMap { topicBytes, largest in
        [(UInt8(0), largest), (UInt8(1), largest - 2)].map { quality, largest in
            MeasuredClient(
                library: .pubSubClient,
                bufferBytes: 256,
                topicBytes: topicBytes,
                qualityOfService: quality,
                largestPayload: largest
            )
        }
    }

    /// With `setBufferSize`.
    static let otherBuffers = [(128, 104), (512, 487), (1024, 999), (2048, 2023)].map { bufferBytes, largest in
        MeasuredClient(
            library: .pubSubClient,
            bufferBytes: bufferBytes,
            topicBytes: 20,
            qualityOfService: 0,
            largestPayload: largest
        )
    }
}

/// The reader that stands for small displays does what they were measured to do.
@Suite(.timeLimit(.minutes(4)))
struct SmallReaderTests {
    private let broker: Broker

    init() throws {
        broker = try Broker()
    }

    /// Publishes payloads of so many bytes, in this order.
    private func publish(_ topic: String, payloadBytes: [Int], quality: Int = 1, retained: Bool = false) async throws {
        let lines = payloadBytes.map { String(repeating: "x", count: $0) + "\n" }.joined()
        let publisher = try Program(
            "/usr/bin/mosquitto_pub",
            broker.address.options + ["-q", "\(quality)", "-t", topic, "-l"]
                + (retained ? ["-r"] : []),
            input: Array(lines.utf8)
        )
        #expect(await publisher.ending() == .exit(0))
    }

    @Test func `of PubSubClient one byte too many vanishes, and what just fits writes behind the buffer`() async throws
    {
        for (number, client) in (MeasuredClient.pubSubClient + MeasuredClient.otherBuffers).enumerated() {
            let topic = "\(number)".padding(to: client.topicBytes)
            let reader = try await SmallReader(
                broker,
                bufferBytes: client.bufferBytes,
                .init(filter: topic, qualityOfService: client.qualityOfService)
            )
            let largest = client.largestPayload
            try await publish(topic, payloadBytes: [largest - 1, largest, largest + 1, 60_000, 1])
            try await reader.first(on: topic) { $0.payload.count == 1 }
            #expect(reader.messages.map(\.payload.count) == [largest - 1, largest, 1], "\(client)")
            #expect(reader.messages.allSatisfy { $0.qualityOfService == client.qualityOfService })
            #expect(
                reader.faults == [
                    .overflow(topic: topic), .vanished(packetBytes: client.bufferBytes + 1),
                    .vanished(packetBytes: 60_000 + 6 + client.topicBytes + 2 * Int(client.qualityOfService)),
                ],
                "\(client)"
            )
        }
    }

    @Test func `what is retained and too large vanishes each time`() async throws {
        try await publish("large", payloadBytes: [1000], retained: true)
        try await publish("small", payloadBytes: [10], retained: true)
        for _ in 1...2 {
            let reader = try await SmallReader(broker, bufferBytes: 256, .init(filter: "#", qualityOfService: 1))
            try await publish("end", payloadBytes: [1])
            try await reader.first(on: "end")
            #expect(reader.messages.map(\.topic) == ["small", "end"])
            #expect(reader.messages.map(\.isRetained) == [true, false])
            #expect(reader.faults == [.vanished(packetBytes: 3 + 2 + 5 + 2 + 1000)])
        }
    }

    @Test func `what vanishes is never acknowledged, so that after twenty nothing comes at QoS 1`() async throws {
        let topic = "topic"
        let reader = try await SmallReader(broker, bufferBytes: 256, .init(filter: topic, qualityOfService: 1))
        try await publish(topic, payloadBytes: Array(repeating: 300, count: 19) + [5])
        try await reader.first(on: topic) { $0.payload.count == 5 }
        try await publish(topic, payloadBytes: Array(repeating: 300, count: 25) + [6])
        try await publish(topic, payloadBytes: [7], quality: 0)
        try await reader.first(on: topic) { $0.payload.count == 7 }
        #expect(reader.messages.map(\.payload.count) == [5, 7])
        #expect(reader.faults.count == 20)
    }

    @Test func `of arduino-mqtt one byte too many ends the connection`() async throws {
        for quality in [UInt8(0), 1] {
            let topic = "\(quality)".padding(to: 20)
            let reader = try await SmallReader(
                broker,
                .arduinoMQTT,
                bufferBytes: 128,
                .init(filter: topic, qualityOfService: quality)
            )
            let largest = 104 - 2 * Int(quality)
            try await publish(topic, payloadBytes: [largest, 1, largest + 1])
            _ = try await reader.events.first { $0 == .ended }
            #expect(reader.messages.map(\.payload.count) == [largest, 1])
            #expect(reader.faults == [.vanished(packetBytes: 129), .ended])
        }
    }

    @Test func `it pings, and ends with its broker`() async throws {
        let reader = try await SmallReader(broker, bufferBytes: 256, .init(filter: "#", keepAliveSeconds: 1))
        _ = try await reader.events.first { $0 == .pingAnswered }
        #expect(reader.faults.isEmpty)
        broker.kill()
        _ = try await reader.events.first { $0 == .ended }
    }
}

extension String {
    fileprivate func padding(to bytes: Int) -> String { self + String(repeating: "t", count: bytes - utf8.count) }
}
