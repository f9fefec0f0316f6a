import Testing
import Time
import Weather
import Widgets

@Suite struct WeatherEntryTests {
    private static let date = UTCInstant(unixSeconds: 1_644_048_000)

    private func entry(pressures: [Int?], obtained: UTCInstant?) -> WeatherEntry {
        WeatherEntry(
            date: Self.date,
            hours: (0..<24).map { index in
                WeatherEntry.Hour(
                    temperature: nil,
                    pressure: index < pressures.count
                        ? pressures[index].flatMap { SeaLevelPressure(tenthsHPa: $0) } : nil,
                    condition: .unknown,
                    isDaylight: true,
                    localHour: UInt8(index)
                )
            },
            timeZone: "UTC",
            utcOffsetMinutes: 0,
            obtained: obtained,
            source: "test"
        )
    }

    @Test(arguments: [
        ([10053, nil, nil, 10041], -12, PressureTrend.fallingSlowly), ([10000, 1, 1, 10000], 0, .steady),
        ([10000, nil, nil, 10061], 61, .risingVeryRapidly), ([nil, 10000, 10000, 10000], nil, nil),
        ([10000, 10000, 10000, nil], nil, nil),
    ])
    func `the trend is of the coming three hours`(pressures: [Int?], change: Int?, trend: PressureTrend?) {
        let entry = entry(pressures: pressures, obtained: Self.date)
        #expect(entry.pressureChangeTenthsHPa == change)
        #expect(entry.trend == trend)
    }

    @Test(arguments: [(0, 0), (-3599, 0), (-3600, 1), (-7199, 1), (-4 * 3600, 4), (300, 0)])
    func `the age is the whole hours from the forecast to the entry`(seconds: Int, hours: Int) {
        let entry = entry(pressures: [], obtained: Self.date + .seconds(seconds))
        #expect(entry.ageHours == hours)
        #expect(!entry.isPlaceholder)
    }

    @Test func `what was never obtained is a placeholder without an age`() {
        let entry = entry(pressures: [], obtained: nil)
        #expect(entry.isPlaceholder)
        #expect(entry.ageHours == nil)
    }
}
