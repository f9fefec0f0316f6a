import TestSupport
import Time

/// One server that is every upstream at once, told apart by path.
struct AllUpstreams: Sendable {
    /// The requests that upstreams can be sent.
    enum Question: String, Sendable {
        case openMeteoForecast, openMeteoConditions, openMeteoAir
        case openWeatherForecast, openWeatherConditions, openWeatherAir, openWeatherName
        case nominatim, qWeatherName, hitokoto
        case unknown

        init(_ request: HTTPServer.Request) {
            self =
                switch request.path {
                case "/v1/forecast": request.query["current"] == nil ? .openMeteoForecast : .openMeteoConditions
                case "/v1/air-quality": .openMeteoAir
                case "/data/3.0/onecall":
                    request.query["exclude"]?.contains("hourly") == true ? .openWeatherConditions : .openWeatherForecast
                case "/data/2.5/air_pollution": .openWeatherAir
                case "/geo/1.0/reverse": .openWeatherName
                case "/reverse": .nominatim
                case "/geo/v2/city/lookup": .qWeatherName
                case "/": .hitokoto
                default: .unknown
                }
        }
    }

    let clock: TestClock
    /// The faulty responses that replace the correct ones.
    var faults: [Question: HTTPServer.Response] = [:]
    /// The name that geocoders give every place, by the first language that is asked for; `place` in others.
    var names: [String: String] = [:]

    init(_ clock: TestClock) {
        self.clock = clock
    }

    /// Answers everything but what is faulty.
    func callAsFunction(_ request: HTTPServer.Request) -> HTTPServer.Response {
        let question = Question(request)
        if let fault = faults[question] { return fault }
        switch question {
        case .openMeteoForecast: return Installation.answer(request, clock)
        case .openMeteoConditions: return .json(openMeteoConditions(places: request.query["latitude"] ?? ""))
        case .openMeteoAir: return .json(list(request.query["latitude"] ?? "") { Self.openMeteoAir })
        case .openWeatherForecast: return .json(OpenWeatherFixture(now: clock.now).json)
        case .openWeatherConditions: return .json(openWeatherConditions)
        case .openWeatherAir: return .json(#"{"list":[{"main":{"aqi":2},"components":{"co":250.3},"dt":1}]}"#)
        case .openWeatherName:
            let names = names.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
            return .json(#"[{"name":"place","local_names":{\#(names)}}]"#)
        case .nominatim: return .json(#"{"address":{"city":"\#(name(request.query["accept-language"]))"}}"#)
        case .qWeatherName:
            return .json(#"{"code":"200","location":[{"name":"\#(name(request.query["lang"]))"}]}"#)
        case .hitokoto:
            return .json(#"{"hitokoto":"古池や蛙飛びこむ水の音","type":"i","from":"春の日","from_who":"松尾芭蕉","length":11}"#)
        case .unknown: return .empty(status: 404)
        }
    }

    private func name(_ languages: String?) -> String {
        let first = (languages ?? "").split { $0 == "," || $0 == ";" }.first.map(String.init) ?? ""
        return names[first] ?? "place"
    }

    private static let openMeteoAir = #"{"current":{"time":1,"european_aqi":31,"us_aqi":62}}"#

    private func list(_ latitudes: String, _ one: () -> String) -> String {
        let count = latitudes.split(separator: ",").count
        return count == 1 ? one() : "[" + (0..<count).map { _ in one() }.joined(separator: ",") + "]"
    }

    private func openMeteoConditions(places: String) -> String {
        let hour = clock.now.hourStart.unixSeconds
        // Midnights in Tokyo.
        let midnight = (hour + 32_400) / 86_400 * 86_400 - 32_400
        let days = (0..<5).map { midnight + $0 * 86_400 }
        return list(places) {
            """
            {"timezone":"Asia/Tokyo","utc_offset_seconds":32400,\
            "current":{"time":\(hour),"interval":900,"temperature_2m":5.8,"apparent_temperature":-1.25,\
            "relative_humidity_2m":48,"is_day":1,"weather_code":2,"pressure_msl":1005.4,"wind_speed_10m":6.94,\
            "wind_direction_10m":360,"visibility":24140.0},\
            "current_units":{"time":"unixtime","temperature_2m":"°C","wind_speed_10m":"m/s"},\
            "hourly":{"time":[\(hour)],"precipitation":[0.34]},\
            "daily":{"time":\(days),"weather_code":[3,61,2,0,71],"temperature_2m_max":[7.1,8.2,9.3,4,5],\
            "temperature_2m_min":[-1.1,0,1,2,-3.0]}}
            """
        }
    }

    private var openWeatherConditions: String {
        let now = clock.now.unixSeconds
        let noon = (now + 32_400) / 86_400 * 86_400 + 43_200 - 32_400
        let days = (0..<8).map { day in
            """
            {"dt":\(noon + day * 86_400),"temp":{"day":5,"min":\(day - 3),"max":\(day + 7).5},\
            "weather":[{"id":500,"icon":"10d"}],"rain":5.4}
            """
        }
        return """
            {"timezone":"Asia/Tokyo","timezone_offset":32400,\
            "current":{"dt":\(now),"temp":6.5,"feels_like":-1.25,"pressure":1005,"humidity":48,"visibility":10000,\
            "wind_speed":6.94,"wind_deg":350,"weather":[{"id":803,"icon":"04n"}]},\
            "daily":[\(days.joined(separator: ","))]}
            """
    }
}

extension HTTPServer {
    /// The number of times that a question was asked.
    func count(_ question: AllUpstreams.Question) -> Int {
        requests.count { AllUpstreams.Question($0) == question }
    }
}
