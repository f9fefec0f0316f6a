import Time
import Weather

extension ConditionsWidget {
    package var readings: [ReadingDescription] {
        [
            ReadingDescription("temperature", "Temperature", .temperature, isObserved: true),
            ReadingDescription("feels_like", "Feels like", .temperature, isObserved: true),
            ReadingDescription("condition", "Condition", .condition, isObserved: true),
            ReadingDescription("pressure", "Pressure", .pressure, isObserved: true),
            ReadingDescription("humidity", "Humidity", .humidity, isObserved: true),
            ReadingDescription("wind_speed", "Wind speed", .windSpeed, isObserved: true),
            ReadingDescription("wind_direction", "Wind direction", .windDirection, isObserved: true),
            ReadingDescription("wind_force", "Wind force", .windForce, isObserved: true),
            ReadingDescription("precipitation", "Precipitation", .precipitation, isObserved: true),
            ReadingDescription("visibility", "Visibility", .visibility, isObserved: true),
            ReadingDescription("air_quality", "Air quality index", .airQuality, isObserved: true),
            ReadingDescription("air_quality_category", "Air quality", .airQualityCategory, isObserved: true),
            ReadingDescription("updated", "Last update", .moment, isObserved: true),
            ReadingDescription("daily", "Daily forecast", .days),
        ]
    }
}

extension ConditionsEntry {
    package func readings(in context: DisplayContext) -> [String: Reading] {
        var readings: [String: Reading] = [:]
        readings["temperature"] = current.temperature.map { .number(TemperatureUnit.celsius.tenths($0), digits: 1) }
        readings["feels_like"] = current.apparentTemperature.map {
            .number(TemperatureUnit.celsius.tenths($0), digits: 1)
        }
        readings["condition"] = current.condition.reading(isDaylight: isDaylight)
        readings["pressure"] = current.pressure.map { .number(Int($0.tenthsHPa), digits: 1) }
        readings["humidity"] = current.relativeHumidityPercent.map { .number($0, digits: 0) }
        readings["wind_speed"] = current.windSpeed.map { .number(WindUnit.metresPerSecond.value($0), digits: 1) }
        readings["wind_direction"] = current.windFromDegrees.map { .number($0, digits: 0) }
        readings["wind_force"] = current.windSpeed.map { .number($0.beaufort, digits: 0) }
        readings["precipitation"] = current.precipitationTenthsMillimetre.map { .number($0, digits: 1) }
        readings["visibility"] = current.visibilityMetres.map { .number($0, digits: 0) }
        readings["air_quality"] = airQuality.map { .number($0.index, digits: 0) }
        readings["air_quality_category"] = airQuality.map { .text($0.category.homeAssistantName) }
        readings["updated"] = obtained.map { .moment($0) }
        readings["daily"] = .forecasts(days.compactMap { $0.map(forecast) })
        return readings
    }

    private func forecast(of day: DailyForecast) -> Reading.Forecast {
        Reading.Forecast(
            // Noon: midnight could fall on the previous day if the clocks change in between.
            start: UTCInstant(unixSeconds: day.date.daysSinceEpoch * 86_400 + 43_200 - utcOffsetMinutes * 60),
            condition: day.dayCondition.homeAssistantName(isDaylight: true),
            temperatureTenths: day.maximum.map(TemperatureUnit.celsius.tenths),
            lowestTemperatureTenths: day.minimum.map(TemperatureUnit.celsius.tenths)
        )
    }
}
