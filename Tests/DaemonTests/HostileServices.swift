import Foundation
import Synchronization
import TestSupport
import Time

/// Services that answer with the extreme, with nothing, or not at all.
final class HostileServices: Sendable {
    enum Weather: CaseIterable {
        case coldest, warmest, unknown, right, none
    }

    private let all: AllUpstreams
    private let weather = Mutex(Weather.coldest)

    init(_ clock: TestClock) {
        var all = AllUpstreams(clock)
        let quote = String(repeating: #"海\"\\👨‍👩‍👧‍👦\u0007"#, count: 200)
        all.faults[.hitokoto] = .json(#"{"hitokoto":"\#(quote)","from":"\#(quote)","from_who":"\#(quote)"}"#)
        self.all = all
    }

    func set(_ new: Weather) { weather.withLock { $0 = new } }

    func answer(_ request: HTTPServer.Request) -> HTTPServer.Response {
        let weather = weather.withLock { $0 }
        let places = request.query["latitude"]?.split(separator: ",").count ?? 0
        return switch AllUpstreams.Question(request) {
        case _ where weather == .none: .empty(status: 503)
        case .openMeteoForecast where weather != .right: .json(forecast(places, weather))
        case .openMeteoConditions where weather != .right: .json(conditions(places, weather))
        default: all(request)
        }
    }

    private func forecast(_ places: Int, _ weather: Weather) -> String {
        var place = OpenMeteoFixture(now: all.clock.now)
        place.timeZone = "America/Argentina/ComodRivadavia"
        switch weather {
        case .coldest:
            place.temperature = { -98.6 + Double($0 % 2) / 10 }
            place.pressure = { $0.isMultiple(of: 2) ? 856.4 : 1083.8 }
            place.weatherCode = { [95, 99, 75, 1234][$0 % 4] }
        case .warmest:
            place.temperature = { 56.7 - Double($0 % 2) / 10 }
            place.pressure = { $0 < 12 ? 1083.8 : 856.4 }
        default:
            // The hours are there, and all but the first say nothing.
            place.temperature = { $0 == 0 ? -12.3 : nil }
            place.pressure = { $0 == 0 ? 1012.3 : nil }
            place.weatherCode = { _ in nil }
            place.isDay = { _ in nil }
        }
        return OpenMeteoFixture.json(Array(repeating: place, count: places))
    }

    private func conditions(_ places: Int, _ weather: Weather) -> String {
        let hour = all.clock.now.hourStart.unixSeconds
        let days = (0..<5).map { hour / 86_400 * 86_400 + $0 * 86_400 }
        let now = current(weather)
        let (high, low) = weather == .coldest ? (-88.8, -98.6) : (56.7, -12.3)
        let place = """
            {"timezone":"America/Argentina/ComodRivadavia","utc_offset_seconds":-10800,\
            "current":{"time":\(hour),"interval":900,"is_day":1,"weather_code":99,"pressure_msl":1083.8,\(now)},\
            "current_units":{"time":"unixtime","temperature_2m":"°C","wind_speed_10m":"m/s"},\
            "hourly":{"time":[\(hour)],"precipitation":[1825.0]},\
            "daily":{"time":\(days),"weather_code":[99,99,99,99,99],\
            "temperature_2m_max":\(Array(repeating: high, count: 5)),\
            "temperature_2m_min":\(Array(repeating: low, count: 5))}}
            """
        return places == 1 ? place : "[" + Array(repeating: place, count: places).joined(separator: ",") + "]"
    }

    private func current(_ weather: Weather) -> String {
        let names = [
            "temperature_2m", "apparent_temperature", "relative_humidity_2m", "wind_speed_10m", "wind_direction_10m",
            "visibility",
        ]
        let values: [Double?] =
            switch weather {
            case .coldest: [-98.6, -123.4, 100, 113.2, 359, 0]
            case .warmest: [56.7, 77.8, 0, 0, 0, 98_765.4]
            default: [-12.3, nil, nil, nil, nil, nil]
            }
        return zip(names, values).map { name, value in "\"\(name)\":" + (value.map { "\($0)" } ?? "null") }
            .joined(separator: ",")
    }
}
