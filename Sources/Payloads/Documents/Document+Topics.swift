import Widgets

extension Document {
    /// The topics of an encoding, with the lengths of a document whose lists are the longest; none for the frame.
    func topics(of encoding: Encoding) -> [EncodingBounds.Topic] {
        switch encoding {
        case .compact: [Self.topic("", of: DocumentObject(compact: self), encoding: encoding)]
        case .full: [Self.topic("/full", of: DocumentObject(full: self), encoding: encoding)]
        case .fields:
            members.compactMap(\.field).map { field in
                EncodingBounds.Topic(
                    field.topicSuffix,
                    byteCount: field.value.longestBareByteCount,
                    hasText: field.value.hasText,
                    encoding: encoding
                )
            }
        case .frame: []
        }
    }

    private static func topic(
        _ suffix: String,
        of object: DocumentObject,
        encoding: Encoding
    ) -> EncodingBounds.Topic {
        EncodingBounds.Topic(suffix, byteCount: object.longestByteCount, hasText: object.hasText, encoding: encoding)
    }

    /// The document in the room's encoding: one payload per topic, `null` for a topic without a value.
    func payloads(room: TopicRoom) -> [Payload] {
        room.bounds.topics.map { topic in
            let capacity = room.capacity(of: topic)
            let bytes =
                switch room.encoding {
                case .compact: DocumentObject(compact: self).json(capacity: capacity)
                case .full: DocumentObject(full: self).json(capacity: capacity)
                case .fields, .frame: value(on: topic).bareBytes(capacity: capacity)
                }
            return Payload(bytes, on: topic, in: room)
        }
    }

    private func value(on topic: EncodingBounds.Topic) -> Value {
        members.lazy.compactMap(\.field).first { $0.topicSuffix == topic.suffix }?.value ?? .null
    }
}

extension Document.Field {
    fileprivate var topicSuffix: String { "/" + name }
}
