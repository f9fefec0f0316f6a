/// The types of MQTT's packets, as the upper four bits of the first byte name them.
enum PacketType: UInt8, CaseIterable {
    case connect = 1
    case connectAcknowledgement
    case publish
    case publishAcknowledgement
    case publishReceived
    case publishRelease
    case publishComplete
    case subscribe
    case subscribeAcknowledgement
    case unsubscribe
    case unsubscribeAcknowledgement
    case pingRequest
    case pingResponse
    case disconnect
    case authentication

    /// As the standard writes it.
    var name: String {
        switch self {
        case .connect: "CONNECT"
        case .connectAcknowledgement: "CONNACK"
        case .publish: "PUBLISH"
        case .publishAcknowledgement: "PUBACK"
        case .publishReceived: "PUBREC"
        case .publishRelease: "PUBREL"
        case .publishComplete: "PUBCOMP"
        case .subscribe: "SUBSCRIBE"
        case .subscribeAcknowledgement: "SUBACK"
        case .unsubscribe: "UNSUBSCRIBE"
        case .unsubscribeAcknowledgement: "UNSUBACK"
        case .pingRequest: "PINGREQ"
        case .pingResponse: "PINGRESP"
        case .disconnect: "DISCONNECT"
        case .authentication: "AUTH"
        }
    }
}
