import Time
import Weather

/// OpenWeather's One Call answer on the coming hours, as far as Kiatsu reads it.
struct OpenWeatherAnswer: Decodable {
    let timeZone: String?
    private let hourly: [Hour]

    private enum CodingKeys: String, CodingKey {
        case timeZone = "timezone"
        case hourly
    }

    private struct Hour: Decodable {
        let dt: Int
        let temp: Double?
        let pressure: Double?
        /// The first entry is the primary one.
        let weather: [OpenWeatherState]?
    }

    /// One for each row of the answer.
    var hours: [HourlyForecast.Hour] {
        hourly.map { row in
            HourlyForecast.Hour(
                start: UTCInstant(unixSeconds: row.dt),
                temperature: row.temp.flatMap(Temperature.init(celsius:)),
                pressure: row.pressure.flatMap(SeaLevelPressure.init(hPa:)),
                condition: row.weather?.first?.condition ?? .unknown,
                isDaylight: row.weather?.first?.isDaylight
            )
        }
    }
}

/// An entry of OpenWeather's lists of weather.
struct OpenWeatherState: Decodable {
    private let id: Int
    private let main: String?
    private let icon: String?
    /// In the language that was asked for.
    let description: Lenient<String>?

    var condition: Condition { Condition(openWeatherID: id, group: main) }

    /// The icon's name ends in `d` or `n`: OpenWeather has no other day flag for an hour.
    var isDaylight: Bool? {
        switch icon?.last {
        case "d": true
        case "n": false
        default: nil
        }
    }
}
