package import Time

/// The weather as it was observed or analysed last; a value that the upstream left out or gave as nonsense is nil.
package struct CurrentConditions: Sendable, Equatable, Codable {
    /// When it was observed, or what moment the analysis is for.
    package var observed: UTCInstant
    /// The air temperature at 2 m.
    package var temperature: Temperature?
    /// What it feels like.
    package var apparentTemperature: Temperature?
    package var condition: Condition
    /// What the upstream itself calls the condition.
    package var text: SourceText?
    /// Nil when the upstream has no day flag.
    package var isDaylight: Bool?
    /// Where the wind comes from, degrees clockwise from north, 0…359.
    package var windFromDegrees: Int?
    /// At 10 m.
    package var windSpeed: WindSpeed?
    /// 0…100 %.
    package var relativeHumidityPercent: Int?
    /// Of the last hour, in tenths of a millimetre of water, 0…9999.
    package var precipitationTenthsMillimetre: Int?
    /// 0…99,999 m.
    package var visibilityMetres: Int?
    /// Reduced to sea level; never a station's own.
    package var pressure: SeaLevelPressure?

    package init(observed: UTCInstant, condition: Condition) {
        self.observed = observed
        self.condition = condition
    }

    /// Whether there is a temperature or a condition in it.
    package var saysSomething: Bool { temperature != nil || condition != .unknown }
}

/// What is expected of one day at a place.
package struct DailyForecast: Sendable, Equatable, Codable {
    /// The day on the place's calendar.
    package var date: CivilDate
    package var minimum: Temperature?
    package var maximum: Temperature?
    package var dayCondition: Condition
    /// What the upstream itself calls the day's condition.
    package var dayText: SourceText?
    /// `unknown` where the upstream tells of the day as a whole only.
    package var nightCondition: Condition

    package init(
        date: CivilDate,
        minimum: Temperature?,
        maximum: Temperature?,
        dayCondition: Condition,
        nightCondition: Condition
    ) {
        self.date = date
        self.minimum = minimum
        self.maximum = maximum
        self.dayCondition = dayCondition
        self.nightCondition = nightCondition
    }

    /// Whether there is a temperature or a condition in it.
    package var saysSomething: Bool {
        minimum != nil || maximum != nil || dayCondition != .unknown || nightCondition != .unknown
    }
}

/// All that the conditions widget asks an upstream for, of one place.
package struct ConditionsReport: Sendable, Equatable, Codable {
    package var current: CurrentConditions
    /// Nil where the upstream has none for the place, or did not answer for it.
    package var airQuality: AirQuality?
    /// Ascending by date, no day twice: today and at least three days more where the upstream has them.
    package let days: [DailyForecast]
    /// The IANA name of the place's time zone where the upstream gives one.
    package var timeZone: String?
    /// When the answer came in.
    package var obtained: UTCInstant
    /// When the report came in that it was completed from; nil where it has all from one answer.
    package var completedFrom: UTCInstant?
    /// The upstream's short name.
    package var source: String

    /// Puts the days into order; of two rows for one day the first stands.
    package init(
        current: CurrentConditions,
        airQuality: AirQuality?,
        days: [DailyForecast],
        timeZone: String?,
        obtained: UTCInstant,
        completedFrom: UTCInstant? = nil,
        source: String
    ) {
        var seen = Set<CivilDate>()
        self.current = current
        self.airQuality = airQuality
        self.days = days.filter { seen.insert($0.date).inserted }.sorted { $0.date < $1.date }
        self.timeZone = timeZone
        self.obtained = obtained
        self.completedFrom = completedFrom
        self.source = source
    }

    /// When the oldest part of it came in.
    package var oldest: UTCInstant { min(completedFrom ?? obtained, obtained) }

    /// Whether there is anything in it that a panel could show of now or of a day.
    package var saysSomething: Bool { current.saysSomething || days.contains(where: \.saysSomething) }
}
