/// The units of a panel's full JSON and single values; compact JSON and frames are always in °C and hPa.
package struct Units: Sendable, Hashable, Codable {
    /// The unit of temperatures.
    package var temperature: TemperatureUnit
    /// The unit of pressures and their changes.
    package var pressure: PressureUnit
    /// The unit of wind speeds.
    package var wind: WindUnit

    package init(temperature: TemperatureUnit, pressure: PressureUnit, wind: WindUnit) {
        self.temperature = temperature
        self.pressure = pressure
        self.wind = wind
    }

    /// °C, hPa and m/s.
    package static let metric = Units(temperature: .celsius, pressure: .hectopascals, wind: .metresPerSecond)
}

/// A unit of temperature; the raw value is its name in configurations and payloads.
package enum TemperatureUnit: String, Sendable, CaseIterable, Codable {
    /// Degrees Celsius.
    case celsius = "C"
    /// Degrees Fahrenheit.
    case fahrenheit = "F"
}

/// A unit of air pressure; the raw value is its name in configurations and payloads.
package enum PressureUnit: String, Sendable, CaseIterable, Codable {
    /// Hectopascals, the same as millibars.
    case hectopascals = "hPa"
    /// Conventional inches of mercury, 33.86389 hPa.
    case inchesOfMercury = "inHg"
    /// Conventional millimetres of mercury, 1.333224 hPa.
    case millimetresOfMercury = "mmHg"
}

/// A unit of wind speed; the raw value is its name in configurations and payloads.
package enum WindUnit: String, Sendable, CaseIterable, Codable {
    /// Metres per second.
    case metresPerSecond = "m/s"
    /// Kilometres per hour.
    case kilometresPerHour = "km/h"
    /// Statute miles (1609.344 m) per hour.
    case milesPerHour = "mph"
    /// Nautical miles (1852 m) per hour.
    case knots = "kn"
    /// The force on the Beaufort scale, 0…12.
    case beaufort = "Bft"
}
