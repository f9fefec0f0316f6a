/// The weather in one of sixteen words: the raw value is the frame's number, ``code(isDaylight:)`` the JSON's letter.
package enum Condition: UInt8, Sendable, CaseIterable, Codable {
    case unknown = 0
    case clear
    /// Fair, few clouds.
    case fair
    /// Mostly cloudy, broken clouds.
    case mostlyCloudy
    case overcast
    /// Fog, mist.
    case fog
    /// Haze, smoke, dust, sand, ash.
    case haze
    case drizzle
    case rain
    case showers
    case heavyRain
    /// Sleet, freezing rain, rain with snow.
    case sleet
    case snow
    case heavySnow
    case thunder
    /// Squall, tornado, the exceptional.
    case exceptional

    private static let letters: [UInt8] = Array("?CFPOGHDRWXYSVTQ".utf8)

    /// The ASCII letter: upper case by day, lower case by night, `?` for unknown whatever the hour.
    package func code(isDaylight: Bool) -> UInt8 {
        let letter = Self.letters[Int(rawValue)]
        return self == .unknown || isDaylight ? letter : letter | 0x20
    }

    /// The condition and daylight that a letter stands for, nil when it is none of the table's.
    ///
    /// For `?` daylight is reported as true.
    package static func decode(code: UInt8) -> (condition: Condition, isDaylight: Bool)? {
        if code == UInt8(ascii: "?") { return (.unknown, true) }
        let upper = code & ~0x20
        guard let index = letters.firstIndex(of: upper), index > 0, let condition = Condition(rawValue: UInt8(index))
        else { return nil }
        return (condition, code == upper)
    }

    /// Home Assistant's name for it.
    package func homeAssistantName(isDaylight: Bool) -> String {
        switch self {
        case .unknown: "unknown"
        case .clear: isDaylight ? "sunny" : "clear-night"
        case .fair, .mostlyCloudy: "partlycloudy"
        case .overcast: "cloudy"
        case .fog, .haze: "fog"
        case .drizzle, .rain, .showers: "rainy"
        case .heavyRain: "pouring"
        case .sleet: "snowy-rainy"
        case .snow, .heavySnow: "snowy"
        case .thunder: "lightning-rainy"
        case .exceptional: "exceptional"
        }
    }
}
