package import Time
import Weather

extension ConditionsEntry {
    /// The placeholder: a mild day in UTC, marked as a sample by having no report.
    package static func sample(at now: UTCInstant) -> ConditionsEntry {
        let date = now.hourStart
        let today = CivilDate(at: date, utcOffsetSeconds: 0)
        let hour = date.hourOfDay(utcOffsetSeconds: 0)
        var current = CurrentConditions(observed: date, condition: .fair)
        current.temperature = Temperature(tenthsCelsius: 184)
        current.apparentTemperature = Temperature(tenthsCelsius: 179)
        current.windFromDegrees = 200
        current.windSpeed = WindSpeed(metresPerSecond: 3.2)
        current.relativeHumidityPercent = 55
        current.precipitationTenthsMillimetre = 0
        current.visibilityMetres = 20_000
        current.pressure = SeaLevelPressure(tenthsHPa: 10_152)
        return ConditionsEntry(
            date: date,
            current: current,
            isDaylight: (6..<18).contains(hour),
            airQuality: AirQuality(index: 42, scale: .unitedStates),
            today: today,
            days: sampleConditions.enumerated().map { index, conditions in
                DailyForecast(
                    date: today.addingDays(index),
                    minimum: Temperature(tenthsCelsius: 110 + index * 10),
                    maximum: Temperature(tenthsCelsius: 200 - index * 10),
                    dayCondition: conditions.day,
                    nightCondition: conditions.night
                )
            },
            timeZone: "UTC",
            utcOffsetMinutes: 0,
            observedLocalHour: hour,
            obtained: nil,
            source: OwnSource.sample
        )
    }

    private static let sampleConditions: [(day: Condition, night: Condition)] = [
        (.fair, .clear), (.mostlyCloudy, .overcast), (.rain, .showers), (.clear, .clear),
    ]
}
