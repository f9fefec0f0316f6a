package import Time
package import Timelines
package import Weather
import Widgets

/// Forecasts by OpenWeather's One Call API 3.0 (https://openweathermap.org/api/one-call-3), one place a request.
package struct OpenWeather: ForecastSource {
    package let name = "openweather"
    package static let mostPlacesPerRequest = 1
    package let placesPerRequest = mostPlacesPerRequest

    private let client: HTTPClient
    private let clock: any WallClock
    private let url: String
    private let apiKey: Credential

    /// `path` begins with a slash; another than the default is for servers that speak an older One Call.
    package init(
        client: HTTPClient,
        clock: any WallClock,
        baseURL: String = "https://api.openweathermap.org",
        path: String = "/data/3.0/onecall",
        apiKey: String
    ) {
        self.client = client
        self.clock = clock
        url = (baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL) + path
        self.apiKey = Credential(apiKey)
    }

    package func forecasts(for places: [Coordinate]) async -> [Result<HourlyForecast, ReloadFailure>] {
        var forecasts: [Result<HourlyForecast, ReloadFailure>] = []
        for place in places { forecasts.append(await forecast(for: place)) }
        return forecasts
    }

    private static let title = "OpenWeather"

    private func forecast(for place: Coordinate) async -> Result<HourlyForecast, ReloadFailure> {
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await client.send(request(for: place))
        } catch {
            return .failure(ReloadFailure(error, from: Self.title))
        }
        let now = clock.now
        guard response.status == 200 else { return .failure(refusal(response, now: now)) }
        guard let answer = OpenWeatherAnswer.decode(response.body) else {
            return .failure(ReloadFailure(malformed: describeUnreadable(response.body), from: Self.title))
        }
        return HourlyForecast(hours: answer.hours, timeZone: answer.timeZone, obtained: now, source: name)
            .orFailureWhenEmpty(at: now, from: Self.title)
    }

    private func request(for place: Coordinate) -> HTTPRequest {
        HTTPRequest(
            url: url,
            query: [
                ("lat", place.latitude.twoDecimals),
                ("lon", place.longitude.twoDecimals),
                ("exclude", "current,minutely,daily,alerts"),
                ("units", "metric"),
            ],
            secretQuery: [("appid", apiKey)]
        )
    }

    private func refusal(_ response: HTTPResponse, now: UTCInstant) -> ReloadFailure {
        let message = OpenWeatherRefusal.message(in: response.body)
        let failure =
            switch response.status {
            case 401: unauthorized(message ?? "")
            case 400, 403, 404:
                ReloadFailure(
                    reason: "\(Self.title) refuses the request (\(response.status))"
                        + (message.map { ": " + quoted($0, hiding: apiKey) } ?? "") + ": check its base URL and plan",
                    retry: .untilConfigurationChanges
                )
            case 429:
                ReloadFailure(
                    reason: "\(Self.title): too many requests for this plan: the account is blocked for a while",
                    retry: .doubling(from: .seconds(600))
                )
            default: ReloadFailure(status: response.status, from: Self.title)
            }
        return failure.obeyingRetryAfter(of: response, now: now)
    }

    /// One status for three cases with three remedies; only the message tells them apart.
    private func unauthorized(_ message: String) -> ReloadFailure {
        let remedy =
            if message.contains("subscription") {
                "the key has no One Call subscription: subscribe to “One Call by Call” at https://openweathermap.org/price"
            } else if message.contains("Invalid API key") {
                "the API key is wrong or not active yet: check it; a new key works after up to two hours"
            } else {
                "check the API key and its One Call subscription; a new key works after up to two hours"
            }
        return ReloadFailure(reason: "\(Self.title) refuses the API key (401): \(remedy)", retry: .hourly)
    }
}
