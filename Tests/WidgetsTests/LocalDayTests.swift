import TestSupport
import Testing
import Time
import Weather
import Widgets

@Suite struct LocalDayTests {
    private struct Case: CustomTestStringConvertible {
        var zone: String
        var date: String
        var start: String
        var end: String

        init(_ zone: String, _ date: String, _ start: String, _ end: String) {
            (self.zone, self.date, self.start, self.end) = (zone, date, start, end)
        }

        var testDescription: String { "\(zone) \(date)" }
    }

    @Test(arguments: [
        Case("UTC", "2025-03-09", "2025-03-09T00:00Z", "2025-03-10T00:00Z"),
        Case("Nowhere/Known", "2025-03-09", "2025-03-09T00:00Z", "2025-03-10T00:00Z"),
        Case("Asia/Kolkata", "2025-03-09", "2025-03-08T18:30Z", "2025-03-09T18:30Z"),
        Case("Asia/Kathmandu", "2025-03-09", "2025-03-08T18:15Z", "2025-03-09T18:15Z"),
        // Midnight is skipped.
        Case("America/Havana", "2025-03-09", "2025-03-09T05:00Z", "2025-03-10T04:00Z"),
        Case("Asia/Beirut", "2025-03-30", "2025-03-29T22:00Z", "2025-03-30T21:00Z"),
        // The hour after midnight comes twice, then the hour before it.
        Case("America/Havana", "2025-11-02", "2025-11-02T04:00Z", "2025-11-03T05:00Z"),
        Case("Asia/Beirut", "2025-10-25", "2025-10-24T21:00Z", "2025-10-25T22:00Z"),
        Case("Asia/Beirut", "2025-10-26", "2025-10-25T22:00Z", "2025-10-26T22:00Z"),
        Case("Pacific/Chatham", "2025-04-06", "2025-04-05T10:15Z", "2025-04-06T11:15Z"),
        Case("Australia/Lord_Howe", "2025-04-06", "2025-04-05T13:00Z", "2025-04-06T13:30Z"),
        // The 30th never came.
        Case("Pacific/Apia", "2011-12-29", "2011-12-29T10:00Z", "2011-12-30T10:00Z"),
        Case("Pacific/Apia", "2011-12-31", "2011-12-30T10:00Z", "2011-12-31T10:00Z"),
    ])
    private func `a day lasts from its first moment to the next day's`(_ expected: Case) throws {
        let (start, end) = (try moment(expected.start), try moment(expected.end))
        for instant in [start, start + .seconds(7000), end - .seconds(1)] {
            let day = LocalDay(containing: instant, in: expected.zone, zones: HostZones())
            #expect(day.date.iso8601 == expected.date)
            #expect(day.start == start && day.end == end)
        }
    }

    @Test(arguments: [
        "Asia/Tokyo", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Beirut", "Asia/Gaza", "Asia/Tehran", "America/Havana",
        "America/Nuuk", "America/Scoresbysund", "America/St_Johns", "America/Santiago", "America/Asuncion",
        "Africa/Cairo", "Africa/Casablanca", "Atlantic/Azores", "Antarctica/Troll", "Europe/Berlin",
        "Pacific/Chatham", "Pacific/Apia", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Australia/Lord_Howe",
    ])
    func `days follow one another without a gap, whatever the clocks do`(zone: String) throws {
        let zones = HostZones()
        var day = LocalDay(containing: try moment("2024-01-01T12:00Z"), in: zone, zones: zones)
        for _ in 0..<400 {
            #expect(zones.date(day.start, in: zone) == day.date)
            #expect(zones.date(day.start - .seconds(1), in: zone) < day.date)
            #expect(zones.date(day.end - .seconds(1), in: zone) == day.date)
            let quarters = stride(from: day.start.unixSeconds, to: day.end.unixSeconds, by: 900)
            let wrong = quarters.map(UTCInstant.init(unixSeconds:)).filter { quarter in
                let offset = zones.utcOffsetSeconds(in: zone, at: quarter)
                return zones.date(quarter, in: zone) != day.date
                    || day.utcOffsetMinutes(at: quarter) != offset.map { $0 / 60 }
            }
            #expect(wrong.isEmpty)
            let next = LocalDay(containing: day.end, in: zone, zones: zones)
            #expect(next.start == day.end && next.date == day.date.addingDays(1))
            day = next
        }
    }
}
