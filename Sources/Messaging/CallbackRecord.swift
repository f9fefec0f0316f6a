/// What the broker said when it let us in, or not; with 3.1.1 it says little.
package struct ConnectAcknowledgement: Sendable, Equatable {
    var code: UInt8
    /// The version of MQTT that is spoken.
    package var protocolVersion = ClientConfiguration.ProtocolVersion.v5
    /// Whether the broker still had the session of an earlier connection.
    package var sessionPresent: Bool
    /// How many messages it takes that it has not acknowledged yet; nil for 65,535.
    package var receiveMaximum: UInt16?
    /// The largest packet that it takes, in bytes; nil where it names no limit.
    package var maximumPacketSize: UInt32?
    /// Whether it keeps retained messages.
    package var retainAvailable: Bool
    /// The best guarantee of delivery that it gives, 0...2.
    package var maximumQualityOfService: UInt8
    /// Whether `+` and `#` may be subscribed to.
    package var hasWildcardSubscriptions: Bool
    /// How long a connection may be silent, where the broker wants it otherwise than we do.
    package var keepAliveSeconds: UInt16?
    /// How long it keeps the session, where it wants it otherwise than we do.
    package var sessionExpirySeconds: UInt32?
}

/// What libmosquitto's callbacks have left since the last look; used on the client's thread alone.
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

    /// How many messages and acknowledgements wait to be handed out.
    var count: Int { received.count + acknowledged.count }
}
