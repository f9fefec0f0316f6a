extension Document: WidgetContent {
    /// The topics of an encoding of the document whose lists are the longest; a document has no frame.
    package func topics(of encoding: Encoding, display: DisplaySettings) -> [ContentTopic] {
        switch encoding {
        case .compact: [Self.topic("", of: DocumentObject(compact: self))]
        case .full: [Self.topic("/full", of: DocumentObject(full: self))]
        case .fields:
            members.compactMap(\.field).map { field in
                ContentTopic(
                    field.topicSuffix,
                    byteCount: field.value.longestBareByteCount,
                    hasText: field.value.hasText
                )
            }
        case .frame: []
        }
    }

    private static func topic(_ suffix: String, of object: DocumentObject) -> ContentTopic {
        ContentTopic(suffix, byteCount: object.longestByteCount, hasText: object.hasText)
    }

    /// The document in the context's encoding: one payload a topic, `null` where it has no value for one.
    package func payloads(in context: PayloadContext) -> [[UInt8]] {
        context.payloads { topic, capacity in
            switch context.encoding {
            case .compact: DocumentObject(compact: self).json(capacity: capacity)
            case .full: DocumentObject(full: self).json(capacity: capacity)
            case .fields, .frame: value(on: topic).bareBytes(capacity: capacity)
            }
        }
    }

    private func value(on topic: ContentTopic) -> Value {
        members.lazy.compactMap(\.field).first { $0.topicSuffix == topic.suffix }?.value ?? .null
    }
}

extension Document.Field {
    fileprivate var topicSuffix: String { "/" + name }
}
