package import Time
import Weather

/// A day on the clocks of a place: 24 hours, except on the days when the clocks change.
package struct LocalDay: Sendable, Equatable, Codable {
    /// The date.
    package let date: CivilDate
    /// The first moment of the date; not a full UTC hour in every zone, and not midnight if that is skipped.
    package let start: UTCInstant
    /// The first moment of another day.
    package let end: UTCInstant
    private let offsetSeconds: Int
    /// The change of the clocks on this day and the offset after it; nil on most days.
    private let change: OffsetChange?

    private struct OffsetChange: Sendable, Equatable, Codable {
        var at: UTCInstant
        var offsetSeconds: Int
    }

    /// The day on the zone's clocks at `instant`; in UTC if the zone is unknown.
    ///
    /// Two changes within 52 hours are not handled: no zone has ever had them.
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

    /// The offset from UTC in minutes at a moment of the day; for other moments that of the nearest one.
    package func utcOffsetMinutes(at moment: UTCInstant) -> Int {
        if let change, change.at <= moment { return change.offsetSeconds / 60 }
        return offsetSeconds / 60
    }

    /// The first moment of the date or, if the clocks skip it, of a later one.
    private static func firstMoment(of date: CivilDate, _ offset: (UTCInstant) -> Int) -> UTCInstant {
        let midnight = date.daysSinceEpoch * 86_400
        // No offset reaches 26 hours: the day begins between these two.
        let before = UTCInstant(unixSeconds: midnight - 26 * 3600)
        let after = UTCInstant(unixSeconds: midnight + 26 * 3600)
        let withOffsetBefore = UTCInstant(unixSeconds: midnight - offset(before))
        guard offset(before) != offset(after) else { return withOffsetBefore }
        let change = firstChange(from: before, to: after, offset)
        // A midnight that never occurs is replaced by the moment at which the clocks jump over it.
        return withOffsetBefore < change
            ? withOffsetBefore : max(change, UTCInstant(unixSeconds: midnight - offset(after)))
    }

    /// The second in which the offset changes; there must be one after `start`, up to `end`.
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

/// A zone whose clocks never change.
struct FixedOffset: TimeZones {
    var seconds: Int

    func utcOffsetSeconds(in zone: String, at instant: UTCInstant) -> Int? { seconds }
    func zone(at coordinate: Coordinate) -> String { "UTC" }
}
