import FoundationEssentials
import Time
import Weather

/// Open-Meteo's answer for one place, as far as Kiatsu reads it.
struct OpenMeteoAnswer: Decodable {
    /// The place's index in the request; absent for the first.
    let locationID: Int?
    let timeZone: String?
    private let hourly: Hourly

    private enum CodingKeys: String, CodingKey {
        case locationID = "location_id"
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

    /// The answers by the index of their place in the request; a place that is missing or unreadable has none.
    ///
    /// Nil when the body as a whole is not JSON of the documented shape: an object for one place, an array for
    /// several.
    static func decode(_ body: [UInt8]) -> [Int: OpenMeteoAnswer]? {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(body)) else { return nil }
        var answers: [Int: OpenMeteoAnswer] = [:]
        for (position, answer) in document.answers.enumerated() {
            guard let answer else { continue }
            let index = answer.locationID ?? position
            if answers[index] == nil { answers[index] = answer }
        }
        return answers
    }

    /// Decodes each place by itself, so that one place's fault is not another's.
    private struct Document: Decodable {
        let answers: [OpenMeteoAnswer?]

        init(from decoder: any Decoder) throws {
            if var list = try? decoder.unkeyedContainer() {
                var answers: [OpenMeteoAnswer?] = []
                while !list.isAtEnd { answers.append(try list.decode(Element.self).answer) }
                self.answers = answers
            } else {
                answers = [try OpenMeteoAnswer(from: decoder)]
            }
        }
    }

    private struct Element: Decodable {
        let answer: OpenMeteoAnswer?

        init(from decoder: any Decoder) throws {
            answer = try? OpenMeteoAnswer(from: decoder)
        }
    }
}

/// Open-Meteo's refusal: `{"error":true,"reason":"…"}`.
struct OpenMeteoRefusal: Decodable {
    private let error: Bool
    private let reason: String

    /// Nil when the body is not of this shape.
    static func reason(in body: [UInt8]) -> String? {
        guard let refusal = try? JSONDecoder().decode(OpenMeteoRefusal.self, from: Data(body)), refusal.error else {
            return nil
        }
        return refusal.reason
    }
}
