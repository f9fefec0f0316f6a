package import Time
import Weather

/// A day as the clocks of a place show it: of 24 hours, but for the days on which they are changed.
package struct LocalDay: Sendable, Equatable, Codable {
    package let date: CivilDate
    /// The first moment whose date it is; no full hour in UTC in every zone, and no midnight where that is skipped.
    package let start: UTCInstant
    /// The first moment of another day.
    package let end: UTCInstant
    private let offsetSeconds: Int
    /// When clocks are changed on this day and what their offset is then; nil on most days.
    private let change: OffsetChange?

    private struct OffsetChange: Sendable, Equatable, Codable {
        var at: UTCInstant
        var offsetSeconds: Int
    }

    /// The day that clocks in the zone show at `instant`; in UTC where the zone is unknown.
    ///
    /// Clocks that are changed twice within 52 hours are not thought of: no zone has ever done so.
    package init(containing instant: UTCInstant, in zone: String, zones: some TimeZones) {
        func offset(_ instant: UTCInstant) -> Int { zones.utcOffsetSeconds(in: zone, at: instant) ?? 0 }
        date = CivilDate(at: instant, utcOffsetSeconds: offset(instant))
        start = Self.firstMoment(of: date, offset)
        end = Self.firstMoment(of: date.addingDays(1), offset)
        offsetSeconds = offset(start)
        let last = offset(end - .seconds(1))
        change =
            last == offsetSeconds
            ? nil : OffsetChange(at: Self.firstChange(from: start, to: end, offset), offsetSeconds: last)
    }

    /// The offset from UTC in minutes at a moment of the day; for any other that of the nearest one.
    package func utcOffsetMinutes(at moment: UTCInstant) -> Int {
        if let change, change.at <= moment { return change.offsetSeconds / 60 }
        return offsetSeconds / 60
    }

    /// When clocks first show the date, or, where they skip it, a later one.
    private static func firstMoment(of date: CivilDate, _ offset: (UTCInstant) -> Int) -> UTCInstant {
        let midnight = date.daysSinceEpoch * 86_400
        // No offset is as large as 26 hours: the day begins between these two.
        let before = UTCInstant(unixSeconds: midnight - 26 * 3600)
        let after = UTCInstant(unixSeconds: midnight + 26 * 3600)
        let withOffsetBefore = UTCInstant(unixSeconds: midnight - offset(before))
        guard offset(before) != offset(after) else { return withOffsetBefore }
        let change = firstChange(from: before, to: after, offset)
        // A midnight that never comes is the moment at which clocks jump over it.
        return withOffsetBefore < change
            ? withOffsetBefore : max(change, UTCInstant(unixSeconds: midnight - offset(after)))
    }

    /// The second in which the offset becomes another; there is one such after `start`, up to `end`.
    private static func firstChange(
        from start: UTCInstant,
        to end: UTCInstant,
        _ offset: (UTCInstant) -> Int
    ) -> UTCInstant {
        let old = offset(start)
        var (same, other) = (start.unixSeconds, end.unixSeconds)
        while other - same > 1 {
            let middle = same + (other - same) / 2
            if offset(UTCInstant(unixSeconds: middle)) == old { same = middle } else { other = middle }
        }
        return UTCInstant(unixSeconds: other)
    }
}

/// One zone whose clocks are never changed.
struct FixedOffset: TimeZones {
    var seconds: Int

    func utcOffsetSeconds(in zone: String, at instant: UTCInstant) -> Int? { seconds }
    func zone(at coordinate: Coordinate) -> String { "UTC" }
}
