import TestSupport
import Testing

/// Streams of a broker that are made up, by the hundred thousand where everything is asked for.
@Suite struct BrokerStreamTests {
    private static let streams = [true, false].map { isVersion5 in
        HostileStreams.all(isVersion5: isVersion5).map(\.bytes).filter { $0.count < 2000 }
    }

    /// A stream of either version: of packets, some of them changed, or of bytes at random.
    private static func stream(using random: inout SeededGenerator) -> [UInt8] {
        let version = Int.random(in: 0...1, using: &random)
        var bytes: [UInt8] = []
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            for _ in 0..<Int.random(in: 1...200, using: &random) { bytes.append(.random(in: 0...255, using: &random)) }
        case 1:
            for _ in 0..<Int.random(in: 1...5, using: &random) { bytes += packet(using: &random) }
        default:
            bytes = streams[version].randomElement(using: &random) ?? []
            if Bool.random(using: &random) { bytes += packet(using: &random) }
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                let index = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = .random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(.random(in: 0...255, using: &random), at: index)
                }
            }
        }
        return [UInt8(version) | (Bool.random(using: &random) ? 2 : 0)] + bytes
    }

    /// One whose type and length are right, and whose fields are likely.
    private static func packet(using random: inout SeededGenerator) -> [UInt8] {
        let first: [UInt8] = [0x20, 0x30, 0x31, 0x32, 0x40, 0x90, 0xB0, 0xD0, 0xE0]
        let likely: [UInt8] = [0, 0, 0, 1, 1, 2, 3, 5, 9, 0x0B, 0x12, 0x1F, 0x21, 0x23, 0x25, 0x26, 0x61, 0x87, 0xFF]
        let body = (0..<Int.random(in: 0...30, using: &random)).map { _ in likely.randomElement(using: &random) ?? 0 }
        return [first.randomElement(using: &random) ?? 0, UInt8(body.count)] + body
    }

    @Test(.timeLimit(.minutes(60))) func `no stream of a broker ends the program`() {
        let rounds = Thoroughness.rounds(1_000_000, otherwise: 2000)
        var random = SeededGenerator(seed: 5)
        for _ in 0..<rounds { FuzzTarget.broker.run(Self.stream(using: &random)) }
        FaultTable.held("streams of a broker, made up", "each ends the connection", times: rounds)
    }
}
