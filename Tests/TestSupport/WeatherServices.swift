import Foundation
import Synchronization
package import Time

/// A server that is every service at once, and answers in the documented shapes for whatever the time is.
///
/// An answer is made once a moment of the clock and path without its place: places differ in nothing.
package final class WeatherServices: Sendable {
    private struct Key: Hashable {
        var service: String
        var hour: UTCInstant
    }

    private let clock: any WallClock
    /// For how long MET Norway's answers hold.
    private let expiresAfter: Duration
    private let bodies = Mutex<[Key: String]>([:])

    package init(clock: any WallClock, expiresAfter: Duration) {
        self.clock = clock
        self.expiresAfter = expiresAfter
    }

    package func answer(_ request: HTTPServer.Request) -> HTTPServer.Response {
        let now = clock.now
        switch request.path {
        case "/v1/forecast", "/v1/air-quality": return .json(openMeteo(request, at: now))
        case "/data/3.0/onecall":
            let isHourly = request.query["exclude"]?.contains("hourly") == false
            return body(isHourly ? "hours" : "days", at: now) {
                isHourly ? OpenWeatherFixture(now: $0).json : Self.openWeatherConditions(at: $0)
            }
        case "/data/2.5/air_pollution":
            return .json(#"{"coord":[139.63,35.65],"list":[{"main":{"aqi":2},"dt":\#(now.unixSeconds)}]}"#)
        case "/weatherapi/locationforecast/2.0/compact": return metNorway(request, at: now)
        case "/v7/weather/now": return .json(Self.qWeatherV7Current(at: now))
        case "/v7/weather/7d": return body("v7", at: now, Self.qWeatherV7Days)
        case "/v7/air/now": return .json(#"{"code":"200","now":{"aqi":"52","level":"2"},"refer":{}}"#)
        case "/": return .json(#"{"id":1,"hitokoto":"明月松间照。","from":"山居秋暝","from_who":"王维","length":6}"#)
        default: return qWeatherV1(request, at: now)
        }
    }

    private func body(_ service: String, at now: UTCInstant, _ make: (UTCInstant) -> String) -> HTTPServer.Response {
        let hour = now.hourStart
        return .json(
            bodies.withLock { bodies in
                let key = Key(service: service, hour: hour)
                if let known = bodies[key] { return known }
                let made = make(hour)
                bodies[key] = made
                return made
            }
        )
    }

    // MARK: Open-Meteo

    private func openMeteo(_ request: HTTPServer.Request, at now: UTCInstant) -> String {
        let places = request.query["latitude"]?.split(separator: ",").count ?? 0
        let asked = request.path == "/v1/air-quality" ? "air" : request.query["current"] == nil ? "hours" : "days"
        let key = Key(service: "open-meteo \(asked) \(places)", hour: now.hourStart)
        return bodies.withLock { bodies in
            if let known = bodies[key] { return known }
            let made =
                switch asked {
                case "hours":
                    OpenMeteoFixture.json(Array(repeating: OpenMeteoFixture(now: now), count: places))
                case "air":
                    Self.list(places) { id in
                        #"{"latitude":35.65,"longitude":139.63,\#(id)"current":{"european_aqi":31,"us_aqi":62}}"#
                    }
                default: Self.list(places) { Self.openMeteoConditions(at: now.hourStart, id: $0) }
                }
            bodies[key] = made
            return made
        }
    }

    /// An object for one place, an array for several.
    private static func list(_ count: Int, _ place: (_ id: String) -> String) -> String {
        let places = (0..<count).map { place($0 == 0 ? "" : "\"location_id\":\($0),") }
        return count == 1 ? places[0] : "[" + places.joined(separator: ",") + "]"
    }

    private static func openMeteoConditions(at hour: UTCInstant, id: String) -> String {
        // Midnights in Tokyo.
        let midnight = (hour.unixSeconds + 32_400) / 86_400 * 86_400 - 32_400
        let days = (0..<5).map { midnight + $0 * 86_400 }
        return """
            {"latitude":35.65,"longitude":139.63,\(id)"timezone":"Asia/Tokyo","utc_offset_seconds":32400,\
            "current":{"time":\(hour.unixSeconds),"interval":900,"temperature_2m":5.8,"apparent_temperature":-1.2,\
            "relative_humidity_2m":48,"is_day":1,"weather_code":2,"pressure_msl":1005.4,"wind_speed_10m":6.9,\
            "wind_direction_10m":310,"visibility":24140.0},\
            "current_units":{"time":"unixtime","temperature_2m":"°C","wind_speed_10m":"m/s"},\
            "hourly":{"time":[\(hour.unixSeconds)],"precipitation":[0.3]},\
            "daily":{"time":\(days),"weather_code":[3,61,2,0,71],"temperature_2m_max":[7.1,8.2,9.3,8,5],\
            "temperature_2m_min":[-1.1,0,1.5,2,-3.0]}}
            """
    }

    // MARK: OpenWeather

    private static func openWeatherConditions(at hour: UTCInstant) -> String {
        let noon = (hour.unixSeconds + 32_400) / 86_400 * 86_400 + 10_800
        let days = (0..<8).map { day in
            """
            {"dt":\(noon + day * 86_400),"temp":{"day":5,"min":\(day - 3),"max":\(day + 7).5},\
            "weather":[{"id":500,"icon":"10d"}]}
            """
        }
        return """
            {"lat":35.65,"lon":139.63,"timezone":"Asia/Tokyo","timezone_offset":32400,"current":{\
            "dt":\(hour.unixSeconds),"temp":5.8,"feels_like":-1.2,"pressure":1005,"humidity":48,"visibility":10000,\
            "wind_speed":6.9,"wind_deg":310,"weather":[{"id":803,"icon":"04d"}]},\
            "daily":[\(days.joined(separator: ","))]}
            """
    }

    // MARK: MET Norway

    /// As good as the moment, with 304 for who has what has not changed within the hour.
    private func metNorway(_ request: HTTPServer.Request, at now: UTCInstant) -> HTTPServer.Response {
        let modified = Self.httpDate(now.hourStart)
        let headers = [
            "Date": Self.httpDate(now), "Last-Modified": modified, "Expires": Self.httpDate(now + expiresAfter),
        ]
        if request.headers["if-modified-since"] == modified { return .empty(status: 304, headers: headers) }
        let key = Key(service: "met-norway", hour: now.hourStart)
        let text = bodies.withLock { bodies in
            if let known = bodies[key] { return known }
            let made = Self.metNorwayForecast(from: now.hourStart)
            bodies[key] = made
            return made
        }
        return .json(text, headers: headers)
    }

    private static func metNorwayForecast(from hour: UTCInstant) -> String {
        let rows = (0..<60).map { row in
            """
            {"time":"\(hour.addingHours(row).iso8601)","data":{"instant":{"details":{"air_temperature":5.8,\
            "air_pressure_at_sea_level":1005.4}},"next_1_hours":{"summary":{"symbol_code":"cloudy"}}}}
            """
        }
        return """
            {"type":"Feature","properties":{"meta":{"units":{}},"timeseries":[\(rows.joined(separator: ","))]}}
            """
    }

    /// As RFC 9110 writes it.
    package static func httpDate(_ moment: UTCInstant) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: Date(timeIntervalSince1970: Double(moment.unixSeconds)))
    }

    // MARK: QWeather

    private func qWeatherV1(_ request: HTTPServer.Request, at now: UTCInstant) -> HTTPServer.Response {
        if request.path.hasPrefix("/weather/v1/current/") { return .json(Self.qWeatherV1Current) }
        if request.path.hasPrefix("/weather/v1/daily/") { return body("v1", at: now, Self.qWeatherV1Days) }
        guard request.path.hasPrefix("/airquality/v1/current/") else { return .empty(status: 404) }
        return .json(#"{"metadata":{"tag":"c"},"indexes":[{"code":"us-epa","aqi":46,"aqiDisplay":"46"}]}"#)
    }

    private static let qWeatherV1Current = """
        {"metadata":{"tag":"a"},"condition":{"text":"Rain","code":"305"},"temperature":{"value":12.3,"unit":"°C"},\
        "humidity":0.6,"wind":{"direction":{"degree":310},"speed":{"value":4.7,"unit":"m/s"}},\
        "pressure":{"value":1001.5,"unit":"hPa"}}
        """

    private static func qWeatherV1Days(at hour: UTCInstant) -> String {
        let days = dates(at: hour, count: 5).map { date in
            """
            {"forecastStartTime":"\(date)T00:00+09:00","temperatureMax":{"value":20,"unit":"°C"},\
            "temperatureMin":{"value":10,"unit":"°C"},"daytime":{"condition":{"code":"101"}},\
            "nighttime":{"condition":{"code":"150"}}}
            """
        }
        return #"{"metadata":{"tag":"b"},"days":[\#(days.joined(separator: ","))]}"#
    }

    private static func qWeatherV7Current(at now: UTCInstant) -> String {
        """
        {"code":"200","now":{"obsTime":"\(now.hourStart.iso8601.prefix(16))Z","temp":"12","icon":"305",\
        "wind360":"310","windSpeed":"18","humidity":"60","precip":"0.3","vis":"4"},"refer":{}}
        """
    }

    private static func qWeatherV7Days(at hour: UTCInstant) -> String {
        let days = dates(at: hour, count: 7).map { date in
            #"{"fxDate":"\#(date)","tempMax":"20","tempMin":"10","iconDay":"101","iconNight":"150"}"#
        }
        return #"{"code":"200","daily":[\#(days.joined(separator: ","))],"refer":{}}"#
    }

    /// The first is Tokyo's today.
    private static func dates(at hour: UTCInstant, count: Int) -> [String] {
        let today = CivilDate(at: hour, utcOffsetSeconds: 32_400)
        return (0..<count).map { today.addingDays($0).iso8601 }
    }
}
