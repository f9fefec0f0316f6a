extension TemperatureUnit {
    /// The symbol behind the number: °C, °F.
    package var symbol: String {
        switch self {
        case .celsius: "°C"
        case .fahrenheit: "°F"
        }
    }

    /// The temperature in tenths of a degree of this unit, halves away from zero.
    package func tenths(_ temperature: Temperature) -> Int {
        thousandths(hundredthsCelsius: Int(temperature.hundredthsCelsius)).divided(by: 100)
    }

    /// The temperature in whole degrees of this unit, halves away from zero.
    package func whole(_ temperature: Temperature) -> Int {
        thousandths(hundredthsCelsius: Int(temperature.hundredthsCelsius)).divided(by: 1000)
    }

    /// The range of ``tenths(_:)``.
    package var tenthsRange: ClosedRange<Int> {
        thousandths(hundredthsCelsius: -9990).divided(by: 100)...thousandths(hundredthsCelsius: 9990).divided(by: 100)
    }

    /// The range of ``whole(_:)``.
    package var wholeRange: ClosedRange<Int> {
        thousandths(hundredthsCelsius: -9990).divided(by: 1000)...thousandths(hundredthsCelsius: 9990).divided(by: 1000)
    }

    /// Thousandths of a degree, in which both scales are whole numbers, so that no value is rounded twice.
    private func thousandths(hundredthsCelsius: Int) -> Int {
        switch self {
        case .celsius: hundredthsCelsius * 10
        case .fahrenheit: hundredthsCelsius * 18 + 32_000
        }
    }
}

extension PressureUnit {
    /// The number of digits behind the decimal point.
    package var digits: Int {
        switch self {
        case .hectopascals, .millimetresOfMercury: 1
        case .inchesOfMercury: 2
        }
    }

    /// The pressure in units of 10^−``digits``, halves away from zero.
    package func value(_ pressure: SeaLevelPressure) -> Int { value(hundredthsHPa: Int(pressure.hundredthsHPa)) }

    /// A difference of two pressures in units of 10^−``digits``, halves away from zero.
    package func change(tenthsHPa: Int) -> Int { value(hundredthsHPa: tenthsHPa * 10) }

    /// The range of ``value(_:)``.
    package var valueRange: ClosedRange<Int> { value(hundredthsHPa: 80_000)...value(hundredthsHPa: 115_000) }

    /// The range of ``change(tenthsHPa:)``.
    package var changeRange: ClosedRange<Int> { change(tenthsHPa: -3500)...change(tenthsHPa: 3500) }

    /// Conventional inches and millimetres of mercury, 33.86389 hPa and 1.333224 hPa (NIST SP 811, appendix B.8).
    private func value(hundredthsHPa: Int) -> Int {
        switch self {
        case .hectopascals: hundredthsHPa.divided(by: 10)
        case .inchesOfMercury: (hundredthsHPa * 100_000).divided(by: 3_386_389)
        case .millimetresOfMercury: (hundredthsHPa * 100_000).divided(by: 1_333_224)
        }
    }
}

extension WindUnit {
    /// The number of digits behind the decimal point.
    package var digits: Int { self == .metresPerSecond ? 1 : 0 }

    /// The speed in units of 10^−``digits``, halves away from zero; the force on the Beaufort scale.
    package func value(_ speed: WindSpeed) -> Int {
        let tenths = speed.tenthsMetresPerSecond
        return switch self {
        case .metresPerSecond: tenths
        case .kilometresPerHour: (tenths * 36).divided(by: 100)
        // A mile is 1609.344 m, a nautical mile 1852 m.
        case .milesPerHour: (tenths * 360_000).divided(by: 1_609_344)
        case .knots: (tenths * 360).divided(by: 1852)
        case .beaufort: speed.beaufort
        }
    }

    /// The range of ``value(_:)``.
    package var valueRange: ClosedRange<Int> {
        switch self {
        case .metresPerSecond: 0...1500
        case .kilometresPerHour: 0...540
        case .milesPerHour: 0...336
        case .knots: 0...292
        case .beaufort: 0...12
        }
    }
}
