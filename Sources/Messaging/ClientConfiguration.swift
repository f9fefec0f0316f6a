/// What a client needs to know to reach its broker.
package struct ClientConfiguration: Sendable {
    /// The versions of MQTT that are spoken.
    package enum ProtocolVersion: Sendable {
        case v311
        case v5
    }

    /// A name, an address, or the path of a Unix-domain socket.
    package var host: String
    /// The TCP port; 0 where ``host`` is a path.
    package var port: UInt16
    /// The version of MQTT that is asked for.
    package var protocolVersion: ProtocolVersion = .v5
    /// Whether 3.1.1 is tried where the broker does not let 5 in.
    package var fallsBackToOlderVersion = false
    /// What the broker does not take.
    var concessions = Concessions()

    /// The name of the session at the broker: not empty, the same at each start, different for each instance.
    package var clientID: String
    /// The user to log in as; nil logs in as nobody.
    package var username: String?
    /// The password of ``username``; secret.
    package var password: String?

    /// How the connection is encrypted; nil for not at all.
    package var tls: TLS?

    /// How long the connection may be silent before a ping, in seconds: 5 to 65,535.
    package var keepAliveSeconds: UInt16 = 60

    /// What the broker publishes when the connection breaks; its lifetime and correlation data are not used.
    package var will: OutgoingMessage?

    /// What is sent first on each connection, before anything that waits.
    package var onConnect: [OutgoingMessage] = []
    /// What is subscribed to on each connection, in this order.
    package var subscriptions: [Subscription] = []

    /// Filters that an earlier client of this session subscribed to, and that are given up unless they are wanted again.
    package var formerFilters: [String] = []

    /// How many messages may be on their way without an acknowledgement, unless the broker wants fewer.
    package var window: Int = 200

    /// How long the broker may have had a message without an acknowledgement, though it acknowledged later ones, before
    /// the connection is made anew.
    ///
    /// One that lost it sends it never: mosquitto drops even acknowledgements where `max_queued_messages` packets wait
    /// for a client, and 3.1.1 and 5 alike have a message sent again in another connection only.
    package var acknowledgementPatience = Duration.seconds(20)

    /// The same where it acknowledged no later one, as on a link that stalls; longer than two keep-alives of 60 s, the
    /// default, after which a dead link is noticed.
    package var stalledPatience = Duration.seconds(150)

    /// How long the broker keeps the session, with the commands that arrive meanwhile, after a connection.
    ///
    /// 0 asks for a new session each time; with 3.1.1 any other number keeps it for as long as the broker wants.
    package var sessionExpirySeconds: UInt32 = 3600

    /// The largest packet that is taken in; MQTT 5's broker keeps larger ones back, with 3.1.1 they are thrown away.
    package var maximumPacketBytes: UInt32 = 65_536

    /// How much may wait for the broker, in bytes of topics, payloads and correlation data; what does not fit is refused.
    package var outboxByteLimit: Int = 64 << 20
    /// How long to wait between attempts to connect.
    package var backoff = BackoffConfiguration()

    package init(host: String, port: UInt16 = 1883, clientID: String) {
        self.host = host
        self.port = port
        self.clientID = clientID
    }
}

extension ClientConfiguration {
    /// Where the broker is, for messages.
    var address: String { host.hasPrefix("/") ? host : "\(host):\(port)" }
}

extension ClientConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Client identifier, host and port; never the password.
    package var description: String { "\(clientID) at \(address)" }
    /// As ``description``.
    package var debugDescription: String { description }
    /// Empty, so that a dump shows no password.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What the client asks the broker for, on each connection.
package struct Subscription: Sendable, Hashable {
    /// When the broker sends the retained messages that match (MQTT 5 only; with 3.1.1 always).
    package enum RetainHandling: Int32, Sendable {
        case always = 0x00
        case ifNew = 0x10
        case never = 0x20
    }

    /// A topic, in which `+` stands for one level and a final `#` for all that follow.
    package var filter: String
    /// The best guarantee that messages are delivered with.
    package var qualityOfService: OutgoingMessage.QualityOfService

    /// Whether a message keeps the flag that its sender gave it (MQTT 5 only).
    package var retainAsPublished: Bool
    /// When retained messages are sent.
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
