/// A message that Kiatsu sends.
package struct OutgoingMessage: Sendable, Equatable {
    /// MQTT's delivery guarantees that Kiatsu uses; exactly once (2) is not needed for values that replace each other.
    package enum QualityOfService: Int32, Sendable {
        case atMostOnce = 0
        case atLeastOnce = 1
    }

    /// The topic, without wildcards, up to 65,535 bytes of UTF-8.
    package var topic: String
    /// The bytes as they are published.
    package var payload: [UInt8]

    /// Whether the broker keeps it as the topic's value.
    ///
    /// A retained message waits for the broker, and only the newest of a topic does. One that is not retained is an
    /// answer: it is worth nothing once the connection that it was asked on is gone.
    package var isRetained: Bool

    /// Whether it lets all others go first: what is large, and in no hurry.
    ///
    /// Only what is retained can be patient. Patient messages arrive in the order in which they were handed over,
    /// whichever of their topics were there before.
    package var isPatient: Bool

    /// Whether ``Client/missingValues`` tells of it for as long as the broker does not have it; of retained messages alone.
    package var isWatched: Bool

    /// How long after being handed over it may still be delivered; `nil` is for ever.
    package var lifetime: Duration?

    /// What a request and its answer carry, so that they are recognised as such (MQTT 5 only).
    package var correlationData: [UInt8]?
    /// Where its answer is awaited (MQTT 5 only).
    package var responseTopic: String?
    /// The guarantee that it is sent with.
    package var qualityOfService: QualityOfService

    package init(
        topic: String,
        payload: [UInt8],
        isRetained: Bool = true,
        isPatient: Bool = false,
        isWatched: Bool = false,
        lifetime: Duration? = nil,
        correlationData: [UInt8]? = nil,
        responseTopic: String? = nil,
        qualityOfService: QualityOfService = .atLeastOnce
    ) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
        self.isPatient = isPatient
        self.isWatched = isWatched
        self.lifetime = lifetime
        self.correlationData = correlationData
        self.responseTopic = responseTopic
        self.qualityOfService = qualityOfService
    }
}

/// A message that the broker delivered, acknowledged to it already.
package struct IncomingMessage: Sendable, Equatable {
    /// The topic that it was published on.
    package var topic: String
    /// The bytes as they are published.
    package var payload: [UInt8]

    /// Whether it was stored before we subscribed, or, with `retainAsPublished`, whether its sender wanted it stored.
    package var isRetained: Bool

    /// Where its sender waits for an answer (MQTT 5 only).
    package var responseTopic: String?

    /// What the answer must carry so that its sender recognises it (MQTT 5 only).
    package var correlationData: [UInt8]?

    /// How long it is still worth anything, in seconds (MQTT 5 only); nil for ever.
    package var expirySeconds: UInt32?

    package init(
        topic: String,
        payload: [UInt8],
        isRetained: Bool,
        responseTopic: String? = nil,
        correlationData: [UInt8]? = nil,
        expirySeconds: UInt32? = nil
    ) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
        self.responseTopic = responseTopic
        self.correlationData = correlationData
        self.expirySeconds = expirySeconds
    }
}
