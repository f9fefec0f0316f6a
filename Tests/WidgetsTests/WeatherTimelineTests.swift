import Testing
import Time
import Timelines
import Weather
import Widgets

/// A zone whose clocks go from one offset to another at one moment, or never.
private struct Zones: TimeZones {
    var before: Int
    var change: UTCInstant = .distantFuture
    var after = 0
    var known = "Test/Zone"
    var table = "Test/Table"

    func utcOffsetSeconds(in zone: String, at instant: UTCInstant) -> Int? {
        guard zone == known || zone == table else { return nil }
        return instant < change ? before : after
    }

    func zone(at coordinate: Coordinate) -> String { table }
}

private let start = UTCInstant(unixSeconds: 1_774_728_000)  // 2026-03-28T20:00:00Z

private func forecast(
    from first: UTCInstant = start,
    obtained: UTCInstant = start + .seconds(310),
    zone: String? = "Test/Zone",
    without missing: Set<Int> = [],
    count: Int = 30
) -> HourlyForecast {
    let hours = (0..<count).filter { !missing.contains($0) }.map { index in
        HourlyForecast.Hour(
            start: first.addingHours(index),
            temperature: Temperature(tenthsCelsius: index * 10),
            pressure: SeaLevelPressure(tenthsHPa: 10_000 + index),
            condition: .rain,
            isDaylight: true
        )
    }
    return HourlyForecast(hours: hours, timeZone: zone, obtained: obtained, source: "test")
}

private func make(_ forecast: HourlyForecast, _ zones: Zones) -> Timeline<WeatherEntry> {
    WeatherTimeline.make(from: forecast, at: .origin, zones: zones)
}

@Suite struct WeatherTimelineTests {
    @Test func `five entries each show the 24 hours from their own on`() {
        let timeline = make(forecast(), Zones(before: 0))
        #expect(timeline.entries.map(\.date) == (0..<5).map { start.addingHours($0) })
        for (index, entry) in timeline.entries.enumerated() {
            #expect(entry.hours.map { $0.pressure?.tenthsHPa } == (0..<24).map { Int16(10_000 + index + $0) })
            #expect(entry.obtained == start + .seconds(310))
        }
    }

    @Test func `an hour that the upstream left out is a gap and shifts no other`() {
        let entry = make(forecast(without: [0, 7]), Zones(before: 0)).entries[0]
        #expect(entry.hours[0].pressure == nil && entry.hours[0].condition == .unknown)
        #expect(entry.hours[6].pressure?.tenthsHPa == 10_006)
        #expect(entry.hours[7].pressure == nil && entry.hours[7].temperature == nil)
        #expect(entry.hours[8].pressure?.tenthsHPa == 10_008)
    }

    @Test func `hours before the current one are not shown`() {
        let entry = make(forecast(from: start.addingHours(-5)), Zones(before: 0)).entries[0]
        #expect(entry.hours[0].pressure?.tenthsHPa == 10_005)
    }

    @Test func `a forecast of other days makes no entry`() {
        #expect(make(forecast(from: start.addingHours(-100)), Zones(before: 0)).entries.isEmpty)
    }

    @Test(arguments: [(19_800, 1), (20_700, 1), (-12_600, 16), (46_800, 9), (0, 20)])
    func `labels are the place's hours`(offset: Int, hour: UInt8) {
        let entry = make(forecast(), Zones(before: offset)).entries[0]
        #expect(entry.hours[0].localHour == hour)
        #expect(entry.hours[1].localHour == (hour + 1) % 24)
        #expect(entry.utcOffsetMinutes == offset / 60)
    }

    @Test func `an hour that summer time skips is skipped and the offset is the entry's own`() {
        // Europe/Berlin, 2026-03-29: 02:00 becomes 03:00 at 01:00Z, five hours after the first entry.
        let zones = Zones(before: 3600, change: start.addingHours(5), after: 7200)
        let entries = make(forecast(), zones).entries
        #expect(entries[0].hours.prefix(8).map(\.localHour) == [21, 22, 23, 0, 1, 3, 4, 5])
        #expect(entries.map(\.utcOffsetMinutes) == [60, 60, 60, 60, 60])
        #expect(make(forecast(obtained: start.addingHours(5)), zones).entries[0].utcOffsetMinutes == 120)
    }

    @Test(arguments: [("Test/Zone", "Test/Zone"), ("Nowhere/Known", "Test/Table"), (nil, "Test/Table")])
    func `the upstream's zone comes first and the table's after`(given: String?, used: String) {
        #expect(make(forecast(zone: given), Zones(before: 0)).entries[0].timeZone == used)
    }

    @Test func `without a day flag the sun decides`() {
        var hours = forecast().hours
        for index in hours.indices { hours[index].isDaylight = nil }
        let bare = HourlyForecast(hours: hours, timeZone: nil, obtained: start, source: "test")
        // At 0° north, 0° east the sun is up from about six to eighteen UTC.
        let entry = make(bare, Zones(before: 0)).entries[0]
        #expect(entry.hours.map(\.isDaylight) == (0..<24).map { (6..<18).contains((20 + $0) % 24) })
    }

    @Test func `the sample is marked and whole at any hour`() {
        for hour in 0..<48 {
            let sample = WeatherEntry.sample(at: start.addingHours(hour) + .seconds(1234))
            #expect(sample.date == start.addingHours(hour))
            #expect(sample.isPlaceholder)
            #expect(sample.hours.allSatisfy { $0.pressure != nil && $0.temperature != nil && $0.condition != .unknown })
        }
    }
}
