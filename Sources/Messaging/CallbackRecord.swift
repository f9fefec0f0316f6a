/// The broker's answer to CONNECT; MQTT 3.1.1 gives few of these values.
package struct ConnectAcknowledgement: Sendable, Equatable {
    var code: UInt8
    /// The version of MQTT in use.
    package var protocolVersion = ClientConfiguration.ProtocolVersion.v5
    /// True where the broker still had the session of an earlier connection.
    package var sessionPresent: Bool
    /// The most unacknowledged messages that the broker accepts; nil for 65,535.
    package var receiveMaximum: UInt16?
    /// The largest packet that the broker accepts, in bytes; nil without a limit.
    package var maximumPacketSize: UInt32?
    /// True where the broker keeps retained messages.
    package var retainAvailable: Bool
    /// The highest quality of service of the broker, 0...2.
    package var maximumQualityOfService: UInt8
    /// True where subscriptions may have `+` and `#`.
    package var hasWildcardSubscriptions: Bool
    /// The keep-alive that the broker demands, in seconds; nil where it accepts the client's.
    package var keepAliveSeconds: UInt16?
    /// The lifetime of the session that the broker demands, in seconds; nil where it accepts the client's.
    package var sessionExpirySeconds: UInt32?
}

/// The results of libmosquitto's callbacks since the last look; used on the client's thread only.
final class CallbackRecord {
    struct Acknowledgement {
        var identifier: Int32
        var code: UInt8
    }

    struct SubscriptionAnswer {
        var identifier: Int32
        var code: UInt8
    }

    var connectAcknowledgement: ConnectAcknowledgement?
    var disconnectCode: Int32?
    var acknowledged: [Acknowledgement] = []
    var subscribed: [SubscriptionAnswer] = []
    var received: [IncomingMessage] = []

    /// The number of messages and acknowledgements that wait to be handed on.
    var count: Int { received.count + acknowledged.count }
}
