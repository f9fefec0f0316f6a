/// What the broker said when it let us in, or not.
struct ConnectAcknowledgement {
    var code: UInt8
    var sessionPresent: Bool
    var receiveMaximum: UInt16?
    var maximumPacketSize: UInt32?
    var retainAvailable: Bool
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

    /// Larger messages are not copied.
    let maximumPayloadBytes: Int
    var connectAcknowledgement: ConnectAcknowledgement?
    var disconnectCode: Int32?
    var acknowledged: [Acknowledgement] = []
    var subscribed: [SubscriptionAnswer] = []
    var received: [IncomingMessage] = []

    init(maximumPayloadBytes: Int) {
        self.maximumPayloadBytes = maximumPayloadBytes
    }
}
