import Testing
import Weather

@Suite struct QuantitiesTests {
    @Test(arguments: [
        (5.8, 58), (5.46, 55), (5.446, 54), (5.84, 58), (5.85, 59), (5.75, 58), (-0.04, 0), (-0.05, -1), (-0.25, -3),
        (0.25, 3),
        (99.9, 999), (-99.9, -999),
    ])
    func `a temperature has tenths, halves away from zero`(celsius: Double, tenths: Int16) {
        #expect(Temperature(celsius: celsius)?.tenthsCelsius == tenths)
    }

    @Test(arguments: [
        (5.46, 5), (5.4999, 5), (5.5, 6), (5.54, 6), (-5.46, -5), (-5.5, -6), (0.49, 0), (-0.49, 0), (0.5, 1),
        (-0.5, -1), (99.46, 99), (-99.9, -100),
    ])
    func `whole degrees are not rounded from rounded tenths`(celsius: Double, whole: Int) {
        #expect(Temperature(celsius: celsius)?.wholeCelsius == whole)
    }

    @Test func `every tenth and hundredth is itself`() {
        for hundredths in -9990...9990 {
            let temperature = Temperature(celsius: Double(hundredths) / 100)
            #expect(temperature?.celsius == Double(hundredths) / 100)
            if hundredths.isMultiple(of: 10) { #expect(temperature == Temperature(tenthsCelsius: hundredths / 10)) }
        }
        for hundredths in 80_000...115_000 {
            let pressure = SeaLevelPressure(hPa: Double(hundredths) / 100)
            #expect(pressure?.hPa == Double(hundredths) / 100)
            if hundredths.isMultiple(of: 10) { #expect(pressure == SeaLevelPressure(tenthsHPa: hundredths / 10)) }
        }
    }

    @Test(arguments: [(1004.46, 1004), (1004.4999, 1004), (1004.5, 1005), (1004.54, 1005), (999.5, 1000), (1150, 1150)])
    func `whole hectopascals are not rounded from rounded tenths`(hPa: Double, whole: Int) {
        #expect(SeaLevelPressure(hPa: hPa)?.wholeHPa == whole)
    }

    @Test(arguments: [99.91, -100, .infinity, -.infinity, .nan, .greatestFiniteMagnitude])
    func `no thermometer shows it`(celsius: Double) {
        #expect(Temperature(celsius: celsius) == nil)
    }

    @Test(arguments: [
        (0, 0), (4, 0), (5, 1), (14, 1), (15, 2), (-4, 0), (-5, -1), (-14, -1), (-15, -2), (994, 99), (995, 100),
        (-999, -100),
    ])
    func `whole degrees round halves away from zero`(tenths: Int, whole: Int) throws {
        #expect(try #require(Temperature(tenthsCelsius: tenths)).wholeCelsius == whole)
    }

    @Test(arguments: [
        (1005.34, 10053), (1005.35, 10054), (800, 8000), (1150, 11500), (999.96, 10000),
    ])
    func `a pressure has tenths`(hPa: Double, tenths: Int16) {
        #expect(SeaLevelPressure(hPa: hPa)?.tenthsHPa == tenths)
    }

    @Test(arguments: [799.99, 1150.01, 0, -1013, .infinity, .nan])
    func `no barometer at sea level shows it`(hPa: Double) {
        #expect(SeaLevelPressure(hPa: hPa) == nil)
    }

    @Test(arguments: [(10054, 1005), (10055, 1006), (9995, 1000), (9994, 999), (8000, 800), (11500, 1150)])
    func `whole hectopascals round halves up`(tenths: Int, whole: Int) throws {
        #expect(try #require(SeaLevelPressure(tenthsHPa: tenths)).wholeHPa == whole)
    }

    @Test(arguments: [-1000, 1000])
    func `tenths out of range are no temperature`(tenths: Int) {
        #expect(Temperature(tenthsCelsius: tenths) == nil)
    }

    @Test(arguments: [7999, 11501, 0])
    func `tenths out of range are no pressure`(tenths: Int) {
        #expect(SeaLevelPressure(tenthsHPa: tenths) == nil)
    }
}
