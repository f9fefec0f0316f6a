package import Time
import Timelines
package import Weather

/// Current conditions, air quality and the next days at a place.
package struct ConditionsEntry: WidgetEntry {
    /// The number of days in an entry.
    package static let dayCount = 4

    /// A full hour in UTC, or the midnight of a place whose days begin within one.
    package let date: UTCInstant
    /// The conditions at the observation.
    package let current: CurrentConditions
    /// True if it is day at the place in the entry's hour.
    package let isDaylight: Bool
    /// The air quality; nil if unknown.
    package let airQuality: AirQuality?
    /// The place's date at ``date``.
    package let today: CivilDate
    /// Exactly ``dayCount`` days, ``today`` first; nil for a day without a forecast.
    package let days: [DailyForecast?]
    /// The IANA name of the place's time zone.
    package let timeZone: String
    /// The place's offset from UTC at ``date``, in minutes.
    package let utcOffsetMinutes: Int
    /// The hour of the day, 0…23, that the place's clocks showed at the observation.
    package let observedLocalHour: Int
    /// The time when the report was obtained; nil for a sample.
    package let obtained: UTCInstant?
    /// The upstream's short name, `sample` for a placeholder.
    package let source: String

    /// Takes from `days` those of ``today`` and the following dates.
    package init(
        date: UTCInstant,
        current: CurrentConditions,
        isDaylight: Bool,
        airQuality: AirQuality?,
        today: CivilDate,
        days: [DailyForecast],
        timeZone: String,
        utcOffsetMinutes: Int,
        observedLocalHour: Int,
        obtained: UTCInstant?,
        source: String
    ) {
        self.date = date
        self.current = current
        self.isDaylight = isDaylight
        self.airQuality = airQuality
        self.today = today
        self.days = (0..<Self.dayCount).map { index in days.first { $0.date == today.addingDays(index) } }
        self.timeZone = timeZone
        self.utcOffsetMinutes = utcOffsetMinutes
        self.observedLocalHour = observedLocalHour
        self.obtained = obtained
        self.source = source
    }

    /// The end of its hour.
    package var end: UTCInstant { date.hourStart.addingHours(1) }

    /// True for sample data.
    package var isPlaceholder: Bool { obtained == nil }

    package var placeTimeZone: String? { timeZone }

    /// The name of the direction that the wind comes from; nil if it is unknown, and in a calm.
    package func windName(language: String) -> String? {
        guard current.windSpeed?.beaufort != 0 else { return nil }
        return current.windFromDegrees.map { Words.windName(fromDegrees: $0, language: language) }
    }
}
