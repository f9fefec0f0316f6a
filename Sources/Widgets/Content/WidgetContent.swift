/// What an entry says, in the encodings that its widget has.
///
/// A ``Document`` has all but a frame; a widget that has one gives content of its own, which may hand the other encodings
/// on to a document.
package protocol WidgetContent: Sendable {
    /// How long the payloads of an encoding can get, an element a topic; empty where there is no such encoding.
    ///
    /// Asked of the content of the widget's largest entry.
    func topics(of encoding: Encoding, display: DisplaySettings) -> [ContentTopic]

    /// The payloads, one for each of the context's topics, in their order, none over its topic's capacity.
    func payloads(in context: PayloadContext) -> [[UInt8]]
}

/// One topic of an encoding.
package struct ContentTopic: Sendable, Hashable {
    /// What follows the widget's topic: empty, or `/` and a level.
    package let suffix: String
    /// The longest payload with every text cut to nothing, in bytes.
    package let byteCount: Int
    /// Whether texts take what is left.
    package let hasText: Bool

    package init(_ suffix: String, byteCount: Int, hasText: Bool) {
        self.suffix = suffix
        self.byteCount = byteCount
        self.hasText = hasText
    }
}

/// What payloads are made for: an encoding, how the widget is shown, and the bytes that there are for each topic.
package struct PayloadContext: Sendable {
    package let encoding: Encoding
    package let display: DisplaySettings
    /// The place's name, uncut.
    package let placeName: DisplayText
    /// Whether what is shown is older than it should be.
    package let isStale: Bool
    /// Those of the widget's largest entry.
    package let topics: [ContentTopic]
    /// What payloads could have if the widget's topic were empty, in the order of the topics.
    private let capacities: [Int]
    private let widgetTopicBytes: Int

    package init(
        encoding: Encoding,
        display: DisplaySettings,
        placeName: DisplayText,
        isStale: Bool,
        topics: [ContentTopic],
        capacities: [Int],
        widgetTopicBytes: Int
    ) {
        self.encoding = encoding
        self.display = display
        self.placeName = placeName
        self.isStale = isStale
        self.topics = topics
        self.capacities = capacities
        self.widgetTopicBytes = widgetTopicBytes
    }

    /// What `make` gives for each topic and its capacity in bytes, in the order of the topics.
    package func payloads(_ make: (ContentTopic, _ capacity: Int) -> [UInt8]) -> [[UInt8]] {
        topics.indices.map { make(topics[$0], capacities[$0] - widgetTopicBytes) }
    }
}
