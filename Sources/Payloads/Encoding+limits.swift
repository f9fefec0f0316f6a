package import Widgets

extension Encoding {
    /// The largest PUBLISH packet in bytes, headers included.
    package var packetLimit: Int {
        switch self {
        case .compact, .fields: 255
        case .full: 1024
        case .frame: 128
        }
    }

    /// The MQTT client libraries whose default buffer has the size ``packetLimit``.
    package var sizedFor: String {
        switch self {
        case .compact, .fields: "PubSubClient"
        case .full: "esp-mqtt and ESPHome"
        case .frame: "arduino-mqtt"
        }
    }
}
