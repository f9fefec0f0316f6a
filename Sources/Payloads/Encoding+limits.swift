package import Widgets

extension Encoding {
    /// The largest whole PUBLISH packet, in bytes.
    package var packetLimit: Int {
        switch self {
        case .compact, .fields: 255
        case .full: 1024
        case .frame: 128
        }
    }

    /// Whose default buffer ``packetLimit`` is.
    package var sizedFor: String {
        switch self {
        case .compact, .fields: "PubSubClient"
        case .full: "esp-mqtt and ESPHome"
        case .frame: "arduino-mqtt"
        }
    }
}
