package import Time
import Timelines
package import Weather

/// The 24-hour pressure panel for one hour, from which all encodings of the weather widget are made.
package struct WeatherEntry: WidgetEntry {
    /// One of its 24 hours.
    package struct Hour: Sendable, Equatable, Codable {
        /// The temperature; nil if unknown.
        package var temperature: Temperature?
        /// The sea-level pressure; nil if unknown.
        package var pressure: SeaLevelPressure?
        /// The weather.
        package var condition: Condition
        /// True by day.
        package var isDaylight: Bool
        /// The hour of the day, 0…23, that the place's clocks show at its start (in Kolkata 03:30 is 3).
        package var localHour: UInt8

        package init(
            temperature: Temperature?,
            pressure: SeaLevelPressure?,
            condition: Condition,
            isDaylight: Bool,
            localHour: UInt8
        ) {
            self.temperature = temperature
            self.pressure = pressure
            self.condition = condition
            self.isDaylight = isDaylight
            self.localHour = localHour
        }
    }

    /// The hours in an entry.
    package static let hourCount = 24

    /// A full hour in UTC.
    package let date: UTCInstant
    /// Exactly ``hourCount`` hours, the first beginning at ``date``.
    package let hours: [Hour]
    /// The IANA name of the place's time zone.
    package let timeZone: String
    /// The place's offset from UTC at ``date``, in minutes.
    package let utcOffsetMinutes: Int
    /// The time when the forecast was obtained; nil for a sample.
    package let obtained: UTCInstant?
    /// The upstream's short name, `sample` for a placeholder.
    package let source: String

    /// `hours` must be 24.
    package init(
        date: UTCInstant,
        hours: [Hour],
        timeZone: String,
        utcOffsetMinutes: Int,
        obtained: UTCInstant?,
        source: String
    ) {
        precondition(hours.count == Self.hourCount, "an entry has \(Self.hourCount) hours")
        self.date = date
        self.hours = hours
        self.timeZone = timeZone
        self.utcOffsetMinutes = utcOffsetMinutes
        self.obtained = obtained
        self.source = source
    }

    /// True for sample data.
    package var isPlaceholder: Bool { obtained == nil }

    package var placeTimeZone: String? { timeZone }

    package func content(in context: DisplayContext) -> WidgetContent { .hours(self) }

    /// The change over the coming three hours, p[3] − p[0], in tenths of a hectopascal; nil when either is missing.
    package var pressureChangeTenthsHPa: Int? {
        guard let now = hours[0].pressure, let later = hours[3].pressure else { return nil }
        return Int(later.tenthsHPa) - Int(now.tenthsHPa)
    }

    /// The term for ``pressureChangeTenthsHPa``.
    package var trend: PressureTrend? { pressureChangeTenthsHPa.map(PressureTrend.init(changeTenthsHPa:)) }

    /// The age of the forecast at ``date`` in whole hours, 0 when it is newer; nil for a sample.
    package var ageHours: Int? {
        obtained.map { max(0, (date.unixSeconds - $0.unixSeconds) / 3600) }
    }
}
