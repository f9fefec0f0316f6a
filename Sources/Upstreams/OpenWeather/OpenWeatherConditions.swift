import Time
import Weather

/// OpenWeather's One Call answer on current conditions and days, as far as Kiatsu reads it.
struct OpenWeatherConditions: Decodable {
    let timeZone: String?
    private let utcOffsetSeconds: Int?
    private let current: Current
    private let daily: [Day]?

    private enum CodingKeys: String, CodingKey {
        case timeZone = "timezone"
        case utcOffsetSeconds = "timezone_offset"
        case current, daily
    }

    private struct Current: Decodable {
        let dt: Int
        let temp: Double?
        let apparentTemperature: Double?
        let pressure: Double?
        let humidity: Double?
        let visibility: Double?
        let windSpeed: Double?
        let windDirection: Double?
        let rain: Precipitation?
        let snow: Precipitation?
        /// The first entry is the primary one.
        let weather: [OpenWeatherState]?

        enum CodingKeys: String, CodingKey {
            case dt, temp, pressure, humidity, visibility, rain, snow, weather
            case apparentTemperature = "feels_like"
            case windSpeed = "wind_speed"
            case windDirection = "wind_deg"
        }
    }

    private struct Precipitation: Decodable {
        let lastHourMillimetres: Double?

        enum CodingKeys: String, CodingKey {
            case lastHourMillimetres = "1h"
        }
    }

    private struct Day: Decodable {
        let dt: Int
        let temp: Range?
        let weather: [OpenWeatherState]?
    }

    private struct Range: Decodable {
        let min: Double?
        let max: Double?
    }

    /// The words being in `language`.
    func conditions(in language: String) -> CurrentConditions {
        let state = current.weather?.first
        var conditions = CurrentConditions(
            observed: UTCInstant(unixSeconds: current.dt),
            condition: state?.condition ?? .unknown
        )
        conditions.text = state?.text(in: language)
        conditions.temperature = current.temp.flatMap(Temperature.init(celsius:))
        conditions.apparentTemperature = current.apparentTemperature.flatMap(Temperature.init(celsius:))
        conditions.isDaylight = state?.isDaylight
        conditions.windFromDegrees = UpstreamValue.degrees(current.windDirection)
        conditions.windSpeed = current.windSpeed.flatMap(WindSpeed.init(metresPerSecond:))
        conditions.relativeHumidityPercent = UpstreamValue.percent(current.humidity)
        // Either is left out where there is none of it.
        let precipitation = (current.rain?.lastHourMillimetres ?? 0) + (current.snow?.lastHourMillimetres ?? 0)
        conditions.precipitationTenthsMillimetre = UpstreamValue.tenthsMillimetre(millimetres: precipitation)
        conditions.visibilityMetres = UpstreamValue.metres(current.visibility)
        conditions.pressure = current.pressure.flatMap(SeaLevelPressure.init(hPa:))
        return conditions
    }

    /// One for each row, which stands for the day's noon, the words being in `language`; empty without the offset that
    /// tells which days they are.
    func days(in language: String) -> [DailyForecast] {
        guard let daily, let utcOffsetSeconds = UpstreamValue.utcOffsetSeconds(utcOffsetSeconds) else { return [] }
        return daily.map { row in
            var day = DailyForecast(
                date: CivilDate(at: UTCInstant(unixSeconds: row.dt), utcOffsetSeconds: utcOffsetSeconds),
                minimum: row.temp?.min.flatMap(Temperature.init(celsius:)),
                maximum: row.temp?.max.flatMap(Temperature.init(celsius:)),
                dayCondition: row.weather?.first?.condition ?? .unknown,
                nightCondition: .unknown
            )
            day.dayText = row.weather?.first?.text(in: language)
            return day
        }
    }
}

/// OpenWeather's answer on the air, now or in the coming hours, the first of which is read.
struct OpenWeatherAir: Decodable {
    private let list: [Row]

    private struct Row: Decodable {
        let main: Index
    }

    private struct Index: Decodable {
        let aqi: Double?
    }

    var airQuality: AirQuality? {
        UpstreamValue.airQuality(list.first?.main.aqi, scale: .openWeather)
    }
}
