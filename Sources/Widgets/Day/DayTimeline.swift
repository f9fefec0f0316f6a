package import Time
package import Timelines

/// Makes the day widget's timeline.
package enum DayTimeline {
    /// The days in a timeline: the current one and the next 61, so that the date changes on time through any outage.
    package static let dayCount = 62

    /// An entry a day, all with the same quote; the first begins with its day or with the hour of `now`.
    package static func make(
        in zone: String,
        at now: UTCInstant,
        quote: Quote?,
        source: String,
        zones: some TimeZones
    ) -> Timeline<DayEntry> {
        var day = LocalDay(containing: now, in: zone, zones: zones)
        var entries: [DayEntry] = []
        for _ in 0..<dayCount {
            entries.append(
                DayEntry(
                    date: entries.isEmpty ? max(day.start, now.hourStart) : day.start,
                    day: day,
                    timeZone: zone,
                    quote: quote,
                    source: source
                )
            )
            day = LocalDay(containing: day.end, in: zone, zones: zones)
        }
        return Timeline(entries: entries, obtained: now)
    }
}
