import TestSupport
import Testing
import Time

@Suite struct CivilDateTests {
    @Test func `every day from 1900 to 2100 follows the one before`() throws {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var number = -25_567
        var weekday = 1
        for year in 1900...2100 {
            let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
            for month in 1...12 {
                let length = month == 2 && isLeap ? 29 : lengths[month - 1]
                for day in 1...length {
                    let date = try #require(CivilDate(year: year, month: month, day: day))
                    // One comparison per day: there are 73,414 days.
                    let read = [date.daysSinceEpoch, date.year, date.month, date.day, date.isoWeekday]
                    #expect(read == [number, year, month, day, weekday])
                    #expect(CivilDate(iso8601: date.iso8601) == date)
                    number += 1
                    weekday = weekday % 7 + 1
                }
                #expect(CivilDate(year: year, month: month, day: length + 1) == nil)
            }
        }
    }

    @Test(arguments: [
        (1900, 1, 1, 1), (1969, 7, 20, 7), (1970, 1, 1, 4), (2000, 1, 1, 6), (2000, 2, 29, 2), (2024, 2, 29, 4),
        (2026, 11, 21, 6), (2100, 12, 31, 5), (1582, 10, 15, 5),
    ])
    func `a day has its weekday`(year: Int, month: Int, day: Int, weekday: Int) {
        #expect(CivilDate(year: year, month: month, day: day)?.isoWeekday == weekday)
    }

    @Test(arguments: [
        (2000, 2, 29, true), (2024, 2, 29, true), (1900, 2, 29, false), (2023, 2, 29, false), (2100, 2, 29, false),
        (2024, 2, 30, false), (2026, 4, 31, false), (2026, 0, 1, false), (2026, 13, 1, false), (2026, 1, 0, false),
        (2026, 1, 32, false), (-1, 1, 1, false), (10_000, 1, 1, false), (.max, 1, 1, false), (.min, .min, .min, false),
        (9999, 12, 31, true), (0, 2, 29, true),
    ])
    func `a calendar has the day or not`(year: Int, month: Int, day: Int, isThere: Bool) {
        #expect((CivilDate(year: year, month: month, day: day) != nil) == isThere)
    }

    @Test(arguments: [
        (0, "1970-01-01"), (-1, "1969-12-31"), (11_016, "2000-02-29"), (11_017, "2000-03-01"), (20_778, "2026-11-21"),
        (-719_162 + 365 * 2000 + 484, "2000-12-31"), (2_932_896, "9999-12-31"),
    ])
    func `a day is written as ISO 8601 has it`(days: Int, text: String) {
        #expect(CivilDate(daysSinceEpoch: days).iso8601 == text)
        #expect(CivilDate(iso8601: text)?.daysSinceEpoch == days)
    }

    @Test(arguments: [
        "", "2026", "2026-11", "2026-11-", "2026-1-1", "26-11-21", "02026-11-21", "2026-11-21 ", " 2026-11-21",
        "2026-11-21T00:00", "2026/11/21", "2026-13-01", "2026-02-29", "2026-00-01", "2026-11-31", "+026-11-21",
        "2026--1-21", "2026-11-２1", "202６-11-21", "-2026-11-21", "2026-11-21-", "20261121", "yyyy-mm-dd",
    ])
    func `a text that is no day is refused`(text: String) {
        #expect(CivilDate(iso8601: text) == nil)
    }

    @Test(arguments: [
        (0, 0, "1970-01-01"), (86_399, 0, "1970-01-01"), (86_400, 0, "1970-01-02"), (-1, 0, "1969-12-31"),
        (-86_400, 0, "1969-12-31"), (-86_401, 0, "1969-12-30"), (54_000, 32_400, "1970-01-02"),
        (53_999, 32_400, "1970-01-01"), (0, -1, "1969-12-31"), (3600, -3600, "1970-01-01"), (-1, 1, "1970-01-01"),
        (-32_401, 32_400, "1969-12-31"), (-32_400, 32_400, "1970-01-01"), (1_795_285_800, 19_800, "2026-11-22"),
        (1_795_285_799, 19_800, "2026-11-21"),
        (951_782_399, 0, "2000-02-28"), (951_782_400, 0, "2000-02-29"), (951_868_800, -43_200, "2000-02-29"),
    ])
    func `a moment lies in the day that clocks there show`(seconds: Int, utcOffsetSeconds: Int, text: String) {
        let date = CivilDate(at: UTCInstant(unixSeconds: seconds), utcOffsetSeconds: utcOffsetSeconds)
        #expect(date.iso8601 == text)
    }

    @Test(arguments: UInt64(0)..<100)
    func `a moment's day is the one that it is written with`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let seconds = Int.random(in: -2_208_988_800...4_133_980_799, using: &random)
        let offset = Int.random(in: -50_400...50_400, using: &random)
        let shown = UTCInstant(unixSeconds: seconds + offset).iso8601.prefix(10)
        #expect(CivilDate(at: UTCInstant(unixSeconds: seconds), utcOffsetSeconds: offset).iso8601 == shown)
    }

    @Test func `days are counted on and back`() throws {
        let leapDay = try #require(CivilDate(year: 2024, month: 2, day: 29))
        #expect(leapDay.addingDays(1).iso8601 == "2024-03-01")
        #expect(leapDay.addingDays(-60).iso8601 == "2023-12-31")
        #expect(leapDay.addingDays(366).iso8601 == "2025-03-01")
        #expect(leapDay.addingDays(-1) < leapDay)
        #expect(!(leapDay < leapDay.addingDays(0)))
    }
}
