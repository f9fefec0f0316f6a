/// The forms in which a weather entry is published.
package enum WeatherEncoding: String, Sendable, Hashable, CaseIterable {
    /// JSON that the smallest common client takes.
    case compact
    /// JSON with all that is known.
    case full
    /// One value a topic.
    case fields
    /// Binary.
    case frame

    /// The widget's level in a topic.
    package static let widget = "weather"

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

    /// What follows the widget's topic, one element a topic that the encoding publishes.
    package var topicSuffixes: [String] {
        switch self {
        case .compact: [""]
        case .full: ["/full"]
        case .fields: WeatherField.allCases.map(\.topicSuffix)
        case .frame: ["/frame"]
        }
    }
}

/// The values that have a topic each.
package enum WeatherField: String, Sendable, CaseIterable {
    /// Now, °C to 0.1.
    case temperature
    /// The place's name as plain text, not JSON.
    case place
    /// Now, at sea level, hPa to 0.1.
    case pressure
    /// JSON array of 24 numbers, hPa to 0.1.
    case pressures
    /// 24 letters.
    case icons
    /// JSON array of 24 numbers, whole °C.
    case temperatures
    /// JSON array of 24 strings, as in the full encoding.
    case labels
    /// Home Assistant's name of the condition now.
    case condition
    /// The term of the pressure's change over the coming three hours.
    case trend
    /// When the forecast was obtained, Unix seconds.
    case updated

    /// `/` and the field's name.
    package var topicSuffix: String {
        switch self {
        case .temperature: "/temperature"
        case .place: "/place"
        case .pressure: "/pressure"
        case .pressures: "/pressures"
        case .icons: "/icons"
        case .temperatures: "/temperatures"
        case .labels: "/labels"
        case .condition: "/condition"
        case .trend: "/trend"
        case .updated: "/updated"
        }
    }
}
