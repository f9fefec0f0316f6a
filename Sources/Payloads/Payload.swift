/// What is published on one topic; its packet is within its encoding's limit or it does not exist.
package struct Payload: Sendable, Equatable {
    /// What follows the widget's topic: empty, or `/` and a level.
    package let topicSuffix: String
    /// The payload as it is published; never empty.
    package let bytes: [UInt8]

    /// A packet over the limit is a fault of the encoder, not of its input: every number has a longest form, and
    /// ``TopicRoom`` gives text only what those leave.
    init(_ bytes: [UInt8], topicSuffix: String, room: TopicRoom) {
        let size = PacketBudget.packetSize(
            topicBytes: room.widgetTopicBytes + topicSuffix.utf8.count,
            payloadBytes: bytes.count
        )
        precondition(size <= room.encoding.packetLimit, "a packet of \(size) bytes on …\(topicSuffix)")
        self.topicSuffix = topicSuffix
        self.bytes = bytes
    }
}
