import Topics
package import Widgets

/// A topic so long that the encoding's longest values do not fit its limit even with every text cut to nothing.
package struct TopicTooLong: Error, Sendable, Equatable, CustomStringConvertible {
    /// The encoding whose values do not fit.
    package let encoding: Encoding
    /// The topic that leaves the fewest bytes, whole.
    package let topic: String
    /// The longest payload with every text cut to nothing.
    package let payloadBytes: Int
    /// By how many bytes the topic is too long.
    package let excess: Int

    /// Describes the topic that exceeds its limit by most, the first of several.
    init(_ bounds: EncodingBounds, baseTopic: String, panelID: String) {
        let widgetTopic = bounds.widgetTopic(baseTopic: baseTopic, panelID: panelID)
        let worst = bounds.topics.first { $0.capacity - $0.content.byteCount == bounds.mostWidgetTopicBytes }
        encoding = bounds.encoding
        topic = widgetTopic + (worst?.content.suffix ?? "")
        payloadBytes = worst?.content.byteCount ?? 0
        excess = widgetTopic.utf8.count - bounds.mostWidgetTopicBytes
    }

    /// A sentence with the arithmetic and the remedy.
    package var description: String {
        let bytes = topic.utf8.count
        let header = PacketBudget.fixedHeaderBytes(topicBytes: bytes, payloadBytes: payloadBytes)
        let size = PacketBudget.packetSize(topicBytes: bytes, payloadBytes: payloadBytes)
        return """
            \(topic) is \(bytes) bytes: with header, topic length, topic, packet id and payload its largest packet \
            is \(header) + 2 + \(bytes) + 2 + \(payloadBytes) = \(size) bytes, over the \(encoding.packetLimit) \
            that \(encoding.sizedFor) can take by default; shorten mqtt.base_topic or the panel's id by \
            \(excess) \(excess == 1 ? "byte" : "bytes"), or leave out the \(encoding.rawValue) encoding
            """
    }
}
