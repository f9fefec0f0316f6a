package import Widgets

/// A widget topic that leaves room for every value of an encoding; there is none for a topic that does not.
///
/// Payloads depend on the topic through its length alone: panels that show the same content in equal rooms may share
/// them.
package struct TopicRoom: Sendable, Hashable {
    /// What the room is for.
    package let bounds: EncodingBounds
    /// The UTF-8 bytes of `<base topic>/<panel>/<widget>`.
    package let widgetTopicBytes: Int

    package init(_ bounds: EncodingBounds, baseTopic: String, panelID: String) throws(TopicTooLong) {
        // Counted, not built: there is a room for every panel.
        let widgetTopicBytes = baseTopic.utf8.count + panelID.utf8.count + bounds.widget.utf8.count + 2
        guard widgetTopicBytes <= bounds.mostWidgetTopicBytes else {
            throw TopicTooLong(bounds, baseTopic: baseTopic, panelID: panelID)
        }
        self.bounds = bounds
        self.widgetTopicBytes = widgetTopicBytes
    }

    /// The encoding that the room is for.
    package var encoding: Encoding { bounds.encoding }
    /// What follows the widget's topic, one element a topic.
    package var topicSuffixes: [String] { bounds.topicSuffixes }

    /// The payload bytes that the topic leaves.
    func capacity(of topic: EncodingBounds.Topic) -> Int { topic.capacity - widgetTopicBytes }
}

extension TopicRoom {
    /// What the room's widget says, in the room's encoding: one payload a topic, in the order of ``topicSuffixes``.
    ///
    /// `content` is of an entry that is shown with the settings of ``bounds``, `placeName` and `isStale` as its context
    /// has them. Texts are cut where there is no room.
    package func payloads(of content: any WidgetContent, placeName: DisplayText, isStale: Bool) -> [Payload] {
        let context = PayloadContext(
            encoding: encoding,
            display: bounds.display,
            placeName: placeName,
            isStale: isStale,
            topics: bounds.contents,
            capacities: bounds.capacities,
            widgetTopicBytes: widgetTopicBytes
        )
        let payloads = content.payloads(in: context)
        precondition(payloads.count == bounds.topics.count, "the content has other topics than the largest entry's")
        return zip(payloads, bounds.topics).map { Payload($0, on: $1, in: self) }
    }
}
