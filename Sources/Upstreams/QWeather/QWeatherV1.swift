import JSON
import Time
import Weather

/// The answers of QWeather's generation v1, as far as Kiatsu reads them: numbers with units, times of local midnights.
enum QWeatherV1 {
    /// `/weather/v1/current`; nil when it says nothing.
    ///
    /// It has no time of its own: `now` stands for it.
    static func current(_ body: [UInt8], now: UTCInstant) -> CurrentConditions? {
        guard let answer = Current(json: body) else { return nil }
        var current = CurrentConditions(
            observed: now,
            condition: Condition(answer.condition?.value?.code, answer.condition?.value?.text)
        )
        current.text = SourceText(qWeather: answer.condition?.value?.text?.value)
        current.temperature = answer.temperature?.celsius
        current.apparentTemperature = answer.feelsLike?.celsius
        current.windFromDegrees = UpstreamValue.degrees(answer.wind?.value?.direction?.value?.degree?.value)
        current.windSpeed = answer.wind?.value?.speed?.amount(in: "m/s").flatMap(WindSpeed.init(metresPerSecond:))
        current.relativeHumidityPercent = UpstreamValue.percent(answer.humidity?.value.map { $0 * 100 })
        let millimetres = answer.precipitation?.value?.amount?.amount(in: "mm")
        current.precipitationTenthsMillimetre = UpstreamValue.tenthsMillimetre(millimetres: millimetres)
        current.visibilityMetres = UpstreamValue.metres(answer.visibility?.amount(in: "m"))
        current.pressure = answer.pressure?.amount(in: "hPa").flatMap(SeaLevelPressure.init(hPa:))
        return current.saysSomething ? current : nil
    }

    /// `/weather/v1/daily`; nil when it is not of the documented shape.
    static func days(_ body: [UInt8], at place: Coordinate) -> [DailyForecast]? {
        guard let answer = Days(json: body) else { return nil }
        return answer.days.compactMap(\.value).compactMap { day in
            guard let start = ISO8601Time(day.forecastStartTime) else { return nil }
            var forecast = DailyForecast(
                date: start.dayBeginning(atLongitude: place.longitude),
                minimum: day.temperatureMin?.celsius,
                maximum: day.temperatureMax?.celsius,
                dayCondition: day.daytime?.value?.weather ?? .unknown,
                nightCondition: day.nighttime?.value?.weather ?? .unknown
            )
            forecast.dayText = SourceText(qWeather: day.daytime?.value?.condition?.value?.text?.value)
            return forecast.saysSomething ? forecast : nil
        }
    }

    /// `/airquality/v1/current`: China's index where there is one, else that of the United States; others, QWeather's
    /// own among them, are of no scale that Kiatsu knows.
    static func airQuality(_ body: [UInt8]) -> AirQuality? {
        guard let answer = Air(json: body) else { return nil }
        let indexes = answer.indexes.compactMap(\.value)
        for scale in [AirQualityScale.china, .unitedStates] {
            let index = indexes.first { $0.code == scale.rawValue }?.aqi.value
            if let quality = UpstreamValue.airQuality(index, scale: scale) { return quality }
        }
        return nil
    }

    private struct Current: Decodable {
        let condition: Lenient<Code>?
        let temperature: Lenient<Quantity>?
        let feelsLike: Lenient<Quantity>?
        /// 0…1.
        let humidity: QWeatherNumber?
        let wind: Lenient<Wind>?
        let precipitation: Lenient<Precipitation>?
        /// At sea level, as its documentation says.
        let pressure: Lenient<Quantity>?
        let visibility: Lenient<Quantity>?
    }

    private struct Days: Decodable {
        let days: [Lenient<Day>]
    }

    private struct Day: Decodable {
        let forecastStartTime: String
        let temperatureMax: Lenient<Quantity>?
        let temperatureMin: Lenient<Quantity>?
        let daytime: Lenient<Half>?
        let nighttime: Lenient<Half>?
    }

    private struct Half: Decodable {
        let condition: Lenient<Code>?

        var weather: Condition { Condition(condition?.value?.code, condition?.value?.text) }
    }

    private struct Code: Decodable {
        let code: QWeatherNumber?
        let text: Lenient<String>?
    }

    private struct Wind: Decodable {
        let direction: Lenient<Direction>?
        let speed: Lenient<Quantity>?
    }

    private struct Direction: Decodable {
        let degree: QWeatherNumber?
    }

    private struct Precipitation: Decodable {
        /// Of the last hour.
        let amount: Lenient<Quantity>?
    }

    private struct Air: Decodable {
        let indexes: [Lenient<Index>]
    }

    private struct Index: Decodable {
        let code: String
        let aqi: QWeatherNumber
    }

    fileprivate struct Quantity: Decodable {
        let value: QWeatherNumber
        let unit: String
    }
}

extension Lenient<QWeatherV1.Quantity> {
    /// Nil for a quantity in another unit.
    fileprivate func amount(in unit: String) -> Double? { value?.unit == unit ? value?.value.value : nil }

    fileprivate var celsius: Temperature? { amount(in: "°C").flatMap(Temperature.init(celsius:)) }
}
