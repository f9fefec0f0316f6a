import FoundationEssentials
import Time
import Weather

/// OpenWeather's One Call answer, as far as Kiatsu reads it.
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
        let weather: [Weather]?
    }

    private struct Weather: Decodable {
        let id: Int
        let icon: String?
    }

    /// One for each row of the answer.
    var hours: [HourlyForecast.Hour] {
        hourly.map { row in
            let weather = row.weather?.first
            return HourlyForecast.Hour(
                start: UTCInstant(unixSeconds: row.dt),
                temperature: row.temp.flatMap(Temperature.init(celsius:)),
                pressure: row.pressure.flatMap(SeaLevelPressure.init(hPa:)),
                condition: weather.map { Condition(openWeatherID: $0.id) } ?? .unknown,
                isDaylight: weather?.icon.flatMap(Self.isDaylight)
            )
        }
    }

    /// The icon's name ends in `d` or `n`: OpenWeather has no other day flag for an hour.
    private static func isDaylight(icon: String) -> Bool? {
        switch icon.last {
        case "d": true
        case "n": false
        default: nil
        }
    }

    /// Nil when the body is not JSON of the documented shape.
    static func decode(_ body: [UInt8]) -> OpenWeatherAnswer? {
        try? JSONDecoder().decode(OpenWeatherAnswer.self, from: Data(body))
    }
}

/// OpenWeather's refusal: `{"cod":401,"message":"…"}`; its `cod` is sometimes a string, so the status counts.
struct OpenWeatherRefusal: Decodable {
    let message: String

    static func message(in body: [UInt8]) -> String? {
        (try? JSONDecoder().decode(OpenWeatherRefusal.self, from: Data(body)))?.message
    }
}
