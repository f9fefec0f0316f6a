import JSON
import Time
package import Timelines
package import Weather
package import Widgets

/// Forecasts and current conditions by OpenWeather's One Call API 3.0 (https://openweathermap.org/api/one-call-3), one
/// place a request, its air quality, and its names of places.
package struct OpenWeather: Upstream, ForecastSource, ConditionsSource, PlaceNamer {
    /// `path` is another for servers that speak an older One Call.
    ///
    /// The budget is what costs nothing in a day; the air and the names, though free, count as well.
    package static let description = SourceDescription(
        name: "openweather",
        title: "OpenWeather",
        namesPlaces: true,
        settings: [
            SettingDescription(name: "base_url", format: .baseURL, fallback: "https://api.openweathermap.org"),
            SettingDescription(name: "path", format: .urlPath, fallback: "/data/3.0/onecall"),
            SettingDescription(name: "air_path", format: .urlPath, fallback: "/data/2.5/air_pollution"),
            SettingDescription(name: "api_key", format: .secret),
        ],
        dailyBudget: 1000
    )

    package static func problem(in settings: SourceSettings) -> String? {
        if let key = settings.secrets["api_key"], key != Secret("") { return nil }
        return "openweather needs an API key: set `sources.openweather.api_key_file` or KIATSU_OPENWEATHER_API_KEY"
    }

    /// The API takes one position per request.
    package let placesPerRequest = 1
    /// The service's terms allow names to be stored.
    package let mayBeStored = true

    /// The conditions, and the air.
    package static func reportCallCount(places: Int) -> Int { 2 * places }

    private let account: Account
    private let clock: any WallClock
    private let oneCallURL: String
    private let airURL: String
    private let reverseURL: String
    private let apiKey: Secret

    package init(settings: SourceSettings, environment: UpstreamEnvironment) {
        account = Account(Self.description, environment: environment)
        clock = environment.clock
        oneCallURL = settings.address(base: "base_url", path: settings.values["path"] ?? "")
        airURL = settings.address(base: "base_url", path: settings.values["air_path"] ?? "")
        reverseURL = settings.address(base: "base_url", path: "/geo/1.0/reverse")
        apiKey = settings.secrets["api_key"] ?? Secret("")
    }

    package func forecasts(for places: [Coordinate]) async -> [Result<HourlyForecast, ReloadFailure>] {
        var forecasts: [Result<HourlyForecast, ReloadFailure>] = []
        for place in places { forecasts.append(await forecast(for: place)) }
        return forecasts
    }

    package func reports(for places: [Coordinate]) async -> [Result<ConditionsReport, ReloadFailure>] {
        await reports(for: places, language: Self.ownLanguage)
    }

    package func reports(
        for places: [Coordinate],
        language: String
    ) async -> [Result<ConditionsReport, ReloadFailure>] {
        var reports: [Result<ConditionsReport, ReloadFailure>] = []
        for place in places { reports.append(await report(for: place, language: language)) }
        return reports
    }

    package func name(at coordinate: Coordinate, language: String) async -> Result<String?, ReloadFailure> {
        do throws(ReloadFailure) {
            let request = request(to: reverseURL, for: coordinate, asking: [("limit", "1")])
            let answer: [OpenWeatherPlace] = try await answer(to: request)
            return .success(answer.first?.name(in: language))
        } catch {
            return .failure(error)
        }
    }

    private static let title = description.title
    /// The language of answers to requests without one.
    private static let ownLanguage = "en"

    private func forecast(for place: Coordinate) async -> Result<HourlyForecast, ReloadFailure> {
        do throws(ReloadFailure) {
            let asking = [("exclude", "current,minutely,daily,alerts"), ("units", "metric")]
            let answer: OpenWeatherAnswer = try await answer(to: request(to: oneCallURL, for: place, asking: asking))
            let now = clock.now
            return HourlyForecast(hours: answer.hours, timeZone: answer.timeZone, obtained: now, source: name)
                .orFailureWhenEmpty(at: now, from: Self.title)
        } catch {
            return .failure(error)
        }
    }

    private func report(for place: Coordinate, language: String) async -> Result<ConditionsReport, ReloadFailure> {
        do throws(ReloadFailure) {
            let code = openWeatherLanguage(language)
            let language = code == nil ? Self.ownLanguage : language
            var asking = [("exclude", "minutely,hourly,alerts"), ("units", "metric")]
            if let code, code != Self.ownLanguage { asking.append(("lang", code)) }
            let answer: OpenWeatherConditions = try await answer(
                to: request(to: oneCallURL, for: place, asking: asking)
            )
            let report = ConditionsReport(
                current: answer.conditions(in: language),
                airQuality: await airQuality(at: place),
                days: answer.days(in: language),
                timeZone: answer.timeZone,
                obtained: clock.now,
                source: name
            )
            return report.orFailureWhenEmpty(from: Self.title)
        } catch {
            return .failure(error)
        }
    }

    /// Nil as well when the request fails: a report without it is better than none.
    private func airQuality(at place: Coordinate) async -> AirQuality? {
        do throws(ReloadFailure) {
            let answer: OpenWeatherAir = try await answer(to: request(to: airURL, for: place, asking: []))
            return answer.airQuality
        } catch {
            return nil
        }
    }

    private func request(to url: String, for place: Coordinate, asking: [(name: String, value: String)]) -> HTTPRequest
    {
        HTTPRequest(
            url: url,
            query: [("lat", place.latitude.twoDecimals), ("lon", place.longitude.twoDecimals)] + asking,
            secretQuery: [("appid", apiKey)]
        )
    }

    private func answer<Answer: Decodable>(to request: HTTPRequest) async throws(ReloadFailure) -> Answer {
        let response = try await account.send(request, calls: 1)
        guard response.status == 200 else {
            let refusal = OpenWeatherRefusal(response, hiding: apiKey, from: Self.title, now: clock.now)
            throw refusal.isOfWholeAccount ? await account.blocked(refusal.failure) : refusal.failure
        }
        guard let answer = Answer(json: response.body) else {
            throw ReloadFailure(malformed: describeUnreadable(response.body), from: Self.title)
        }
        return answer
    }
}
