/// The weather as one of sixteen conditions.
///
/// The raw value is the number in a frame, ``code(isDaylight:)`` the letter in compact JSON.
package enum Condition: UInt8, Sendable, CaseIterable, Codable {
    /// The upstream does not say.
    case unknown = 0
    /// Clear sky.
    case clear
    /// Fair, few clouds.
    case fair
    /// Mostly cloudy, broken clouds.
    case mostlyCloudy
    /// Overcast sky.
    case overcast
    /// Fog, mist.
    case fog
    /// Haze, smoke, dust, sand, ash.
    case haze
    /// Drizzle.
    case drizzle
    /// Light or moderate rain.
    case rain
    /// Showers of rain.
    case showers
    /// Heavy rain.
    case heavyRain
    /// Sleet, freezing rain, rain with snow.
    case sleet
    /// Light or moderate snow.
    case snow
    /// Heavy snow.
    case heavySnow
    /// Thunderstorm, with or without hail.
    case thunder
    /// Squall, tornado and other rare events.
    case exceptional

    private static let letters: [UInt8] = Array("?CFPOGHDRWXYSVTQ".utf8)

    /// The condition's ASCII letter: upper case by day, lower case by night, `?` for unknown at any hour.
    package func code(isDaylight: Bool) -> UInt8 {
        let letter = Self.letters[Int(rawValue)]
        return self == .unknown || isDaylight ? letter : letter | 0x20
    }

    /// The condition and daylight that a letter stands for; nil for any other byte.
    ///
    /// For `?` daylight is reported as true.
    package static func decode(code: UInt8) -> (condition: Condition, isDaylight: Bool)? {
        if code == UInt8(ascii: "?") { return (.unknown, true) }
        let upper = code & ~0x20
        guard let index = letters.firstIndex(of: upper), index > 0, let condition = Condition(rawValue: UInt8(index))
        else { return nil }
        return (condition, code == upper)
    }

    /// The name of the condition among Home Assistant's weather conditions.
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
