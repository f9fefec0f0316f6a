package import Time

/// Makes an answer of OpenWeather's One Call for one place, in the documented shape with `units=metric`.
package struct OpenWeatherFixture: Sendable {
    package var start: UTCInstant
    package var hours = 48
    package var temperature: @Sendable (Int) -> Double = { 5.8 + Double($0) / 10 }
    package var pressure: @Sendable (Int) -> Double = { 1005 + Double($0) }
    package var weatherID: @Sendable (Int) -> Int = { _ in 803 }
    package var icon: @Sendable (Int) -> String = { $0 % 24 < 12 ? "04d" : "04n" }

    /// Begins with the hour of `now`, as the service does.
    package init(now: UTCInstant) {
        start = now.hourStart
    }

    package var json: String {
        let rows = (0..<hours).map { row in
            """
            {"dt":\(start.addingHours(row).unixSeconds),"temp":\(temperature(row)),"feels_like":3.1,\
            "pressure":\(pressure(row)),"humidity":48,"weather":[{"id":\(weatherID(row)),"main":"Clouds",\
            "description":"broken clouds","icon":"\(icon(row))"}],"pop":0}
            """
        }
        return """
            {"lat":35.65,"lon":139.63,"timezone":"Asia/Tokyo","timezone_offset":32400,\
            "hourly":[\(rows.joined(separator: ","))]}
            """
    }
}
