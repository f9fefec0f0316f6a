package import Time

/// An upstream's forecast of the coming hours at one point.
package struct HourlyForecast: Sendable, Equatable, Codable {
    /// The values of one hour; a value that the upstream left out, gave as null or out of range is nil.
    package struct Hour: Sendable, Equatable, Codable {
        /// The full hour in UTC that the values are valid for.
        package var start: UTCInstant
        /// The air temperature at 2 m.
        package var temperature: Temperature?
        /// The pressure reduced to sea level.
        package var pressure: SeaLevelPressure?
        /// The weather; `unknown` where the upstream does not say.
        package var condition: Condition
        /// The upstream's day flag; nil where it has none: the sun's elevation then decides.
        package var isDaylight: Bool?

        package init(
            start: UTCInstant,
            temperature: Temperature?,
            pressure: SeaLevelPressure?,
            condition: Condition,
            isDaylight: Bool?
        ) {
            self.start = start
            self.temperature = temperature
            self.pressure = pressure
            self.condition = condition
            self.isDaylight = isDaylight
        }
    }

    /// The hours, ascending, each once; gaps are allowed.
    package let hours: [Hour]
    /// The IANA name of the place's time zone; nil where the upstream gives none.
    package var timeZone: String?
    /// The moment the answer came in.
    package var obtained: UTCInstant
    /// The moment an older forecast came in that filled gaps of this one; nil where one answer has it all.
    package var completedFrom: UTCInstant?
    /// The upstream's short name, such as `open-meteo`.
    package var source: String

    /// Sorts the hours; a start within an hour is moved to the hour's beginning, and of two rows for one hour the first
    /// is kept.
    package init(
        hours: [Hour],
        timeZone: String?,
        obtained: UTCInstant,
        completedFrom: UTCInstant? = nil,
        source: String
    ) {
        var seen = Set<UTCInstant>()
        self.hours =
            hours.compactMap { hour in
                var hour = hour
                hour.start = hour.start.hourStart
                return seen.insert(hour.start).inserted ? hour : nil
            }
            .sorted { $0.start < $1.start }
        self.timeZone = timeZone
        self.obtained = obtained
        self.completedFrom = completedFrom
        self.source = source
    }

    /// The moment the oldest part of it came in.
    package var oldest: UTCInstant { min(completedFrom ?? obtained, obtained) }

    /// The number of hours with a pressure among the 24 from that of `now` on.
    package func pressureCount(at now: UTCInstant) -> Int {
        let first = now.hourStart
        let end = first.addingHours(24)
        return hours.count { $0.pressure != nil && first <= $0.start && $0.start < end }
    }

    /// True where the coming 24 hours have at least ``leastPressures`` pressures, enough for a graph.
    package func hasPressure(at now: UTCInstant) -> Bool { pressureCount(at: now) >= Self.leastPressures }

    /// Three quarters of a day: a forecast may begin late or end early by some hours; with fewer it was cut short.
    package static let leastPressures = 18
}
