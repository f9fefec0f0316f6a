import Time
import Weather

/// MET Norway's forecast in the `compact` form, as far as Kiatsu reads it.
struct MetNorwayAnswer: Decodable {
    private let properties: Properties

    private struct Properties: Decodable {
        let timeseries: [Row]
    }

    private struct Row: Decodable {
        let time: String
        let data: Values
    }

    private struct Values: Decodable {
        let instant: Instant
        let nextHour: Period?
        let nextSixHours: Period?

        enum CodingKeys: String, CodingKey {
            case instant
            case nextHour = "next_1_hours"
            case nextSixHours = "next_6_hours"
        }
    }

    private struct Instant: Decodable {
        let details: Details?
    }

    private struct Details: Decodable {
        let temperature: Double?
        let pressure: Double?

        enum CodingKeys: String, CodingKey {
            case temperature = "air_temperature"
            case pressure = "air_pressure_at_sea_level"
        }
    }

    private struct Period: Decodable {
        let summary: Summary?
    }

    private struct Summary: Decodable {
        let symbol: String?

        enum CodingKeys: String, CodingKey {
            case symbol = "symbol_code"
        }
    }

    /// A real answer has about 90, two and a half days of hours and then every sixth.
    private static let mostRows = 128

    /// One for each of the first 128 rows; nil when the time of one of them cannot be read.
    func hours() -> [HourlyForecast.Hour]? {
        var hours: [HourlyForecast.Hour] = []
        for row in properties.timeseries.prefix(Self.mostRows) {
            // All its times are in UTC.
            guard let time = ISO8601Time(row.time), time.isUTC else { return nil }
            let symbol = row.data.nextHour?.summary?.symbol
            let laterSymbol = row.data.nextSixHours?.summary?.symbol
            hours.append(
                HourlyForecast.Hour(
                    start: time.instant,
                    temperature: row.data.instant.details?.temperature.flatMap(Temperature.init(celsius:)),
                    pressure: row.data.instant.details?.pressure.flatMap(SeaLevelPressure.init(hPa:)),
                    condition: (symbol ?? laterSymbol).map(Condition.init(metSymbol:)) ?? .unknown,
                    // Six hours may begin by day and end by night.
                    isDaylight: symbol.flatMap(Upstreams.isDaylight(metSymbol:))
                )
            )
        }
        return hours
    }
}
