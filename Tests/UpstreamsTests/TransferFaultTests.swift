import TestSupport
import Testing
import Timelines
import Weather
import Widgets

@testable import Upstreams

/// A question to an upstream, of which a panel's next entry depends.
enum WeatherQuestion: String, Sendable, CaseIterable {
    case openMeteoForecast, openMeteoConditions
    case openWeatherForecast, openWeatherConditions
    case metNorwayForecast
    case qWeatherV1Conditions, qWeatherV7Conditions

    /// Why there is no answer for the place; nil where there is one.
    func failure(from baseURL: String, with client: HTTPClient) async throws -> ReloadFailure? {
        let places = try coordinates((35.65, 139.63))
        let clock = TestClock(now: testNow)
        func failure<Answer>(of results: [Result<Answer, ReloadFailure>]) -> ReloadFailure? {
            guard case .failure(let failure) = results.first else { return nil }
            return failure
        }
        switch self {
        case .openMeteoForecast, .openMeteoConditions:
            let source = OpenMeteo(client: client, clock: clock, baseURL: baseURL)
            return self == .openMeteoForecast
                ? failure(of: await source.forecasts(for: places)) : failure(of: await source.reports(for: places))
        case .openWeatherForecast, .openWeatherConditions:
            let source = OpenWeather(client: client, clock: clock, baseURL: baseURL, apiKey: "s3cret")
            return self == .openWeatherForecast
                ? failure(of: await source.forecasts(for: places)) : failure(of: await source.reports(for: places))
        case .metNorwayForecast:
            let values = ["base_url": baseURL, "contact": "test@example.org"]
            return failure(of: await MetNorway(client: client, clock: clock, values: values).forecasts(for: places))
        case .qWeatherV1Conditions, .qWeatherV7Conditions:
            let generation = self == .qWeatherV1Conditions ? "v1" : "v7"
            let values = ["api_host": baseURL, "generation": generation]
            let source = QWeather(client: client, clock: clock, values: values, apiKey: "s3cret")
            return failure(of: await source.reports(for: places))
        }
    }
}

@Suite(.timeLimit(.minutes(4)))
struct TransferFaultTests {
    @Test(arguments: WeatherQuestion.allCases, ServerFault.withoutAnswer(.backoff))
    func `whatever goes wrong on the way, the place is asked for again with backoff`(
        question: WeatherQuestion,
        fault: ServerFault
    ) async throws {
        let server = try fault.server()
        let failure = try #require(await question.failure(from: server.baseURL, with: fault.client))
        fault.expect(failure)
        #expect(!failure.reason.contains("s3cret"))
    }
}
