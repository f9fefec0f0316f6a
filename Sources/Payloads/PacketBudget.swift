/// The arithmetic of a PUBLISH packet of MQTT 3.1.1 at QoS 1, in bytes.
///
///     1 + L + 2 + topic + 2 + payload
///     fixed header: type, remaining length (L bytes); topic length, topic; packet id; payload
///
/// L is 1 while the remaining length (all after it) is at most 127, 2 up to 16,383, 3 up to 2,097,151 and 4 above
/// (MQTT 3.1.1, 2.2.3).
package enum PacketBudget {
    /// The largest remaining length that one, two, three and four bytes can say.
    private static let largestRemainingLengths = [127, 16_383, 2_097_151, 268_435_455]

    /// The bytes between the remaining length and the payload besides the topic: its length and the packet id.
    static let lengthAndIdentifierBytes = 4

    /// The size of the whole packet.
    package static func packetSize(topicBytes: Int, payloadBytes: Int) -> Int {
        fixedHeaderBytes(topicBytes: topicBytes, payloadBytes: payloadBytes)
            + lengthAndIdentifierBytes + topicBytes + payloadBytes
    }

    /// The packet's type byte and its remaining length.
    static func fixedHeaderBytes(topicBytes: Int, payloadBytes: Int) -> Int {
        let remaining = lengthAndIdentifierBytes + topicBytes + payloadBytes
        if remaining <= 127 { return 2 }
        if remaining <= 16_383 { return 3 }
        return remaining <= 2_097_151 ? 4 : 5
    }

    /// The largest payload whose packet is at most `limit` bytes; negative when not even an empty one is.
    package static func capacity(topicBytes: Int, limit: Int) -> Int {
        // A limit just past a border is met by the shorter length: 130 bytes hold no more than 129.
        var remaining = Int.min
        for (index, largest) in largestRemainingLengths.enumerated() {
            remaining = max(remaining, min(limit - 2 - index, largest))
        }
        return remaining - lengthAndIdentifierBytes - topicBytes
    }
}
