import Time
package import Timelines
package import Weather

/// Makes the weather widget's timeline from a forecast.
package enum WeatherTimeline {
    /// The entries in a timeline: the current hour and the next four.
    package static let entryCount = 5

    /// Five entries from the hour in which the forecast was obtained; each shows the 24 hours from its own on.
    ///
    /// A missing hour is a gap and shifts no other. An entry with neither a pressure nor a temperature is dropped. The
    /// forecast's own time zone is used if it is known, else the table's.
    package static func make(
        from forecast: HourlyForecast,
        at coordinate: Coordinate,
        zones: some TimeZones
    ) -> Timeline<WeatherEntry> {
        let zone = zones.zone(named: forecast.timeZone, by: forecast.source, at: coordinate, forecast.obtained)
        let first = forecast.obtained.hourStart
        // A damaged archive may contain values that no initializer allows.
        let byStart = Dictionary(forecast.hours.map { ($0.start, $0) }, uniquingKeysWith: { first, _ in first })
        let all = (0..<entryCount + WeatherEntry.hourCount - 1).map { index in
            hour(first.addingHours(index), from: byStart, at: coordinate, zone: zone, zones: zones)
        }
        let entries = (0..<entryCount).compactMap { index -> WeatherEntry? in
            let hours = Array(all[index..<index + WeatherEntry.hourCount])
            guard hours.contains(where: { $0.pressure != nil || $0.temperature != nil }) else { return nil }
            let date = first.addingHours(index)
            return WeatherEntry(
                date: date,
                hours: hours,
                timeZone: zone,
                utcOffsetMinutes: (zones.utcOffsetSeconds(in: zone, at: date) ?? 0) / 60,
                obtained: forecast.oldest,
                source: forecast.source
            )
        }
        return Timeline(entries: entries, obtained: forecast.oldest)
    }

    private static func hour(
        _ start: UTCInstant,
        from hours: [UTCInstant: HourlyForecast.Hour],
        at coordinate: Coordinate,
        zone: String,
        zones: some TimeZones
    ) -> WeatherEntry.Hour {
        let given = hours[start]
        let hourOfDay = start.hourOfDay(utcOffsetSeconds: zones.utcOffsetSeconds(in: zone, at: start) ?? 0)
        return WeatherEntry.Hour(
            temperature: given?.temperature,
            pressure: given?.pressure,
            condition: given?.condition ?? .unknown,
            // Not the upstream's flag: the conditions widget has none for later hours, and both must agree.
            isDaylight: Sun.isDay(inHourFrom: start, at: coordinate),
            localHour: UInt8(hourOfDay)
        )
    }
}
