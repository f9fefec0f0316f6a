import Time
import Weather
import Widgets

extension ConditionsEntry {
    /// A February evening in Setagaya, three days before rain.
    static let evening = evening()

    /// In air that is bad for some, with a wind from the north-west.
    static let inBadAir = evening(
        condition: .haze,
        airQuality: AirQuality(index: 142, scale: .unitedStates),
        windFromDegrees: 315
    )

    /// Nothing is known but the temperature, the humidity and the day after tomorrow.
    static let withGaps: ConditionsEntry = {
        var current = CurrentConditions(observed: .shown, condition: .unknown)
        current.temperature = Temperature(tenthsCelsius: -123)
        current.relativeHumidityPercent = 90
        return entry(current, airQuality: nil, days: Array(days.dropFirst(2).prefix(1)))
    }()

    static let sample = ConditionsEntry.sample(at: .shown)

    private static func evening(
        condition: Condition = .mostlyCloudy,
        airQuality: AirQuality? = AirQuality(index: 42, scale: .unitedStates),
        windFromDegrees: Int = 200
    ) -> ConditionsEntry {
        var current = CurrentConditions(observed: .shown, condition: condition)
        current.temperature = Temperature(tenthsCelsius: 58)
        current.apparentTemperature = Temperature(tenthsCelsius: 31)
        current.windFromDegrees = windFromDegrees
        current.windSpeed = WindSpeed(metresPerSecond: 3.2)
        current.relativeHumidityPercent = 48
        current.pressure = SeaLevelPressure(tenthsHPa: 10_152)
        return entry(current, airQuality: airQuality, days: days)
    }

    private static func entry(
        _ current: CurrentConditions,
        airQuality: AirQuality?,
        days: [DailyForecast]
    ) -> ConditionsEntry {
        ConditionsEntry(
            date: .shown,
            current: current,
            isDaylight: true,
            airQuality: airQuality,
            today: today,
            days: days,
            timeZone: "Asia/Tokyo",
            utcOffsetMinutes: 540,
            observedLocalHour: 17,
            obtained: UTCInstant.shown.addingHours(-5),
            source: "open-meteo"
        )
    }

    private static let today = CivilDate(at: .shown, utcOffsetSeconds: 9 * 3600)

    private static let days: [DailyForecast] = [
        (-2, 7, Condition.clear, Condition.fair), (0, 9, .mostlyCloudy, .overcast), (3, 11, .rain, .showers),
        (-10, -1, .snow, .clear),
    ].enumerated().map { index, day in
        DailyForecast(
            date: today.addingDays(index),
            minimum: Temperature(tenthsCelsius: day.0 * 10),
            maximum: Temperature(tenthsCelsius: day.1 * 10),
            dayCondition: day.2,
            nightCondition: day.3
        )
    }
}

extension WeatherEntry {
    /// A February evening in Setagaya, a front passing through in the night.
    static let front = WeatherEntry(
        date: .shown,
        hours: (0..<hourCount).map { index in
            let localHour = (17 + index) % 24
            return Hour(
                temperature: Temperature(tenthsCelsius: temperatures[index]),
                pressure: SeaLevelPressure(tenthsHPa: pressures[index]),
                condition: conditions[index / 3],
                isDaylight: (7..<17).contains(localHour),
                localHour: UInt8(localHour)
            )
        },
        timeZone: "Asia/Tokyo",
        utcOffsetMinutes: 540,
        obtained: UTCInstant.shown.addingHours(-5),
        source: "open-meteo"
    )

    private static let conditions: [Condition] = [
        .mostlyCloudy, .overcast, .rain, .heavyRain, .sleet, .showers, .fair, .clear,
    ]
    private static let pressures = [
        10152, 10149, 10143, 10134, 10121, 10104, 10084, 10063, 10047, 10036, 10031, 10030,
        10034, 10043, 10055, 10068, 10082, 10095, 10106, 10115, 10122, 10127, 10130, 10132,
    ]
    private static let temperatures = [
        58, 52, 47, 43, 40, 37, 34, 30, 26, 22, 17, 12, 8, 5, 9, 21, 38, 55, 70, 82, 89, 91, 88, 79,
    ]
}

extension DayEntry {
    static func saturday(_ quote: Quote?) -> DayEntry {
        let sample = DayEntry.sample(at: .shown)
        return DayEntry(date: sample.date, day: sample.day, timeZone: "UTC", quote: quote, source: "builtin")
    }
}

extension PoemEntry {
    static func poem(_ lines: [String], _ author: String) -> PoemEntry {
        guard let poem = Poem(lines: lines, author: author) else { preconditionFailure("no poem: \(lines)") }
        return PoemEntry(date: .shown, poem: poem, source: "collection")
    }
}
