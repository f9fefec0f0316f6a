/// The settings of a client.
package struct ClientConfiguration: Sendable {
    /// A version of MQTT.
    package enum ProtocolVersion: Sendable {
        /// MQTT 3.1.1.
        case v311
        /// MQTT 5.
        case v5
    }

    /// The broker's name or address, or the path of a Unix-domain socket.
    package var host: String
    /// The TCP port; 0 where ``host`` is a path.
    package var port: UInt16
    /// The requested version of MQTT.
    package var protocolVersion: ProtocolVersion = .v5
    /// True where 3.1.1 is tried on a broker that refuses 5.
    package var fallsBackToOlderVersion = false
    /// The features of MQTT that the broker is known to refuse.
    var concessions = Concessions()

    /// The session's name at the broker: not empty, the same at each start, different for each instance.
    package var clientID: String
    /// The user name; nil connects without one.
    package var username: String?
    /// The password of ``username``; secret.
    package var password: String?

    /// The encryption; nil for none.
    package var tls: TLS?

    /// The longest silence before a ping, in seconds: 5 to 65,535.
    package var keepAliveSeconds: UInt16 = 60

    /// The message that the broker publishes when the connection breaks; its lifetime and correlation data are ignored.
    package var will: OutgoingMessage?

    /// The messages sent first on each connection.
    package var onConnect: [OutgoingMessage] = []
    /// The subscriptions of each connection, in this order.
    package var subscriptions: [Subscription] = []

    /// Filters of earlier clients with this session, cancelled unless they are subscribed to again.
    package var formerFilters: [String] = []

    /// The most unacknowledged messages in flight, unless the broker accepts fewer.
    package var window: Int = 200

    /// The longest time without the acknowledgement of a message while later ones are acknowledged; then the client
    /// reconnects.
    ///
    /// A lost acknowledgement never comes: mosquitto drops even acknowledgements where `max_queued_messages` packets
    /// wait for a client, and in 3.1.1 as in 5 a message is sent again on another connection only.
    package var acknowledgementPatience = Duration.seconds(20)

    /// The same without later acknowledgements, as on a link that stalls; longer than two keep-alives of 60 s, after
    /// which a dead link is noticed.
    package var stalledPatience = Duration.seconds(150)

    /// The time for which the broker keeps the session, and incoming commands, after the connection's end.
    ///
    /// 0 asks for a new session each time; with 3.1.1 any other number keeps it for as long as the broker wants.
    package var sessionExpirySeconds: UInt32 = 3600

    /// The largest accepted packet, in bytes; a broker of MQTT 5 withholds larger ones, with 3.1.1 they are discarded.
    package var maximumPacketBytes: UInt32 = 65_536

    /// The size of the outbox, in bytes of topics, payloads and correlation data; further messages are refused.
    package var outboxByteLimit: Int = 64 << 20
    /// The waits between attempts to connect.
    package var backoff = BackoffConfiguration()

    package init(host: String, port: UInt16 = 1883, clientID: String) {
        self.host = host
        self.port = port
        self.clientID = clientID
    }
}

extension ClientConfiguration {
    /// The broker's address for log messages.
    var address: String { host.hasPrefix("/") ? host : "\(host):\(port)" }
}

extension ClientConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Client identifier, host and port; never the password.
    package var description: String { "\(clientID) at \(address)" }
    /// The same as ``description``.
    package var debugDescription: String { description }
    /// Empty, so that a dump shows no password.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A subscription of the client.
package struct Subscription: Sendable, Hashable {
    /// The time at which the broker sends matching retained messages (MQTT 5; with 3.1.1 always).
    package enum RetainHandling: Int32, Sendable {
        /// At each subscription.
        case always = 0x00
        /// At a subscription that the session did not have before.
        case ifNew = 0x10
        /// Never.
        case never = 0x20
    }

    /// The topic filter; `+` stands for one level and a final `#` for all that follow.
    package var filter: String
    /// The highest quality of service of the delivered messages.
    package var qualityOfService: OutgoingMessage.QualityOfService

    /// True where a message keeps its sender's retain flag (MQTT 5 only).
    package var retainAsPublished: Bool
    /// The time at which retained messages are sent.
    package var retainHandling: RetainHandling

    package init(
        filter: String,
        qualityOfService: OutgoingMessage.QualityOfService = .atLeastOnce,
        retainAsPublished: Bool = false,
        retainHandling: RetainHandling = .always
    ) {
        self.filter = filter
        self.qualityOfService = qualityOfService
        self.retainAsPublished = retainAsPublished
        self.retainHandling = retainHandling
    }
}
