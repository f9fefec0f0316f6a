package import Time

/// What an upstream says of the coming hours at one point.
package struct HourlyForecast: Sendable, Equatable, Codable {
    /// One hour; a value that the upstream left out, gave as null or gave as nonsense is nil.
    package struct Hour: Sendable, Equatable, Codable {
        /// The full hour in UTC that the values are for.
        package var start: UTCInstant
        /// The air temperature at 2 m.
        package var temperature: Temperature?
        /// The pressure reduced to sea level.
        package var pressure: SeaLevelPressure?
        /// The weather; `unknown` when the upstream does not tell.
        package var condition: Condition
        /// Nil when the upstream has no day flag: the sun's elevation decides then.
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

    /// Ascending by start, no hour twice, gaps allowed.
    package let hours: [Hour]
    /// The IANA name of the place's time zone where the upstream gives one.
    package var timeZone: String?
    /// When the answer came in.
    package var obtained: UTCInstant
    /// When the forecast came in that it was completed from; nil where it has all from one answer.
    package var completedFrom: UTCInstant?
    /// The upstream's short name, such as `open-meteo`.
    package var source: String

    /// Puts the hours into order; a start that is not a full hour counts for the hour it lies in, and of two
    /// rows for one hour the first stands.
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

    /// When the oldest part of it came in.
    package var oldest: UTCInstant { min(completedFrom ?? obtained, obtained) }

    /// How many of the 24 hours from that of `now` on have a pressure.
    package func pressureCount(at now: UTCInstant) -> Int {
        let first = now.hourStart
        let end = first.addingHours(24)
        return hours.count { $0.pressure != nil && first <= $0.start && $0.start < end }
    }

    /// Whether there is enough of the pressure for its graph: of three quarters of the coming day at least.
    package func hasPressure(at now: UTCInstant) -> Bool { pressureCount(at: now) >= Self.leastPressures }

    /// An hour or two are missing where a forecast begins late or ends early; more of them is an answer cut short.
    package static let leastPressures = 18
}
