/// A message that Kiatsu sends.
package struct OutgoingMessage: Sendable, Equatable {
    /// The qualities of service in use; exactly once (2) is not needed for values that replace each other.
    package enum QualityOfService: Int32, Sendable {
        /// QoS 0: sent once, not acknowledged.
        case atMostOnce = 0
        /// QoS 1: sent until acknowledged.
        case atLeastOnce = 1
    }

    /// The topic, without wildcards, up to 65,535 bytes of UTF-8.
    package var topic: String
    /// The payload.
    package var payload: [UInt8]

    /// True for a retained message, which the broker keeps as the topic's value.
    ///
    /// Only the newest retained message of a topic waits for the broker. A message that is not retained is a response:
    /// it is dropped with the connection on which it was requested.
    package var isRetained: Bool

    /// True for a large message without hurry, which lets all others go first.
    ///
    /// Only retained messages can be patient. They arrive in the order in which they were handed over, regardless of
    /// earlier messages of their topics.
    package var isPatient: Bool

    /// True where ``Client/missingValues`` reports it until the broker has it; for retained messages only.
    package var isWatched: Bool

    /// The time after being handed over for which it may be delivered; nil for ever.
    package var lifetime: Duration?

    /// The identifier that matches a response to its request (MQTT 5 only).
    package var correlationData: [UInt8]?
    /// The topic on which its response is awaited (MQTT 5 only).
    package var responseTopic: String?
    /// The quality of service.
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

/// A message from the broker, already acknowledged.
package struct IncomingMessage: Sendable, Equatable {
    /// The topic that it was published on.
    package var topic: String
    /// The payload.
    package var payload: [UInt8]

    /// True where it was stored before the subscription; with `retainAsPublished` the sender's flag.
    package var isRetained: Bool

    /// The topic on which its sender awaits a response (MQTT 5 only).
    package var responseTopic: String?

    /// The identifier that the response must carry (MQTT 5 only).
    package var correlationData: [UInt8]?

    /// The rest of its lifetime in seconds (MQTT 5 only); nil for ever.
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
