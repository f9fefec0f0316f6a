/// A violation of MQTT in a packet of the broker's.
struct PacketViolation: Error, Equatable {
    /// Each in the standard's terms.
    enum Fault: Equatable {
        /// Not MQTT but an answer of HTTP.
        case webServer
        /// Not MQTT but TLS.
        case encrypted
        /// Type 0.
        case unknownType
        /// A type that only a client sends.
        case ofClients
        /// A type that answers what is never asked.
        case unasked
        /// Something else before CONNACK.
        case tooEarly
        /// CONNACK once more.
        case repeated
        /// Not in this version of MQTT.
        case ofOtherVersion
        /// The lower four bits of the first byte, or the flags of CONNACK.
        case flags
        /// More than four bytes of length, or more than needed.
        case lengthField
        /// Larger than we said that we take.
        case tooLarge
        /// Ends within a field, or goes on after the last one.
        case length
        /// An identifier of 0.
        case identifier
        /// None where there is one for each filter.
        case noReasonCode
        /// Not UTF-8, or with characters that MQTT advises against.
        case text
        /// A PUBLISH without a topic.
        case noTopic
        /// An alias of a topic, of which we take none.
        case topicAlias
        /// A guarantee that there is not, or that nobody asked for.
        case qualityOfService
        case unknownProperty
        /// A property of other packets.
        case misplacedProperty
        case repeatedProperty
        /// A property's value that the standard excludes.
        case propertyValue
        /// A name for us, though we have one.
        case assignedIdentifier
        /// CONNACK as before MQTT 5, with its return code: 0 where it lets us in.
        case olderAcknowledgement(code: UInt8)
    }

    /// Nil where the bytes are no packet.
    var packet: PacketType?
    var fault: Fault

    /// The fault, as part of a sentence.
    var words: String {
        guard let packet else { return fault.words }
        return "\(packet.name): \(fault.words)"
    }
}

extension PacketViolation.Fault {
    fileprivate var words: String {
        switch self {
        case .webServer: "it answers as a web server"
        case .encrypted: "it answers in TLS"
        case .unknownType: "a packet of no known type"
        case .ofClients: "only a client sends this packet"
        case .unasked: "nobody asked for this packet"
        case .tooEarly: "sent before CONNACK"
        case .repeated: "sent twice"
        case .ofOtherVersion: "not a packet of this version of MQTT"
        case .flags: "reserved flags are set"
        case .lengthField: "its length is not encoded as a length"
        case .tooLarge: "larger than this client accepts"
        case .length: "its fields do not fit its length"
        case .identifier: "its packet identifier is 0"
        case .noReasonCode: "without a reason code"
        case .text: "a text is not the UTF-8 that MQTT wants"
        case .noTopic: "without a topic"
        case .topicAlias: "a topic alias, though this client accepts none"
        case .qualityOfService: "a QoS that nobody asked for"
        case .unknownProperty: "an unknown property"
        case .misplacedProperty: "a property that this packet cannot have"
        case .repeatedProperty: "a property that is there twice"
        case .propertyValue: "a property with an impossible value"
        case .assignedIdentifier: "another client identifier, though this client has one"
        case .olderAcknowledgement: "the form of MQTT 3.1.1 in answer to MQTT 5"
        }
    }
}

extension ConnectionEnd {
    /// The end of a connection whose other end violates MQTT.
    init(_ violation: PacketViolation, _ configuration: ClientConfiguration) {
        if case .olderAcknowledgement(let code) = violation.fault {
            // A broker that knows no MQTT 5 cannot say so in MQTT 5.
            self.init(connectReason: code == 0 ? 1 : code)
            return
        }
        let isVersion5 = configuration.protocolVersion == .v5
        let address = configuration.address
        let advice =
            switch violation.fault {
            case .webServer: "Set mqtt.host and mqtt.port to the broker's (now \(address)): 1883 as a rule."
            case .encrypted:
                "Set mqtt.tls, or set mqtt.port (now \(configuration.port)) to the broker's port without TLS, 1883 "
                    + "as a rule."
            case .qualityOfService:
                "Choose another mqtt.client_id (now \(configuration.clientID)), in case the session is one that "
                    + "another program left; otherwise update the broker."
            default:
                "Check that mqtt.host and mqtt.port (now \(address)) are a broker's; update the broker"
                    + (isVersion5 ? ", or set mqtt.protocol: 3.1.1." : ".")
            }
        self.init(
            .protocolError,
            "What answers at \(address) does not speak MQTT \(isVersion5 ? "5" : "3.1.1") as specified "
                + "(\(violation.words))",
            advice: advice
        )
    }
}
