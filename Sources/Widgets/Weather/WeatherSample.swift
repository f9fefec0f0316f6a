package import Time
import Weather

extension WeatherEntry {
    /// The placeholder: a passing front in UTC, marked as a sample by having no forecast.
    ///
    /// Equal for every hour except for its date and labels, so that a panel can be set up without a network.
    package static func sample(at now: UTCInstant) -> WeatherEntry {
        let date = now.hourStart
        let hours = (0..<hourCount).map { index in
            let localHour = date.addingHours(index).hourOfDay(utcOffsetSeconds: 0)
            return Hour(
                temperature: Temperature(tenthsCelsius: sampleTemperatures[index]),
                pressure: SeaLevelPressure(tenthsHPa: samplePressures[index]),
                condition: sampleConditions[index / 4],
                isDaylight: (6..<18).contains(localHour),
                localHour: UInt8(localHour)
            )
        }
        return WeatherEntry(
            date: date,
            hours: hours,
            timeZone: "UTC",
            utcOffsetMinutes: 0,
            obtained: nil,
            source: OwnSource.sample
        )
    }

    private static let sampleConditions: [Condition] = [.clear, .mostlyCloudy, .overcast, .rain, .showers, .fair]
    private static let samplePressures = [
        10152, 10148, 10141, 10133, 10122, 10110, 10096, 10081, 10067, 10055, 10046, 10041,
        10040, 10044, 10052, 10063, 10075, 10088, 10100, 10111, 10120, 10127, 10132, 10135,
    ]
    private static let sampleTemperatures = [
        124, 119, 115, 112, 110, 113, 121, 133, 146, 155, 161, 163,
        158, 150, 141, 133, 127, 122, 118, 114, 111, 108, 106, 104,
    ]
}
