import Testing
import Weather

@Suite struct PressureTrendTests {
    @Test(arguments: [
        (0, PressureTrend.steady), (1, .risingSlowly), (15, .risingSlowly), (16, .rising), (35, .rising),
        (36, .risingQuickly), (60, .risingQuickly), (61, .risingVeryRapidly), (3500, .risingVeryRapidly),
    ])
    func `the terms' borders are the Met Office's`(tenthsHPa: Int, expected: PressureTrend) {
        #expect(PressureTrend(changeTenthsHPa: tenthsHPa) == expected)
    }

    @Test(arguments: 0...70)
    func `a fall has the term of the rise of its size`(tenthsHPa: Int) {
        let rise = PressureTrend(changeTenthsHPa: tenthsHPa).rawValue
        #expect(PressureTrend(changeTenthsHPa: -tenthsHPa).rawValue == rise.replacing("rising", with: "falling"))
    }
}
