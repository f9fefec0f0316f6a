import Time

/// HTTP answers in the documented shapes of Open-Meteo and of OpenWeather's One Call 3.0, the same values for every
/// place, made for the current hour once.
struct ForecastAnswers {
    private static let openMeteoHours = 30
    private static let openWeatherHours = 48
    private static let zone = "Asia/Tokyo"

    let clock: any WallClock
    private var hour = UTCInstant(unixSeconds: 0)
    private var openMeteoColumns: [UInt8] = []
    private var openWeatherRows: [UInt8] = []

    init(clock: any WallClock) { self.clock = clock }

    /// The answer, headers and all, to a request target such as `/v1/forecast?latitude=35.65&longitude=139.63`.
    mutating func answer(to target: String) -> [UInt8] {
        refresh(at: clock.now)
        let parameters = Self.parameters(of: target)
        let body: [UInt8]
        if let latitudes = parameters["latitude"], let longitudes = parameters["longitude"] {
            body = openMeteo(places: Array(zip(latitudes, longitudes)))
        } else if let latitude = parameters["lat"]?.first, let longitude = parameters["lon"]?.first {
            body = openWeather(latitude: latitude, longitude: longitude)
        } else {
            return Self.response("404 Not Found", body: Array("{}".utf8))
        }
        return Self.response("200 OK", body: body)
    }

    static func response(_ status: String, body: [UInt8]) -> [UInt8] {
        let head = "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
        return Array(head.utf8) + body
    }

    /// The values of each parameter; a comma parts them, plain or escaped.
    private static func parameters(of target: String) -> [Substring: [Substring]] {
        var result: [Substring: [Substring]] = [:]
        for item in target.split(separator: "?").last?.split(separator: "&") ?? [] {
            let parts = item.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            result[parts[0]] = parts[1].split(separator: ",").flatMap { $0.split(separator: "%2C") }
        }
        return result
    }

    private func openMeteo(places: [(Substring, Substring)]) -> [UInt8] {
        var body: [UInt8] = []
        for (index, place) in places.enumerated() {
            body += (index == 0 ? "" : ",").utf8
            body +=
                """
                {"latitude":\(place.0),"longitude":\(place.1),"generationtime_ms":0.41,"utc_offset_seconds":32400,\
                "timezone":"\(Self.zone)","timezone_abbreviation":"GMT+9","elevation":42.0,\
                \(index == 0 ? "" : "\"location_id\":\(index),")
                """.utf8
            body += openMeteoColumns
        }
        return places.count == 1 ? body : Array("[".utf8) + body + Array("]".utf8)
    }

    private func openWeather(latitude: Substring, longitude: Substring) -> [UInt8] {
        let head = "{\"lat\":\(latitude),\"lon\":\(longitude),\"timezone\":\"\(Self.zone)\",\"timezone_offset\":32400,"
        return Array(head.utf8) + openWeatherRows
    }

    private mutating func refresh(at now: UTCInstant) {
        guard hour != now.hourStart else { return }
        hour = now.hourStart
        let hour = hour
        func column(_ value: (Int) -> String) -> String {
            "[" + (0..<Self.openMeteoHours).map(value).joined(separator: ",") + "]"
        }
        openMeteoColumns = Array(
            """
            "hourly_units":{"time":"unixtime","temperature_2m":"°C","pressure_msl":"hPa","weather_code":"wmo code",\
            "is_day":""},"hourly":{"time":\(column { "\(hour.addingHours($0).unixSeconds)" }),\
            "temperature_2m":\(column { "\(5 + $0 % 9).\($0 % 10)" }),\
            "pressure_msl":\(column { "\(1005 + $0 % 17).\($0 % 10)" }),\
            "weather_code":\(column { "\([0, 2, 3, 61][$0 % 4])" }),\
            "is_day":\(column { $0 % 24 < 12 ? "1" : "0" })}}
            """.utf8
        )
        let rows = (0..<Self.openWeatherHours).map { row in
            """
            {"dt":\(hour.addingHours(row).unixSeconds),"temp":\(5 + row % 9).\(row % 10),"feels_like":3.1,\
            "pressure":\(1005 + row % 17),"humidity":48,"dew_point":-1.2,"uvi":0.4,"clouds":75,"visibility":10000,\
            "wind_speed":4.2,"wind_deg":310,"wind_gust":7.9,"weather":[{"id":803,"main":"Clouds",\
            "description":"broken clouds","icon":"04\(row % 24 < 12 ? "d" : "n")"}],"pop":0}
            """
        }
        openWeatherRows = Array("\"hourly\":[\(rows.joined(separator: ","))]}".utf8)
    }
}
