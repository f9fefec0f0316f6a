import Time
package import Timelines
package import Weather

/// Makes the conditions widget's timeline from a report.
package enum ConditionsTimeline {
    /// The hours in a timeline: the current one and the next four.
    package static let hourCount = 5

    /// An entry for each hour from the one in which the report was obtained, all with the same observation, and one at
    /// a local midnight in between.
    ///
    /// The report's own time zone is used if it is known, else the table's.
    package static func make(
        from report: ConditionsReport,
        at coordinate: Coordinate,
        zones: some TimeZones
    ) -> Timeline<ConditionsEntry> {
        let zone = zones.zone(named: report.timeZone, by: report.source, at: coordinate, report.obtained)
        let first = report.obtained.hourStart
        var dates = (0..<hourCount).map { first.addingHours($0) }
        let midnight = LocalDay(containing: first, in: zone, zones: zones).end
        if midnight < first.addingHours(hourCount), midnight != midnight.hourStart { dates.append(midnight) }
        let entries = dates.map { entry(at: $0, from: report, at: coordinate, zone: zone, zones: zones) }
        return Timeline(entries: entries, obtained: report.oldest)
    }

    private static func entry(
        at date: UTCInstant,
        from report: ConditionsReport,
        at coordinate: Coordinate,
        zone: String,
        zones: some TimeZones
    ) -> ConditionsEntry {
        func offset(_ instant: UTCInstant) -> Int { zones.utcOffsetSeconds(in: zone, at: instant) ?? 0 }
        let observed = report.current.observed
        return ConditionsEntry(
            date: date,
            current: report.current,
            // The rule of the weather widget, so that both agree: an upstream's flag is for the moment of the
            // observation.
            isDaylight: Sun.isDay(inHourFrom: date.hourStart, at: coordinate),
            airQuality: report.airQuality,
            today: CivilDate(at: date, utcOffsetSeconds: offset(date)),
            days: report.days,
            timeZone: zone,
            utcOffsetMinutes: offset(date) / 60,
            observedLocalHour: observed.hourOfDay(utcOffsetSeconds: offset(observed)),
            obtained: report.oldest,
            source: report.source
        )
    }
}
