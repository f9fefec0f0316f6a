/// An air temperature, to 0.01 °C, between −99.9 and +99.9 °C: wider than Earth's records (−89.2, +56.7).
package struct Temperature: Sendable, Hashable, Comparable, Codable {
    /// −9990…9990, truncated, not rounded: rounding to tenths or whole degrees then happens once.
    let hundredthsCelsius: Int16

    /// Nil for a value outside the range or not finite.
    package init?(celsius: Double) {
        guard celsius.isFinite, abs(celsius) <= 99.9 else { return nil }
        hundredthsCelsius = Int16(celsius.hundredths)
    }

    /// Nil for a value outside the range.
    package init?(tenthsCelsius: Int) {
        guard (-999...999).contains(tenthsCelsius) else { return nil }
        hundredthsCelsius = Int16(tenthsCelsius * 10)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        hundredthsCelsius = try container.decode(Int16.self, forKey: .hundredthsCelsius, within: -9990...9990)
    }

    /// Degrees Celsius, to 0.01.
    package var celsius: Double { Double(hundredthsCelsius) / 100 }

    /// Tenths of a degree Celsius, −999…999, halves away from zero.
    package var tenthsCelsius: Int16 { Int16(Int(hundredthsCelsius).divided(by: 10)) }

    /// Whole degrees Celsius, −100…100, halves away from zero.
    package var wholeCelsius: Int { Int(hundredthsCelsius).divided(by: 100) }

    /// Colder temperatures sort first.
    package static func < (left: Temperature, right: Temperature) -> Bool {
        left.hundredthsCelsius < right.hundredthsCelsius
    }
}

/// An air pressure reduced to sea level, to 0.01 hPa, between 800 and 1150 hPa: wider than Earth's records
/// (870, 1084.8).
///
/// A pressure at the station's height must never be stored in it.
package struct SeaLevelPressure: Sendable, Hashable, Comparable, Codable {
    /// 80,000…115,000, truncated, not rounded: rounding to tenths or whole hectopascals then happens once.
    let hundredthsHPa: Int32

    /// Nil for a value outside the range or not finite.
    package init?(hPa: Double) {
        guard hPa.isFinite, (800...1150).contains(hPa) else { return nil }
        hundredthsHPa = Int32(hPa.hundredths)
    }

    /// Nil for a value outside the range.
    package init?(tenthsHPa: Int) {
        guard (8000...11500).contains(tenthsHPa) else { return nil }
        hundredthsHPa = Int32(tenthsHPa * 10)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        hundredthsHPa = try container.decode(Int32.self, forKey: .hundredthsHPa, within: 80_000...115_000)
    }

    /// Hectopascals, to 0.01.
    package var hPa: Double { Double(hundredthsHPa) / 100 }

    /// Tenths of a hectopascal, 8000…11500, halves away from zero.
    package var tenthsHPa: Int16 { Int16(Int(hundredthsHPa).divided(by: 10)) }

    /// Whole hectopascals, 800…1150, halves away from zero.
    package var wholeHPa: Int { Int(hundredthsHPa).divided(by: 100) }

    /// Lower pressures sort first.
    package static func < (left: SeaLevelPressure, right: SeaLevelPressure) -> Bool {
        left.hundredthsHPa < right.hundredthsHPa
    }
}

extension Double {
    /// Whole hundredths, truncated; rounded to millionths first, as 5.85 is slightly less than that in binary.
    fileprivate var hundredths: Int { Int((self * 1_000_000).rounded()) / 10_000 }
}

extension Int {
    /// The quotient by a positive divisor, halves away from zero.
    func divided(by divisor: Int) -> Int { (2 * self + (self < 0 ? -divisor : divisor)) / (2 * divisor) }
}
