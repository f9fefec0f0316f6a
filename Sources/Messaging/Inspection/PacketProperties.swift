/// MQTT 5's properties, by their identifiers.
enum PacketProperty: UInt8, CaseIterable {
    case payloadFormatIndicator = 0x01
    case messageExpiryInterval = 0x02
    case contentType = 0x03
    case responseTopic = 0x08
    case correlationData = 0x09
    case subscriptionIdentifier = 0x0B
    case sessionExpiryInterval = 0x11
    case assignedClientIdentifier = 0x12
    case serverKeepAlive = 0x13
    case authenticationMethod = 0x15
    case authenticationData = 0x16
    case requestProblemInformation = 0x17
    case willDelayInterval = 0x18
    case requestResponseInformation = 0x19
    case responseInformation = 0x1A
    case serverReference = 0x1C
    case reasonString = 0x1F
    case receiveMaximum = 0x21
    case topicAliasMaximum = 0x22
    case topicAlias = 0x23
    case maximumQualityOfService = 0x24
    case retainAvailable = 0x25
    case userProperty = 0x26
    case maximumPacketSize = 0x27
    case wildcardSubscriptionAvailable = 0x28
    case subscriptionIdentifierAvailable = 0x29
    case sharedSubscriptionAvailable = 0x2A

    /// True where a server may send it in a packet of this type.
    func mayStand(in packet: PacketType) -> Bool {
        switch self {
        case .userProperty: true
        case .reasonString: packet != .publish
        case .serverReference: packet == .connectAcknowledgement || packet == .disconnect
        case .payloadFormatIndicator, .messageExpiryInterval, .contentType, .responseTopic, .correlationData,
            .subscriptionIdentifier, .topicAlias:
            packet == .publish
        case .requestProblemInformation, .willDelayInterval, .requestResponseInformation: false
        default: packet == .connectAcknowledgement
        }
    }
}

/// The findings about the properties of a packet.
struct PropertyFindings {
    /// True where the library accepts all texts, and no single property is repeated.
    var areForLibrary = true
    /// A bit for each, as all identifiers are below 64.
    private var seen: UInt64 = 0

    /// Reads all of them with their length; what was not allowed to be sent at all is thrown.
    init(_ reader: inout PacketReader, of packet: PacketType) throws(PacketViolation) {
        let count = try reader.variableNumber()
        var properties = try reader.part(of: count)
        while properties.remaining > 0 { try take(&properties, of: packet) }
    }

    private mutating func take(_ reader: inout PacketReader, of packet: PacketType) throws(PacketViolation) {
        // All identifiers that there are have one byte.
        guard let property = PacketProperty(rawValue: try reader.byte()) else {
            throw reader.violation(.unknownProperty)
        }
        guard property.mayStand(in: packet) else { throw reader.violation(.misplacedProperty) }
        let bit = UInt64(1) << property.rawValue
        if property != .userProperty, seen & bit != 0 {
            // As many as subscriptions match, were there any with an identifier.
            guard property == .subscriptionIdentifier else { throw reader.violation(.repeatedProperty) }
            areForLibrary = false
        }
        seen |= bit
        try takeValue(of: property, &reader)
    }

    private mutating func takeValue(
        of property: PacketProperty,
        _ reader: inout PacketReader
    ) throws(PacketViolation) {
        switch property {
        case .payloadFormatIndicator, .maximumQualityOfService, .retainAvailable, .wildcardSubscriptionAvailable,
            .subscriptionIdentifierAvailable, .sharedSubscriptionAvailable, .requestProblemInformation,
            .requestResponseInformation:
            guard try reader.byte() <= 1 else { throw reader.violation(.propertyValue) }
        case .receiveMaximum:
            guard try reader.word() > 0 else { throw reader.violation(.propertyValue) }
        case .serverKeepAlive, .topicAliasMaximum: try reader.skip(2)
        case .topicAlias: throw reader.violation(.topicAlias)
        case .maximumPacketSize:
            guard try reader.doubleWord() > 0 else { throw reader.violation(.propertyValue) }
        case .messageExpiryInterval, .sessionExpiryInterval, .willDelayInterval: try reader.skip(4)
        case .subscriptionIdentifier:
            guard try reader.variableNumber() > 0 else { throw reader.violation(.propertyValue) }
        case .correlationData, .authenticationData: _ = try reader.data()
        case .assignedClientIdentifier: throw reader.violation(.assignedIdentifier)
        case .userProperty:
            try takeText(&reader)
            try takeText(&reader)
        case .contentType, .responseTopic, .authenticationMethod, .responseInformation, .serverReference,
            .reasonString:
            try takeText(&reader)
        }
    }

    private mutating func takeText(_ reader: inout PacketReader) throws(PacketViolation) {
        if try !reader.text() { areForLibrary = false }
    }
}
