import Time
import Weather

/// Open-Meteo's answer on the coming hours for one place, as far as Kiatsu reads it.
struct OpenMeteoAnswer: Decodable {
    let timeZone: String?
    private let hourly: Hourly

    private enum CodingKeys: String, CodingKey {
        case timeZone = "timezone"
        case hourly
    }

    /// Columns of equal length; a column that was not sent or is null as a whole is nil.
    private struct Hourly: Decodable {
        let time: [Int]
        let temperature: [Double?]?
        let pressure: [Double?]?
        let weatherCode: [Double?]?
        let isDay: [Double?]?

        enum CodingKeys: String, CodingKey {
            case time
            case temperature = "temperature_2m"
            case pressure = "pressure_msl"
            case weatherCode = "weather_code"
            case isDay = "is_day"
        }
    }

    /// One row for each time; nil when the columns do not match each other, since then no value's hour is certain.
    func hours() -> [HourlyForecast.Hour]? {
        let count = hourly.time.count
        let columns = [hourly.temperature, hourly.pressure, hourly.weatherCode, hourly.isDay]
        guard columns.allSatisfy({ $0 == nil || $0?.count == count }) else { return nil }
        return hourly.time.indices.map { row in
            HourlyForecast.Hour(
                start: UTCInstant(unixSeconds: hourly.time[row]),
                temperature: hourly.temperature?[row].flatMap(Temperature.init(celsius:)),
                pressure: hourly.pressure?[row].flatMap(SeaLevelPressure.init(hPa:)),
                condition: hourly.weatherCode?[row].flatMap(Int.init(exactly:)).map(Condition.init(wmoCode:))
                    ?? .unknown,
                isDaylight: hourly.isDay?[row].map { $0 != 0 }
            )
        }
    }
}
