import TestSupport
import Testing
import Time

@Suite struct InstantTests {
    @Test(arguments: [(0, 0), (3599, 0), (3600, 3600), (-1, -3600), (-3600, -3600), (1_644_048_123, 1_644_048_000)])
    func `the hour starts at or before`(seconds: Int, hour: Int) {
        #expect(UTCInstant(unixSeconds: seconds).hourStart.unixSeconds == hour)
    }

    @Test(arguments: [
        (0, 0, 0), (3599, 0, 0), (86_399, 0, 23), (-1, 0, 23), (0, 19_800, 5), (0, -1, 23), (-3600, 3600, 0),
        (82_800, 3600, 0),
    ])
    func `an hour of the day is that of the clocks there`(seconds: Int, offset: Int, hour: Int) {
        #expect(UTCInstant(unixSeconds: seconds).hourOfDay(utcOffsetSeconds: offset) == hour)
    }

    @Test func `arithmetic stops at the ends`() {
        #expect(UTCInstant.distantFuture + .seconds(1) == .distantFuture)
        #expect(UTCInstant(unixSeconds: .max) == .distantFuture)
        #expect(UTCInstant(unixSeconds: 7) + .milliseconds(1500) - .milliseconds(500) == UTCInstant(unixSeconds: 8))
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
        (1_774_745_999, "2026-03-29T00:59:59Z"), (4_107_542_399, "2100-02-28T23:59:59Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"),
    ])
    func `an instant is written as ISO 8601 has it`(seconds: Int, text: String) {
        #expect(UTCInstant(unixSeconds: seconds).iso8601 == text)
    }
}
