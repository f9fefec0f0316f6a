import Topics
package import Widgets

/// A widget topic that is short enough for every value of an encoding.
///
/// Payloads depend on the topic through its length alone, so that panels with the same content and equal rooms can
/// share them.
package struct TopicRoom: Sendable, Hashable {
    /// The bounds of the encoding.
    package let bounds: EncodingBounds
    /// The UTF-8 bytes of `<base topic>/<panel>/<widget>`.
    package let widgetTopicBytes: Int

    package init(_ bounds: EncodingBounds, baseTopic: String, panelID: String) throws(TopicTooLong) {
        // Counted rather than built: every panel has a budget for each encoding.
        let widgetTopicBytes = Topics.entryTopicBytes(base: baseTopic, panel: panelID, widget: bounds.widget)
        guard widgetTopicBytes <= bounds.mostWidgetTopicBytes else {
            throw TopicTooLong(bounds, baseTopic: baseTopic, panelID: panelID)
        }
        self.bounds = bounds
        self.widgetTopicBytes = widgetTopicBytes
    }

    /// The encoding that the budget is for.
    package var encoding: Encoding { bounds.encoding }
    /// The suffixes of the encoding's topics, one per topic.
    package var topicSuffixes: [String] { bounds.topicSuffixes }

    /// The payload bytes that the topic leaves.
    func capacity(of topic: BoundedTopic) -> Int { topic.capacity - widgetTopicBytes }
}

extension TopicRoom {
    /// The payloads for this content, one per topic in the order of ``topicSuffixes``.
    ///
    /// `content` belongs to an entry shown with the settings of ``bounds``; `placeName` and `isStale` come from its
    /// context. Texts are cut to the budget.
    package func payloads(of content: any WidgetContent, placeName: DisplayText, isStale: Bool) -> [Payload] {
        let context = PayloadContext(
            encoding: encoding,
            display: bounds.display,
            placeName: placeName,
            isStale: isStale,
            topics: bounds.topics,
            widgetTopicBytes: widgetTopicBytes
        )
        let payloads = content.payloads(in: context)
        precondition(payloads.count == bounds.topics.count, "the content has other topics than the largest entry's")
        return zip(payloads, bounds.topics).map { Payload($0, on: $1, in: self) }
    }
}
