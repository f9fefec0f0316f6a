import TestSupport
import Testing
import Weather

@Suite struct UnitsTests {
    @Test(arguments: [
        (0, 320, 32), (37, 986, 99), (-40, -400, -40), (-17.78, 0, 0), (-18, -4, 0), (21.5, 707, 71), (0.28, 325, 33),
        (99.9, 2118, 212), (-99.9, -1478, -148), (-0.25, 316, 32), (-20.5, -49, -5),
    ])
    func `degrees Fahrenheit are those of the tables`(celsius: Double, tenths: Int, whole: Int) throws {
        let temperature = try #require(Temperature(celsius: celsius))
        #expect(TemperatureUnit.fahrenheit.tenths(temperature) == tenths)
        #expect(TemperatureUnit.fahrenheit.whole(temperature) == whole)
    }

    @Test func `water boils beyond what a thermometer outside shows`() {
        #expect(Temperature(celsius: 100) == nil)
        #expect(TemperatureUnit.fahrenheit.tenthsRange == -1478...2118)
        #expect(TemperatureUnit.fahrenheit.wholeRange == -148...212)
        #expect(TemperatureUnit.celsius.tenthsRange == -999...999)
        #expect(TemperatureUnit.celsius.wholeRange == -100...100)
    }

    @Test func `every temperature is rounded once, halves away from zero`() throws {
        for hundredths in -9990...9990 {
            let temperature = try #require(Temperature(celsius: Double(hundredths) / 100))
            #expect(TemperatureUnit.celsius.tenths(temperature) == Int(temperature.tenthsCelsius))
            #expect(TemperatureUnit.celsius.whole(temperature) == temperature.wholeCelsius)
            // Thousandths are whole, so that halves are exact in binary after one division.
            let thousandths = Double(hundredths * 18 + 32_000)
            #expect(TemperatureUnit.fahrenheit.tenths(temperature) == Int((thousandths / 100).rounded()))
            #expect(TemperatureUnit.fahrenheit.whole(temperature) == Int((thousandths / 1000).rounded()))
            for unit in TemperatureUnit.allCases {
                #expect(unit.tenthsRange.contains(unit.tenths(temperature)))
                #expect(unit.wholeRange.contains(unit.whole(temperature)))
            }
        }
    }

    @Test func `degrees have symbols`() {
        #expect(TemperatureUnit.allCases.map(\.symbol) == ["°C", "°F"])
    }

    @Test(arguments: [
        (PressureUnit.hectopascals, 1013.25, 10133), (.inchesOfMercury, 1013.25, 2992),
        (.millimetresOfMercury, 1013.25, 7600), (.inchesOfMercury, 1015.92, 3000), (.inchesOfMercury, 1000, 2953),
        (.inchesOfMercury, 982.05, 2900), (.millimetresOfMercury, 1000, 7501), (.hectopascals, 999.94, 9999),
    ])
    func `pressures are those of the tables`(unit: PressureUnit, hPa: Double, value: Int) throws {
        #expect(unit.value(try #require(SeaLevelPressure(hPa: hPa))) == value)
    }

    @Test func `every pressure is rounded once`() throws {
        for hundredths in 80_000...115_000 {
            let hPa = Double(hundredths) / 100
            let pressure = try #require(SeaLevelPressure(hPa: hPa))
            #expect(PressureUnit.hectopascals.value(pressure) == Int(pressure.tenthsHPa))
            #expect(PressureUnit.inchesOfMercury.value(pressure) == Int((hPa / 33.86389 * 100).rounded()))
            #expect(PressureUnit.millimetresOfMercury.value(pressure) == Int((hPa / 1.333224 * 10).rounded()))
        }
    }

    @Test(arguments: [
        (PressureUnit.hectopascals, -12, -12), (.inchesOfMercury, 34, 10), (.inchesOfMercury, -34, -10),
        (.inchesOfMercury, 1, 0), (.inchesOfMercury, -2, -1), (.millimetresOfMercury, 4, 3),
        (.millimetresOfMercury, -4, -3), (.millimetresOfMercury, 0, 0),
    ])
    func `a fall is as much as a rise`(unit: PressureUnit, tenthsHPa: Int, value: Int) {
        #expect(unit.change(tenthsHPa: tenthsHPa) == value)
        #expect(unit.change(tenthsHPa: -tenthsHPa) == -value)
    }

    @Test func `every change is rounded once`() {
        for tenths in -3500...3500 {
            let hPa = Double(tenths) / 10
            #expect(PressureUnit.hectopascals.change(tenthsHPa: tenths) == tenths)
            #expect(PressureUnit.inchesOfMercury.change(tenthsHPa: tenths) == Int((hPa / 33.86389 * 100).rounded()))
            #expect(PressureUnit.millimetresOfMercury.change(tenthsHPa: tenths) == Int((hPa / 1.333224 * 10).rounded()))
        }
    }

    @Test func `pressures have digits and ranges`() {
        #expect(PressureUnit.allCases.map(\.digits) == [1, 2, 1])
        #expect(PressureUnit.allCases.map(\.valueRange) == [8000...11500, 2362...3396, 6000...8626])
        #expect(PressureUnit.allCases.map(\.changeRange) == [-3500...3500, -1034...1034, -2625...2625])
    }

    @Test(arguments: [
        (10, 100, 36, 22, 19, 5), (0, 0, 0, 0, 0, 0), (0.5, 5, 2, 1, 1, 1), (15.4, 154, 55, 34, 30, 7),
        (51.4, 514, 185, 115, 100, 12), (150, 1500, 540, 336, 292, 12), (2.5, 25, 9, 6, 5, 2),
    ])
    func `wind speeds are those of the tables`(
        metresPerSecond: Double,
        tenths: Int,
        kilometresPerHour: Int,
        milesPerHour: Int,
        knots: Int,
        beaufort: Int
    ) throws {
        let speed = try #require(WindSpeed(metresPerSecond: metresPerSecond))
        let values = WindUnit.allCases.map { $0.value(speed) }
        #expect(values == [tenths, kilometresPerHour, milesPerHour, knots, beaufort])
    }

    @Test func `every wind speed is rounded once from its tenths`() throws {
        for tenths in 0...1500 {
            let speed = try #require(WindSpeed(metresPerSecond: Double(tenths) / 10))
            #expect(WindUnit.metresPerSecond.value(speed) == tenths)
            #expect(WindUnit.kilometresPerHour.value(speed) == Int((Double(tenths * 36) / 100).rounded()))
            #expect(WindUnit.milesPerHour.value(speed) == Int((Double(tenths) / 10 / 0.44704).rounded()))
            #expect(WindUnit.knots.value(speed) == Int((Double(tenths * 360) / 1852).rounded()))
            #expect(WindUnit.beaufort.value(speed) == speed.beaufort)
            for unit in WindUnit.allCases { #expect(unit.valueRange.contains(unit.value(speed))) }
        }
    }

    @Test func `the ranges of wind speeds are no wider than need be`() throws {
        let calm = try #require(WindSpeed(metresPerSecond: 0))
        let most = try #require(WindSpeed(metresPerSecond: 150))
        for unit in WindUnit.allCases { #expect(unit.valueRange == unit.value(calm)...unit.value(most)) }
        #expect(WindUnit.allCases.map(\.digits) == [1, 0, 0, 0, 0])
    }

    @Test(arguments: UInt64(0)..<50)
    func `a value of any double lies within half a unit of it`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let celsius = Double.random(in: -99.9...99.9, using: &random)
        let temperature = try #require(Temperature(celsius: celsius))
        // Half a tenth, and the hundredth that was truncated.
        #expect(abs(Double(TemperatureUnit.fahrenheit.tenths(temperature)) / 10 - (celsius * 1.8 + 32)) <= 0.0681)
        let hPa = Double.random(in: 800...1150, using: &random)
        let pressure = try #require(SeaLevelPressure(hPa: hPa))
        #expect(abs(Double(PressureUnit.inchesOfMercury.value(pressure)) / 100 - hPa / 33.86389) <= 0.0054)
        let metresPerSecond = Double.random(in: 0...150, using: &random)
        let speed = try #require(WindSpeed(metresPerSecond: metresPerSecond))
        #expect(abs(Double(WindUnit.knots.value(speed)) - metresPerSecond * 3600 / 1852) <= 0.598)
    }
}
