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
        // Counted rather than built: every panel has a room for each encoding.
        let widgetTopicBytes = baseTopic.utf8.count + panelID.utf8.count + bounds.widget.utf8.count + 2
        guard widgetTopicBytes <= bounds.mostWidgetTopicBytes else {
            throw TopicTooLong(bounds, baseTopic: baseTopic, panelID: panelID)
        }
        self.bounds = bounds
        self.widgetTopicBytes = widgetTopicBytes
    }

    /// The encoding that the room is for.
    package var encoding: Encoding { bounds.encoding }
    /// The suffixes of the encoding's topics, one per topic.
    package var topicSuffixes: [String] { bounds.topicSuffixes }

    /// The payload bytes that the topic leaves.
    func capacity(of topic: EncodingBounds.Topic) -> Int { topic.capacity - widgetTopicBytes }
}

extension TopicRoom {
    /// The payloads for this content, one per topic in the order of ``topicSuffixes``.
    ///
    /// `content` belongs to an entry shown with the settings of ``bounds``; `placeName` and `isStale` come from its
    /// context. Texts are cut to the room.
    package func payloads(of content: WidgetContent, placeName: DisplayText, isStale: Bool) -> [Payload] {
        switch content {
        case .hours(let entry): entry.payloads(name: placeName, isStale: isStale, room: self)
        case .document(let document): document.payloads(room: self)
        }
    }
}
