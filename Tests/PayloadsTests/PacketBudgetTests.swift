import Testing

@testable import Payloads
@testable import Widgets

/// The PUBLISH packet itself, put together byte by byte.
func publishPacket(topic: String, payload: [UInt8]) -> [UInt8] {
    var rest: [UInt8] = [UInt8(topic.utf8.count >> 8), UInt8(topic.utf8.count & 0xFF)] + Array(topic.utf8)
    rest += [0, 1] + payload
    var packet: [UInt8] = [0x33]
    var length = rest.count
    repeat {
        packet.append(UInt8(length % 128) | (length >= 128 ? 0x80 : 0))
        length /= 128
    } while length > 0
    return packet + rest
}

@Suite struct PacketBudgetTests {
    @Test(arguments: [0, 1, 100, 121, 122, 123, 124, 125, 255, 16_377, 16_378, 16_379, 16_380, 65_000])
    func `the size is that of the packet`(payloadBytes: Int) {
        let packet = publishPacket(topic: "ab", payload: Array(repeating: 0, count: payloadBytes))
        #expect(PacketBudget.packetSize(topicBytes: 2, payloadBytes: payloadBytes) == packet.count)
    }

    @Test(arguments: [10, 39, 45])
    func `the capacity is the largest payload whose packet fits`(topicBytes: Int) {
        for limit in Array(120...140) + [255, 256, 1024] + Array(16_380...16_395) {
            let capacity = PacketBudget.capacity(topicBytes: topicBytes, limit: limit)
            #expect(PacketBudget.packetSize(topicBytes: topicBytes, payloadBytes: capacity) <= limit)
            #expect(PacketBudget.packetSize(topicBytes: topicBytes, payloadBytes: capacity + 1) > limit)
        }
    }

    /// Measured with PubSubClient at its default of 256 bytes.
    @Test(arguments: [(20, 229), (30, 219), (40, 209)])
    func `a 256-byte buffer takes what was measured`(topicBytes: Int, payloadBytes: Int) {
        #expect(PacketBudget.capacity(topicBytes: topicBytes, limit: 256) == payloadBytes)
    }

    @Test func `a topic that fills the packet has a negative capacity`() {
        #expect(PacketBudget.capacity(topicBytes: 200, limit: 128) == -78)
    }
}
