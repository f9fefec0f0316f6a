import Widgets

/// A message body for one topic; it always fits its encoding's packet limit.
package struct Payload: Sendable, Equatable {
    /// The part of the topic after the widget's: empty, or `/` and a level.
    package let topicSuffix: String
    /// The payload as it is published; empty for a text that is empty.
    package let bytes: [UInt8]

    /// A packet over the limit is a fault of the encoder, not of its input: every number has a longest form, and texts
    /// are cut to the bytes that are left.
    init(_ bytes: [UInt8], on topic: BoundedTopic, in room: TopicRoom) {
        let capacity = room.capacity(of: topic)
        precondition(bytes.count <= capacity, "\(bytes.count) bytes on …\(topic.content.suffix) where \(capacity) fit")
        topicSuffix = topic.content.suffix
        self.bytes = bytes
    }
}
