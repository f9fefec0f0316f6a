/// The units that a panel's full JSON and fields are in; compact JSON and frames stay in °C and hPa.
package struct Units: Sendable, Hashable, Codable {
    package var temperature: TemperatureUnit
    package var pressure: PressureUnit
    package var wind: WindUnit

    package init(temperature: TemperatureUnit, pressure: PressureUnit, wind: WindUnit) {
        self.temperature = temperature
        self.pressure = pressure
        self.wind = wind
    }

    /// °C, hPa and m/s.
    package static let metric = Units(temperature: .celsius, pressure: .hectopascals, wind: .metresPerSecond)
}

/// The raw value is what configurations and payloads write.
package enum TemperatureUnit: String, Sendable, CaseIterable, Codable {
    case celsius = "C"
    case fahrenheit = "F"
}

/// The raw value is what configurations and payloads write.
package enum PressureUnit: String, Sendable, CaseIterable, Codable {
    case hectopascals = "hPa"
    case inchesOfMercury = "inHg"
    case millimetresOfMercury = "mmHg"
}

/// The raw value is what configurations and payloads write.
package enum WindUnit: String, Sendable, CaseIterable, Codable {
    case metresPerSecond = "m/s"
    case kilometresPerHour = "km/h"
    case milesPerHour = "mph"
    case knots = "kn"
    case beaufort = "Bft"
}
