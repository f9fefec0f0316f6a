/// A widget topic that leaves room for every value of an encoding; there is none for a topic that does not.
///
/// Payloads depend on the topic through its length alone: panels with the same place and equal rooms may share
/// them.
package struct TopicRoom: Sendable, Hashable {
    /// The encoding that the room is for.
    package let encoding: WeatherEncoding
    /// The UTF-8 bytes of `<base topic>/<panel>/weather`.
    package let widgetTopicBytes: Int
    /// The bytes that the longest values leave to the place's name: the same whatever the hour's values are, so
    /// that a name is not cut here in one hour and there in the next.
    let nameBytes: Int

    package init(encoding: WeatherEncoding, baseTopic: String, panelID: String) throws(TopicTooLong) {
        // Counted, not built: this is asked for every panel at every hour.
        let widgetTopicBytes =
            baseTopic.utf8.count + panelID.utf8.count + WeatherEncoding.widget.utf8.count + 2
        var nameBytes = 0
        var worst: TopicTooLong?
        for longest in WeatherBounds.longestPayloads(of: encoding) {
            let topicBytes = widgetTopicBytes + longest.topicSuffix.utf8.count
            let left = PacketBudget.capacity(topicBytes: topicBytes, limit: encoding.packetLimit) - longest.byteCount
            if -left > worst?.excess ?? 0 {
                worst = TopicTooLong(
                    encoding: encoding,
                    topic: Self.widgetTopic(baseTopic: baseTopic, panelID: panelID) + longest.topicSuffix,
                    payloadBytes: longest.byteCount,
                    excess: -left
                )
            }
            if longest.hasName { nameBytes = left + longest.nameBytes }
        }
        if let worst { throw worst }
        self.encoding = encoding
        self.widgetTopicBytes = widgetTopicBytes
        self.nameBytes = nameBytes
    }

    static func widgetTopic(baseTopic: String, panelID: String) -> String {
        "\(baseTopic)/\(panelID)/\(WeatherEncoding.widget)"
    }
}

/// A topic so long that the encoding's longest values do not fit its limit even with no name of the place.
package struct TopicTooLong: Error, Sendable, Equatable, CustomStringConvertible {
    /// The encoding whose values do not fit.
    package let encoding: WeatherEncoding
    /// The topic that leaves least room, whole.
    package let topic: String
    /// The longest payload with the name cut to nothing.
    package let payloadBytes: Int
    /// By how many bytes the topic is too long.
    package let excess: Int

    /// A sentence with the arithmetic and what to do.
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

extension WeatherEncoding {
    /// Nil when the topics leave room for every value, else what is wrong and what to do, in one sentence.
    package static func topicRoom(baseTopic: String, panelID: String, encoding: WeatherEncoding) -> String? {
        do throws(TopicTooLong) {
            _ = try TopicRoom(encoding: encoding, baseTopic: baseTopic, panelID: panelID)
            return nil
        } catch {
            return error.description
        }
    }

    /// Each topic of the encoding with the largest packet it may ever carry, in bytes.
    package static func worstCasePacketSize(
        baseTopic: String,
        panelID: String,
        encoding: WeatherEncoding
    ) -> [(topic: String, bytes: Int)] {
        let widgetTopic = TopicRoom.widgetTopic(baseTopic: baseTopic, panelID: panelID)
        return WeatherBounds.longestPayloads(of: encoding).map { longest in
            let topic = widgetTopic + longest.topicSuffix
            let topicBytes = topic.utf8.count
            let capacity = PacketBudget.capacity(topicBytes: topicBytes, limit: encoding.packetLimit)
            // A long name fills what is left.
            let payloadBytes = longest.hasName ? max(capacity, longest.byteCount) : longest.byteCount
            return (topic, PacketBudget.packetSize(topicBytes: topicBytes, payloadBytes: payloadBytes))
        }
    }
}
