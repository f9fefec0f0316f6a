/// The content of an entry, in the encodings that its widget has.
///
/// A ``Document`` has all but a frame; a widget that has one gives content of its own, which may hand the other
/// encodings on to a document.
package protocol WidgetContent: Sendable {
    /// The topics of an encoding with the bytes that their payloads can take; empty for an encoding that the widget
    /// lacks.
    ///
    /// Asked of the content of the widget's largest entry.
    func topics(of encoding: Encoding, display: DisplaySettings) -> [ContentTopic]

    /// The payloads, one for each of the context's topics, in their order, none over its topic's capacity.
    func payloads(in context: PayloadContext) -> [[UInt8]]
}

/// One topic of an encoding.
package struct ContentTopic: Sendable, Hashable {
    /// The part of the topic after the widget's: empty, or `/` and a level.
    package let suffix: String
    /// The longest payload with every text cut to nothing, in bytes.
    package let byteCount: Int
    /// True if texts take the bytes that are left.
    package let hasText: Bool

    package init(_ suffix: String, byteCount: Int, hasText: Bool) {
        self.suffix = suffix
        self.byteCount = byteCount
        self.hasText = hasText
    }
}

/// A topic of an encoding's longest payloads, with the bytes that a packet leaves for any payload.
package struct BoundedTopic: Sendable, Hashable {
    /// The topic of the widget's largest entry.
    package let content: ContentTopic
    /// The payload bytes if the widget's topic were empty.
    package let capacity: Int

    package init(_ content: ContentTopic, capacity: Int) {
        self.content = content
        self.capacity = capacity
    }
}

/// The context of payloads: their encoding, the widget's display settings, and the bytes for each topic.
package struct PayloadContext: Sendable {
    package let encoding: Encoding
    package let display: DisplaySettings
    /// The place's name, uncut.
    package let placeName: DisplayText
    /// True if the entry is older than it should be.
    package let isStale: Bool
    private let topics: [BoundedTopic]
    private let widgetTopicBytes: Int

    package init(
        encoding: Encoding,
        display: DisplaySettings,
        placeName: DisplayText,
        isStale: Bool,
        topics: [BoundedTopic],
        widgetTopicBytes: Int
    ) {
        self.encoding = encoding
        self.display = display
        self.placeName = placeName
        self.isStale = isStale
        self.topics = topics
        self.widgetTopicBytes = widgetTopicBytes
    }

    /// The payloads that `make` returns for each topic and its capacity in bytes, in the order of the topics.
    package func payloads(_ make: (ContentTopic, _ capacity: Int) -> [UInt8]) -> [[UInt8]] {
        topics.map { make($0.content, $0.capacity - widgetTopicBytes) }
    }
}
