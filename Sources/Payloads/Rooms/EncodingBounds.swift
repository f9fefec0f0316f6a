import Topics
package import Widgets

/// The longest payloads of one encoding of a widget shown in one way.
///
/// Computing them lays out the widget's largest entry, so they are made once for each way of showing a widget and
/// shared by all panels; a copy is a reference. A panel's topic then only takes its length off.
package struct EncodingBounds: Sendable {
    private final class Storage: Sendable {
        let widget: String
        let encoding: Encoding
        let display: DisplaySettings
        let topics: [BoundedTopic]
        let mostWidgetTopicBytes: Int

        init(_ widget: String, _ encoding: Encoding, _ display: DisplaySettings, _ topics: [BoundedTopic]) {
            self.widget = widget
            self.encoding = encoding
            self.display = display
            self.topics = topics
            mostWidgetTopicBytes = topics.map { $0.capacity - $0.content.byteCount }.min() ?? Int.max
        }
    }

    private let storage: Storage

    /// The bounds of a widget whose largest entry has this content when it is shown so.
    package init(widget: String, largest: any WidgetContent, display: DisplaySettings, encoding: Encoding) {
        let topics = largest.topics(of: encoding, display: display).map { topic in
            let capacity = PacketBudget.capacity(topicBytes: topic.suffix.utf8.count, limit: encoding.packetLimit)
            return BoundedTopic(topic, capacity: capacity)
        }
        storage = Storage(widget, encoding, display, topics)
    }

    /// The bounds of a widget shown with these settings.
    package init(of widget: some Widget, display: DisplaySettings, encoding: Encoding) {
        let context = DisplayContext(settings: display, placeName: "", hour: Bounds.latestHour, isStale: true)
        let largest = widget.largest.content(in: context)
        self.init(widget: widget.name, largest: largest, display: display, encoding: encoding)
    }

    /// The widget's level in topics.
    package var widget: String { storage.widget }
    /// The encoding that the bounds are for.
    package var encoding: Encoding { storage.encoding }
    /// The settings that the widget is shown with.
    package var display: DisplaySettings { storage.display }
    /// The suffixes of the topics that the encoding publishes, one per topic; none if the widget does not have the
    /// encoding.
    package var topicSuffixes: [String] { topics.map(\.content.suffix) }

    var topics: [BoundedTopic] { storage.topics }

    /// The longest widget topic that leaves enough bytes for all values.
    var mostWidgetTopicBytes: Int { storage.mostWidgetTopicBytes }
}

extension EncodingBounds: Hashable {
    /// Equality of widget, encoding and display settings.
    package static func == (left: EncodingBounds, right: EncodingBounds) -> Bool {
        left.storage === right.storage
            || left.widget == right.widget && left.encoding == right.encoding && left.display == right.display
                && left.topics == right.topics
    }

    /// Hashes the members that distinguish most bounds; hashing a theme takes longer than comparing one that is shared.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(widget)
        hasher.combine(encoding)
        hasher.combine(display.family)
        hasher.combine(display.units)
        hasher.combine(display.language)
    }
}

extension EncodingBounds {
    /// The encoding's topics with the largest packet that each may carry, in bytes; over the limit if the topic is too
    /// long.
    package func worstCasePacketSizes(baseTopic: String, panelID: String) -> [(topic: String, bytes: Int)] {
        let widgetTopic = widgetTopic(baseTopic: baseTopic, panelID: panelID)
        return topics.map { topic in
            // A long text fills what is left.
            let capacity = topic.content.hasText ? topic.capacity - widgetTopic.utf8.count : 0
            let size = PacketBudget.packetSize(
                topicBytes: widgetTopic.utf8.count + topic.content.suffix.utf8.count,
                payloadBytes: max(capacity, topic.content.byteCount)
            )
            return (widgetTopic + topic.content.suffix, size)
        }
    }

    func widgetTopic(baseTopic: String, panelID: String) -> String {
        Topics(base: baseTopic).entry(of: widget, panel: panelID).name
    }
}
