import Time
import Weather

extension WeatherWidget {
    package var readings: [ReadingDescription] {
        [
            ReadingDescription("temperature", "Temperature", .temperature),
            ReadingDescription("pressure", "Pressure", .pressure),
            ReadingDescription("pressure_change", "Pressure change in 3 hours", .pressureChange),
            ReadingDescription("pressure_trend", "Pressure trend", .choice(PressureTrend.allCases.map(\.rawValue))),
            ReadingDescription("condition", "Condition", .condition),
            ReadingDescription("updated", "Last update", .moment),
            ReadingDescription("hourly", "Hourly forecast", .hours),
        ]
    }
}

extension WeatherEntry {
    package func readings(in context: DisplayContext) -> [String: Reading] {
        let now = hours[0]
        var readings: [String: Reading] = [:]
        readings["temperature"] = now.temperature.map { .number(TemperatureUnit.celsius.tenths($0), digits: 1) }
        readings["pressure"] = now.pressure.map { .number(Int($0.tenthsHPa), digits: 1) }
        readings["pressure_change"] = pressureChangeTenthsHPa.map { .number($0, digits: 1) }
        readings["pressure_trend"] = trend.map { .text($0.rawValue) }
        readings["condition"] = now.condition.reading(isDaylight: now.isDaylight)
        readings["updated"] = obtained.map { .moment($0) }
        readings["hourly"] = .forecasts(
            hours.enumerated().map { index, hour in
                Reading.Forecast(
                    start: date.addingHours(index),
                    condition: hour.condition.homeAssistantName(isDaylight: hour.isDaylight),
                    temperatureTenths: hour.temperature.map(TemperatureUnit.celsius.tenths),
                    pressureTenths: hour.pressure.map { Int($0.tenthsHPa) }
                )
            }
        )
        return readings
    }
}

extension Condition {
    /// Nil for the unknown one.
    func reading(isDaylight: Bool) -> Reading? {
        self == .unknown ? nil : .text(homeAssistantName(isDaylight: isDaylight))
    }
}
