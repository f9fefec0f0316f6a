import Payloads
import Topics
package import Widgets

/// The topics and limits of a widget's pictures on a panel.
package struct PictureRoom: Sendable {
    /// In pixels, as a person looks at it: what is configured, else what the panel said, else the standard.
    package let size: PictureSize
    /// Of the framebuffer.
    package let layout: FramebufferLayout
    /// Bytes of payload that a strip with its header may take; negative where the topic alone takes more.
    package let stripBytes: Int
    /// Bytes of payload that a label with its header may take; negative where the topic alone takes more.
    package let labelBytes: Int

    private let settings: WidgetConfiguration
    private let hasToldBuffer: Bool
    /// The index of a strip with a topic as long as any.
    private let longestStripIndex: Int
    /// The largest packets.
    private let stripLimit: Int
    private let labelLimit: Int
    private let wireTopics: Topics
    private let panelID: String

    /// The largest packet of a client that has not said how much it takes.
    private static let usualPacketBytes = 255
    /// A name of one character of 15 pixels each way: a header of 2 bytes, 15 rows of 2 bytes.
    private static let leastLabelBytes = 32
    /// The longest description of a picture.
    private static let mostDescriptionBytes = 128
    /// No strip is larger, whatever its panel takes.
    private static let mostStripPacketBytes = 4096

    /// `screen` and `bufferBytes` are what the panel said of itself: the size of its screen, nil where it said none or
    /// one that cannot be drawn, and the largest packet that it takes, in bytes.
    package init(
        _ settings: WidgetConfiguration,
        baseTopic: String,
        panelID: String,
        screen: PictureSize?,
        bufferBytes: Int?
    ) {
        self.settings = settings
        wireTopics = Topics(base: baseTopic)
        self.panelID = panelID
        let picture = settings.picture
        size = picture.size ?? screen ?? .standard
        layout = FramebufferLayout(size: size, colors: picture.colors, rotation: picture.rotation)
        // A client's buffer holds the zero, too, that firmware likes to write behind a payload.
        let buffer = bufferBytes.map { $0 - 1 } ?? Self.usualPacketBytes
        let imageTopicBytes = wireTopics.picture(of: settings.widget, panel: panelID).name.utf8.count
        hasToldBuffer = bufferBytes != nil
        let stripLimit = min(buffer, Self.mostStripPacketBytes)
        self.stripLimit = stripLimit
        labelLimit = min(buffer, Encoding.compact.packetLimit)
        func stripCapacity(_ index: Int) -> Int {
            let topicBytes = imageTopicBytes + Topics.stripSuffix(index).utf8.count
            return PacketBudget.capacity(topicBytes: topicBytes, limit: stripLimit)
        }
        // From a thousand strips on, a topic has a digit more.
        let count = layout.stripCount(mostBytes: stripCapacity(0))
        longestStripIndex = max(0, count - 1)
        stripBytes = stripCapacity(longestStripIndex)
        let label = wireTopics.label(of: settings.widget, panel: panelID).name
        labelBytes = PacketBudget.capacity(topicBytes: label.utf8.count, limit: labelLimit)
    }

    /// The number of strips; 0 where not even a row fits.
    package var stripCount: Int { layout.stripCount(mostBytes: stripBytes) }

    // MARK: Topics

    /// The topic of the picture's description.
    package var imageTopic: String { wireTopics.picture(of: settings.widget, panel: panelID).name }

    /// The topic of the place's name as a bitmap.
    package var labelTopic: String { wireTopics.label(of: settings.widget, panel: panelID).name }

    private var longestStripTopic: String { imageTopic + Topics.stripSuffix(longestStripIndex) }

    /// All that the widget's pictures use.
    package var topics: [String] {
        settings.picture.formats.flatMap(topics)
            + (settings.picture.formats.contains { $0 != .label } ? [imageTopic] : [])
    }

    /// The topics of one form.
    package func topics(of format: PictureFormat) -> [String] {
        switch format {
        case .strips: (0..<stripCount).map { imageTopic + Topics.stripSuffix($0) }
        case .label: [labelTopic]
        case .png, .raw, .deflate, .packbits:
            PictureTopics.suffix(of: format, settings.picture.colors).map { [imageTopic + $0] } ?? []
        }
    }

    // MARK: Sizes

    /// The largest packet of what tells of a picture as a whole, in bytes.
    package var largestDescriptionPacketBytes: Int {
        PacketBudget.packetSize(topicBytes: imageTopic.utf8.count, payloadBytes: Self.mostDescriptionBytes)
    }

    /// The largest packet of a form, in bytes, whatever is drawn; nil where nothing is known of it.
    package func largestPacketBytes(of format: PictureFormat) -> Int? {
        let count = layout.byteCount
        let payloadBytes: Int
        switch format {
        case .png: return nil
        case .raw: payloadBytes = count
        // zlib's bound for a small window, and a byte more for each 128.
        case .deflate: payloadBytes = count + (count + 7) / 8 + (count + 63) / 64 + 11
        case .packbits: payloadBytes = count + (count + 127) / 128
        case .strips:
            let rows = min(layout.rowsPerStrip(mostBytes: stripBytes), layout.height * layout.planes)
            payloadBytes = FramebufferLayout.stripHeaderBytes + rows * layout.bytesPerRow
        case .label: payloadBytes = labelBytes
        }
        let topic = format == .strips ? longestStripTopic : topics(of: format).first ?? ""
        return PacketBudget.packetSize(topicBytes: topic.utf8.count, payloadBytes: payloadBytes)
    }

    /// The smallest packet in which a form can be published at all, in bytes, and what a packet may have; nil where
    /// there is no limit.
    package func leastPacketBytes(of format: PictureFormat) -> (bytes: Int, limit: Int)? {
        guard let (topic, _, parts, limit) = least(of: format) else { return nil }
        return (PacketBudget.packetSize(topicBytes: topic.utf8.count, payloadBytes: parts.reduce(0, +)), limit)
    }

    /// The reason why a form does not fit, one sentence of arithmetic; nil if it fits.
    package func problem(of format: PictureFormat) -> String? {
        guard let (topic, what, parts, limit) = least(of: format) else { return nil }
        let bytes = topic.utf8.count
        let payload = parts.reduce(0, +)
        let size = PacketBudget.packetSize(topicBytes: bytes, payloadBytes: payload)
        guard size > limit else { return nil }
        let header = size - 4 - bytes - payload
        let sum = ([header, 2, bytes, 2] + parts).map(String.init).joined(separator: " + ")
        let whose = hasToldBuffer ? "the panel has room for" : "a client takes that has told of no buffer"
        return """
            \(topic) is \(bytes) bytes: with header, topic length, topic and packet id \(what) is \(sum) = \(size) \
            bytes, over the \(limit) that \(whose)
            """
    }

    /// The least message of a form that is cut to fit: the topic with the fewest free bytes, its payload, the bytes of
    /// its parts, and the limit; nil for a form of fixed size.
    private func least(of format: PictureFormat) -> (topic: String, what: String, parts: [Int], limit: Int)? {
        switch format {
        case .png, .raw, .deflate, .packbits: return nil
        case .label: return (labelTopic, "the smallest label", [Self.leastLabelBytes], labelLimit)
        case .strips:
            let row = "a strip with a row of \(layout.width) pixels in \(layout.colors.rawValue)"
            return (longestStripTopic, row, [FramebufferLayout.stripHeaderBytes, layout.bytesPerRow], stripLimit)
        }
    }
}
