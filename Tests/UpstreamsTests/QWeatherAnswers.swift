import TestSupport
import Testing
import Time
import Timelines
import Upstreams
import Weather
import Widgets

/// Answers in QWeather's documented shape, and what tests ask it with.
enum QWeatherAnswers {
    static let currentV1 = """
        {"metadata":{"tag":"a1","attributions":["https://developer.qweather.com/attribution.html"]},
        "condition":{"text":"Light Rain","code":"305"},
        "temperature":{"value":12.34,"unit":"°C"},"feelsLike":{"value":-0.5,"unit":"°C"},"humidity":0.685,
        "wind":{"direction":{"degree":360,"compass":"n"},"speed":{"value":4.74,"unit":"m/s"},"scale":3},
        "windGust":{"value":7.07,"unit":"m/s"},
        "precipitation":{"amount":{"value":1.25,"unit":"mm"},"intensity":{"value":2,"unit":"mm/h"},"type":"rain"},
        "pressure":{"value":1001.5,"unit":"hPa"},"visibility":{"value":29020,"unit":"m"},
        "dewPoint":{"value":6.6,"unit":"°C"},"cloudCover":1,"uvIndex":0}
        """

    static func daysV1(_ starts: [String]) -> String {
        let days = starts.enumerated().map { index, start in
            """
            {"forecastStartTime":"\(start)","temperatureMax":{"value":\(20 + index),"unit":"°C"},
            "temperatureMin":{"value":\(10 - index).5,"unit":"°C"},"uvIndexMax":6,
            "daytime":{"condition":{"text":"Cloudy","code":"101"},"humidity":0.5},
            "nighttime":{"condition":{"text":"Snow","code":"499"},"humidity":0.5}}
            """
        }
        return #"{"metadata":{"tag":"b2"},"days":[\#(days.joined(separator: ","))]}"#
    }

    static let daysV1 = daysV1((6...10).map { "2022-02-\($0 < 10 ? "0" : "")\($0)T00:00+09:00" })

    static func airV1(_ indexes: String) -> String { #"{"metadata":{"tag":"c3"},"indexes":[\#(indexes)]}"# }

    static let airV1 = airV1(
        #"{"code":"us-epa","aqi":46,"aqiDisplay":"46"},{"code":"qaqi","aqi":0.9,"aqiDisplay":"0.9"}"#
    )

    static let currentV7 = """
        {"code":"200","updateTime":"2022-02-05T16:27+09:00","fxLink":"https://www.qweather.com","now":{
        "obsTime":"2022-02-05T16:22+09:00","temp":"-3","feelsLike":"-8","icon":"456","text":"阵雨夹雪","wind360":"0",
        "windDir":"北风","windScale":"3","windSpeed":"18","humidity":"74","precip":"0.3","pressure":"1004","vis":"4",
        "cloud":"91","dew":"-6"},"refer":{"sources":["QWeather"],"license":["QWeather Developers License"]}}
        """

    static func daysV7(_ count: Int) -> String {
        let days = (5..<5 + count).map { day in
            """
            {"fxDate":"2022-02-\(day < 10 ? "0" : "")\(day)","tempMax":"\(day)","tempMin":"-\(day)","iconDay":"100",
            "iconNight":"150","humidity":"80","precip":"4.1","pressure":"1003"}
            """
        }
        return #"{"code":"200","daily":[\#(days.joined(separator: ","))],"refer":{}}"#
    }

    static let airV7 =
        #"{"code":"200","now":{"pubTime":"2022-02-05T16:00+09:00","aqi":"128","level":"3"},"station":[]}"#

    /// The answer for each path when all is well.
    static func all(_ request: HTTPServer.Request) -> HTTPServer.Response {
        let path = request.path
        if path.hasPrefix("/weather/v1/current/") { return .json(currentV1) }
        if path.hasPrefix("/weather/v1/daily/") { return .json(daysV1) }
        if path.hasPrefix("/airquality/v1/current/") { return .json(airV1) }
        switch path {
        case "/v7/weather/now": return .json(currentV7)
        case "/v7/weather/7d": return .json(daysV7(7))
        case "/v7/weather/3d": return .json(daysV7(3))
        case "/v7/air/now": return .json(airV7)
        default: return .empty(status: 404)
        }
    }

    static func problem(_ status: Int, _ type: String) -> String {
        """
        {"error":{"status":\(status),"type":"https://dev.qweather.com/docs/resource/error-code/#\(type)","title":"No",
        "detail":"No s3cret at 35.6465,139.62971."}}
        """
    }

    static func problemResponse(_ status: Int, _ type: String) -> HTTPServer.Response {
        .json(problem(status, type), status: status)
    }

    static func settings(_ host: String, generation: String = "v1") -> SourceSettings {
        var settings = SourceSettings(defaultsOf: QWeather.description)
        settings.values["api_host"] = host
        settings.values["generation"] = generation
        settings.secrets["api_key"] = Secret("s3cret")
        return settings
    }

    static func source(
        _ server: HTTPServer,
        generation: String = "v1",
        clock: TestClock = TestClock(now: testNow),
        budget: any RequestBudget = UnlimitedBudget(),
        limits: HTTPLimits = HTTPLimits()
    ) -> QWeather {
        let client = HTTPClient(version: "0", contact: "test", limits: limits)
        return QWeather(
            settings: settings(server.baseURL, generation: generation),
            environment: UpstreamEnvironment(client: client, clock: clock, budget: budget)
        )
    }
}

extension QWeather {
    /// The report for one place.
    func report(_ latitude: Double = 35.6465, _ longitude: Double = 139.6297) async throws -> ConditionsReport {
        try await reports(for: coordinates((latitude, longitude)))[0].get()
    }

    /// Why there is no report for one place.
    func failure(_ latitude: Double = 35.6465, _ longitude: Double = 139.6297) async throws -> ReloadFailure {
        let reports = try await reports(for: coordinates((latitude, longitude)))
        guard case .failure(let failure) = try #require(reports.first) else {
            throw ReloadFailure(reason: "there is a report", retry: .backoff)
        }
        return failure
    }
}

extension QWeatherAnswers {
    /// A reason is one line for the log, without secrets and without a position, and says whose it is.
    static func expectFitForTheLog(_ failure: ReloadFailure, sourceLocation: SourceLocation = #_sourceLocation) {
        for hidden in ["s3cret", "35.6", "139.6", "Bearer", "\n"] {
            #expect(!failure.reason.contains(hidden), sourceLocation: sourceLocation)
        }
        #expect(failure.reason.contains("QWeather"), sourceLocation: sourceLocation)
        #expect((20...300).contains(failure.reason.count), sourceLocation: sourceLocation)
    }
}
