package import Time

/// Makes an answer of Open-Meteo for one place, in the documented shape with `timeformat=unixtime`.
package struct OpenMeteoFixture: Sendable {
    /// A value for the row of that number, 0 being the first; nil becomes null.
    package typealias Column<Value> = @Sendable (Int) -> Value?

    package var latitude = 35.65
    package var longitude = 139.63
    package var timeZone = "Asia/Tokyo"
    package var start: UTCInstant
    package var hours = 30
    package var temperature: Column<Double> = { 5.8 + Double($0) / 10 }
    package var pressure: Column<Double> = { 1005 + Double($0) / 10 }
    package var weatherCode: Column<Int> = { _ in 2 }
    package var isDay: Column<Int> = { $0 % 24 < 12 ? 1 : 0 }

    /// Begins with the hour of `now`, as `forecast_hours` does.
    package init(now: UTCInstant) {
        start = now.hourStart
    }

    package var json: String { json(index: 0) }

    /// The answer to one request for all of them: an object for one place, an array for several.
    package static func json(_ places: [OpenMeteoFixture]) -> String {
        if places.count == 1 { return places[0].json }
        return "[" + places.enumerated().map { $1.json(index: $0) }.joined(separator: ",") + "]"
    }

    /// The server's response to `request`: as many places and hours as it asks for.
    package static func response(
        to request: HTTPServer.Request,
        now: UTCInstant,
        pressure: @escaping Column<Double> = { 1005 + Double($0) / 10 }
    ) -> HTTPServer.Response {
        let latitudes = (request.query["latitude"] ?? "").split(separator: ",").compactMap { Double($0) }
        let longitudes = (request.query["longitude"] ?? "").split(separator: ",").compactMap { Double($0) }
        let places = zip(latitudes, longitudes).map { latitude, longitude in
            var place = OpenMeteoFixture(now: now)
            place.latitude = latitude
            place.longitude = longitude
            place.hours = request.query["forecast_hours"].flatMap { Int($0) } ?? 168
            place.pressure = pressure
            return place
        }
        guard !places.isEmpty else {
            return .json(#"{"error":true,"reason":"Parameter 'latitude' and 'longitude' are required"}"#, status: 400)
        }
        return .json(json(places))
    }

    private func json(index: Int) -> String {
        func column<Value>(_ value: (Int) -> Value?) -> String {
            "[" + (0..<hours).map { row in value(row).map { "\($0)" } ?? "null" }.joined(separator: ",") + "]"
        }
        return """
            {"latitude":\(latitude),"longitude":\(longitude),"generationtime_ms":0.41,"utc_offset_seconds":32400,\
            "timezone":"\(timeZone)","timezone_abbreviation":"GMT+9","elevation":42.0,\
            \(index == 0 ? "" : "\"location_id\":\(index),")\
            "hourly_units":{"time":"unixtime","temperature_2m":"°C","pressure_msl":"hPa",\
            "weather_code":"wmo code","is_day":""},\
            "hourly":{"time":\(column { start.addingHours($0).unixSeconds }),\
            "temperature_2m":\(column(temperature)),"pressure_msl":\(column(pressure)),\
            "weather_code":\(column(weatherCode)),"is_day":\(column(isDay))}}
            """
    }
}
