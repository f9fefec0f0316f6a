import JSON
import Time
import Weather

/// The answers of QWeather's generation v7, as far as Kiatsu reads them: every value is text, units are implied.
enum QWeatherV7 {
    /// `/v7/weather/now`; nil when it says nothing.
    ///
    /// Its pressure is the station's own and therefore not read.
    static func current(_ body: [UInt8], now: UTCInstant) -> CurrentConditions? {
        guard let answer = Current(json: body)?.now else { return nil }
        let observed = answer.obsTime.flatMap(\.value).flatMap(ISO8601Time.init)?.instant
        var current = CurrentConditions(observed: observed ?? now, condition: Condition(answer.icon, answer.text))
        current.text = SourceText(qWeather: answer.text?.value)
        current.temperature = answer.temp?.value.flatMap(Temperature.init(celsius:))
        current.apparentTemperature = answer.feelsLike?.value.flatMap(Temperature.init(celsius:))
        // Icons without a night variant stand for both, and some servers send the day's at night too.
        current.isDaylight = answer.icon?.integer.map(nightIcons.contains) == true ? false : nil
        current.windFromDegrees = UpstreamValue.degrees(answer.wind360?.value)
        // In km/h.
        current.windSpeed = answer.windSpeed?.value.flatMap { WindSpeed(metresPerSecond: $0 / 3.6) }
        current.relativeHumidityPercent = UpstreamValue.percent(answer.humidity?.value)
        current.precipitationTenthsMillimetre = UpstreamValue.tenthsMillimetre(millimetres: answer.precip?.value)
        // In km.
        current.visibilityMetres = UpstreamValue.metres(answer.vis?.value.map { $0 * 1000 })
        return current.saysSomething ? current : nil
    }

    /// `/v7/weather/7d` or `3d`; nil when it is not of the documented shape.
    static func days(_ body: [UInt8]) -> [DailyForecast]? {
        guard let answer = Days(json: body) else { return nil }
        return answer.daily.compactMap(\.value).compactMap { day in
            guard let date = CivilDate(iso8601: day.fxDate) else { return nil }
            var forecast = DailyForecast(
                date: date,
                minimum: day.tempMin?.value.flatMap(Temperature.init(celsius:)),
                maximum: day.tempMax?.value.flatMap(Temperature.init(celsius:)),
                dayCondition: Condition(day.iconDay, day.textDay),
                nightCondition: Condition(day.iconNight, day.textNight)
            )
            forecast.dayText = SourceText(qWeather: day.textDay?.value)
            return forecast.saysSomething ? forecast : nil
        }
    }

    /// `/v7/air/now`, whose index is China's.
    static func airQuality(_ body: [UInt8]) -> AirQuality? {
        UpstreamValue.airQuality(Air(json: body)?.now.aqi?.value, scale: .china)
    }

    private static let nightIcons: Set<Int> = Set(150...159).union([350, 351, 456, 457])

    private struct Current: Decodable {
        let now: Now
    }

    private struct Now: Decodable {
        let obsTime: Lenient<String>?
        let temp: QWeatherNumber?
        let feelsLike: QWeatherNumber?
        let icon: QWeatherNumber?
        let text: Lenient<String>?
        let wind360: QWeatherNumber?
        let windSpeed: QWeatherNumber?
        let humidity: QWeatherNumber?
        let precip: QWeatherNumber?
        let vis: QWeatherNumber?
    }

    private struct Days: Decodable {
        let daily: [Lenient<Day>]
    }

    private struct Day: Decodable {
        let fxDate: String
        let tempMax: QWeatherNumber?
        let tempMin: QWeatherNumber?
        let iconDay: QWeatherNumber?
        let iconNight: QWeatherNumber?
        let textDay: Lenient<String>?
        let textNight: Lenient<String>?
    }

    private struct Air: Decodable {
        let now: Index
    }

    private struct Index: Decodable {
        let aqi: QWeatherNumber?
    }
}
