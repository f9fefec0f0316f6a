import Time
import Weather

/// Open-Meteo's answer on current conditions and days for one place, as far as Kiatsu reads it.
struct OpenMeteoConditions: Decodable {
    static let currentVariables = [
        "temperature_2m", "apparent_temperature", "relative_humidity_2m", "is_day", "weather_code", "pressure_msl",
        "wind_speed_10m", "wind_direction_10m", "visibility",
    ]
    /// Among the current values it is the sum of a quarter of an hour; an hour's value is that of the hour before it.
    static let hourlyVariables = ["precipitation"]
    static let dailyVariables = ["weather_code", "temperature_2m_max", "temperature_2m_min"]
    static let variableCount = currentVariables.count + hourlyVariables.count + dailyVariables.count

    let timeZone: String?
    private let utcOffsetSeconds: Int?
    private let current: Current
    private let currentUnits: Units?
    private let hourly: Hourly?
    private let daily: Daily?

    private enum CodingKeys: String, CodingKey {
        case timeZone = "timezone"
        case utcOffsetSeconds = "utc_offset_seconds"
        case current
        case currentUnits = "current_units"
        case hourly, daily
    }

    private struct Current: Decodable {
        let time: Int
        let temperature: Double?
        let apparentTemperature: Double?
        let relativeHumidity: Double?
        let isDay: Double?
        let weatherCode: Double?
        let pressure: Double?
        let windSpeed: Double?
        let windDirection: Double?
        let visibility: Double?

        enum CodingKeys: String, CodingKey {
            case time
            case temperature = "temperature_2m"
            case apparentTemperature = "apparent_temperature"
            case relativeHumidity = "relative_humidity_2m"
            case isDay = "is_day"
            case weatherCode = "weather_code"
            case pressure = "pressure_msl"
            case windSpeed = "wind_speed_10m"
            case windDirection = "wind_direction_10m"
            case visibility
        }
    }

    private struct Units: Decodable {
        let temperature: String?
        let windSpeed: String?

        enum CodingKeys: String, CodingKey {
            case temperature = "temperature_2m"
            case windSpeed = "wind_speed_10m"
        }
    }

    private struct Hourly: Decodable {
        let time: [Int]
        let precipitation: [Double?]?
    }

    /// Columns of equal length; a column that was not sent or is null as a whole is nil.
    private struct Daily: Decodable {
        let time: [Int]
        let weatherCode: [Double?]?
        let maximum: [Double?]?
        let minimum: [Double?]?

        enum CodingKeys: String, CodingKey {
            case time
            case weatherCode = "weather_code"
            case maximum = "temperature_2m_max"
            case minimum = "temperature_2m_min"
        }
    }
}

extension OpenMeteoConditions {
    /// True where the units are the requested ones; a proxy may change them, and 32.6 °F would pass for 32.6
    /// °C.
    var isInUnitsAskedFor: Bool {
        (currentUnits?.temperature ?? "°C") == "°C" && (currentUnits?.windSpeed ?? "m/s") == "m/s"
    }

    var conditions: CurrentConditions {
        var conditions = CurrentConditions(
            observed: UTCInstant(unixSeconds: current.time),
            condition: Self.condition(current.weatherCode)
        )
        conditions.temperature = current.temperature.flatMap(Temperature.init(celsius:))
        conditions.apparentTemperature = current.apparentTemperature.flatMap(Temperature.init(celsius:))
        conditions.isDaylight = current.isDay.map { $0 != 0 }
        conditions.windFromDegrees = UpstreamValue.degrees(current.windDirection)
        conditions.windSpeed = current.windSpeed.flatMap(WindSpeed.init(metresPerSecond:))
        conditions.relativeHumidityPercent = UpstreamValue.percent(current.relativeHumidity)
        conditions.precipitationTenthsMillimetre = UpstreamValue.tenthsMillimetre(millimetres: precipitation)
        conditions.visibilityMetres = UpstreamValue.metres(current.visibility)
        conditions.pressure = current.pressure.flatMap(SeaLevelPressure.init(hPa:))
        return conditions
    }

    /// One for each row; nil when the columns do not match each other, since then no value's day is certain.
    ///
    /// Empty without days, or without the offset that tells which days they are.
    func days() -> [DailyForecast]? {
        guard let daily else { return [] }
        let columns = [daily.weatherCode, daily.maximum, daily.minimum]
        guard columns.allSatisfy({ $0 == nil || $0?.count == daily.time.count }) else { return nil }
        guard let utcOffsetSeconds = UpstreamValue.utcOffsetSeconds(utcOffsetSeconds) else { return [] }
        return daily.time.indices.map { row in
            // A row's time is the day's midnight by this offset, or by the one of that day where clocks change between:
            // its noon is on the same day by both.
            let noon = UTCInstant(unixSeconds: daily.time[row]).addingHours(12)
            return DailyForecast(
                date: CivilDate(at: noon, utcOffsetSeconds: utcOffsetSeconds),
                minimum: daily.minimum?[row].flatMap(Temperature.init(celsius:)),
                maximum: daily.maximum?[row].flatMap(Temperature.init(celsius:)),
                dayCondition: Self.condition(daily.weatherCode?[row]),
                nightCondition: .unknown
            )
        }
    }

    /// Millimetres of the last full hour.
    private var precipitation: Double? {
        guard let hourly, let column = hourly.precipitation, column.count == hourly.time.count else { return nil }
        let observed = UTCInstant(unixSeconds: current.time)
        let row = hourly.time.firstIndex { time in
            let hour = UTCInstant(unixSeconds: time)
            return hour <= observed && observed < hour.addingHours(1)
        }
        return row.flatMap { column[$0] }
    }

    private static func condition(_ code: Double?) -> Condition {
        code.flatMap(Int.init(exactly:)).map(Condition.init(wmoCode:)) ?? .unknown
    }
}
