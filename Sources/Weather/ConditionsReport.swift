package import Time

/// The weather as last observed or analysed; a value that the upstream left out, or that is out of range, is nil.
package struct CurrentConditions: Sendable, Equatable, Codable {
    /// The moment of the observation, or the one that the analysis is for.
    package var observed: UTCInstant
    /// The air temperature at 2 m.
    package var temperature: Temperature?
    /// The apparent (“feels like”) temperature, by the upstream's own formula.
    package var apparentTemperature: Temperature?
    /// The weather; `unknown` where the upstream does not say.
    package var condition: Condition
    /// The upstream's own words for the condition.
    package var text: SourceText?
    /// The upstream's day flag; nil where it has none.
    package var isDaylight: Bool?
    /// The direction that the wind comes from, degrees clockwise from north, 0…359.
    package var windFromDegrees: Int?
    /// The wind speed at 10 m.
    package var windSpeed: WindSpeed?
    /// The relative humidity, 0…100 %.
    package var relativeHumidityPercent: Int?
    /// The precipitation of the last hour, in tenths of a millimetre of water, 0…9999.
    package var precipitationTenthsMillimetre: Int?
    /// The visibility, 0…99,999 m.
    package var visibilityMetres: Int?
    /// The pressure reduced to sea level; never the pressure at the station's height.
    package var pressure: SeaLevelPressure?

    package init(observed: UTCInstant, condition: Condition) {
        self.observed = observed
        self.condition = condition
    }

    /// True where it has a temperature or a known condition.
    package var saysSomething: Bool { temperature != nil || condition != .unknown }
}

/// The forecast of one day at a place.
package struct DailyForecast: Sendable, Equatable, Codable {
    /// The day on the place's calendar.
    package var date: CivilDate
    /// The lowest temperature of the day.
    package var minimum: Temperature?
    /// The highest temperature of the day.
    package var maximum: Temperature?
    /// The weather by day; of the whole day where the upstream does not distinguish.
    package var dayCondition: Condition
    /// The upstream's own words for the day's condition.
    package var dayText: SourceText?
    /// The weather by night; `unknown` where the upstream describes only the day as a whole.
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

    /// True where it has a temperature or a known condition.
    package var saysSomething: Bool {
        minimum != nil || maximum != nil || dayCondition != .unknown || nightCondition != .unknown
    }
}

/// An upstream's answer to the conditions widget, for one place.
package struct ConditionsReport: Sendable, Equatable, Codable {
    /// The present weather.
    package var current: CurrentConditions
    /// The air quality; nil where the upstream has none for the place or did not answer for it.
    package var airQuality: AirQuality?
    /// The days, ascending, each once: today and at least three more where the upstream has them.
    package let days: [DailyForecast]
    /// The IANA name of the place's time zone; nil where the upstream gives none.
    package var timeZone: String?
    /// The moment the answer came in.
    package var obtained: UTCInstant
    /// The moment an older report came in that filled gaps of this one; nil where one answer has it all.
    package var completedFrom: UTCInstant?
    /// The upstream's short name, such as `open-meteo`.
    package var source: String

    /// Sorts the days; of two rows for one day the first is kept.
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

    /// The moment the oldest part of it came in.
    package var oldest: UTCInstant { min(completedFrom ?? obtained, obtained) }

    /// True where it has anything that a panel can show, of now or of a day.
    package var saysSomething: Bool { current.saysSomething || days.contains(where: \.saysSomething) }
}
