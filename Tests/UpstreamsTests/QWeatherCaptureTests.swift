import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Upstreams

/// The real answers of QWeather's documentation and servers.
@Suite(.enabled(if: Captures.areAvailable), .timeLimit(.minutes(4)))
struct QWeatherCaptureTests {
    /// The expected result of a capture.
    private enum Outcome {
        case current(Condition, celsius: Double, hPa: Double?, isDaylight: Bool?)
        case days([String], first: Condition, maximum: Double)
        case air(Int, AirQualityScale)
        case name(String)
        case refusal(QWeatherFault)
        /// Of an endpoint that is not asked, and nothing else.
        case unread
    }

    private static func outcome(of name: String) -> Outcome? {
        switch name {
        case "weather-v1-current-en": .current(.fair, celsius: 31.71, hPa: 1001.5, isDaylight: nil)
        case "v7-now-en": .current(.fog, celsius: 26, hPa: nil, isDaylight: nil)
        case "v7-now-zh": .current(.mostlyCloudy, celsius: 24, hPa: nil, isDaylight: nil)
        case "v7-now-chongqing-station-pressure": .current(.overcast, celsius: 27, hPa: nil, isDaylight: nil)
        case "v7-now-hangzhou-night": .current(.mostlyCloudy, celsius: 30, hPa: nil, isDaylight: false)
        case "v7-grid-now-en": .current(.mostlyCloudy, celsius: 31, hPa: nil, isDaylight: nil)
        case "weather-v1-daily-en": .days(["2024-08-11", "2024-08-12"], first: .rain, maximum: 29.94)
        case "v7-3d-en": .days(["2023-04-12", "2023-04-13", "2023-04-14"], first: .thunder, maximum: 27)
        case "v7-3d-zh": .days(["2021-11-15", "2021-11-16", "2021-11-17"], first: .mostlyCloudy, maximum: 12)
        case "airquality-v1-current": .air(46, .unitedStates)
        case "v7-air-now-zh": .air(28, .china)
        case "geo-v2-city-lookup-en": .name("Dongcheng")
        case "geo-v2-city-lookup-zh": .name("东城")
        case "error-400-data-not-available": .refusal(.noData)
        case "error-400-invalid-parameters": .refusal(.invalidRequest)
        case "error-403-invalid-host": .refusal(.invalidHost)
        case "v7-error-code-402": .refusal(.noCredit)
        case "v7-24h-en", "v7-24h-zh", "weather-v1-hourly-en": .unread
        default: nil
        }
    }

    @Test(arguments: Captures.names(in: "qweather"))
    func `a capture is read, or refused by its name`(name: String) async throws {
        let text = try Captures.text("qweather/" + name)
        let body = Array(text.utf8)
        let isV7 = name.hasPrefix("v7-")
        let status = name.hasPrefix("error-") ? try #require(Int(name.dropFirst(6).prefix(3))) : 200
        let fault = QWeatherFault(HTTPResponse(status: status, body: body))
        let current = isV7 ? QWeatherV7.current(body, now: testNow) : QWeatherV1.current(body, now: testNow)
        let days = isV7 ? QWeatherV7.days(body) : QWeatherV1.days(body, at: try coordinates((50, 1))[0])
        let air = isV7 ? QWeatherV7.airQuality(body) : QWeatherV1.airQuality(body)
        switch try #require(Self.outcome(of: name), "a capture that nothing is expected of") {
        case .current(let condition, let celsius, let hPa, let isDaylight):
            #expect(fault == nil)
            #expect(current?.condition == condition && current?.temperature == Temperature(celsius: celsius))
            #expect(current?.pressure?.hPa == hPa && current?.isDaylight == isDaylight)
        case .days(let dates, let condition, let maximum):
            #expect(fault == nil)
            #expect(days?.map(\.date.iso8601) == dates)
            #expect(days?.first?.dayCondition == condition && days?.first?.maximum == Temperature(celsius: maximum))
            #expect(days?.contains { $0.nightCondition == .unknown } == false)
        case .air(let index, let scale):
            #expect(fault == nil)
            #expect(air == AirQuality(index: index, scale: scale))
        case .name(let city):
            #expect(fault == nil)
            #expect(QWeatherCity.name(body) == city)
        case .refusal(let expected):
            #expect(fault == expected)
            let server = try HTTPServer { _ in .json(text, status: status) }
            QWeatherAnswers.expectFitForTheLog(
                try await QWeatherAnswers.source(server, generation: isV7 ? "v7" : "v1").failure()
            )
        case .unread:
            #expect(fault == nil && current == nil && days == nil && air == nil)
        }
    }
}
