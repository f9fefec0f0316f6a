import Text
import Time
package import Timelines
package import Weather
package import Widgets

/// Forecasts and current conditions by Open-Meteo (https://open-meteo.com/en/docs): no key needed, many places in one
/// request.
package struct OpenMeteo: Upstream, ForecastSource, ConditionsSource {
    /// Paying users have other addresses (`https://customer-api.open-meteo.com`), and a server may be one's own.
    ///
    /// The budgets are those of the free tier, for one address of the Internet.
    package static let description = SourceDescription(
        name: "open-meteo",
        title: "Open-Meteo",
        settings: [
            SettingDescription(name: "base_url", format: .baseURL, fallback: "https://api.open-meteo.com"),
            SettingDescription(name: "path", format: .urlPath, fallback: "/v1/forecast"),
            SettingDescription(
                name: "air_quality_base_url",
                format: .baseURL,
                fallback: "https://air-quality-api.open-meteo.com"
            ),
            SettingDescription(name: "air_quality_path", format: .urlPath, fallback: "/v1/air-quality"),
            SettingDescription(name: "api_key", format: .secret),
        ],
        dailyBudget: 10_000,
        monthlyBudget: 300_000,
        // Whatever its weight had been.
        refusedCallCount: 1
    )

    /// Far below the service's 1000: the free tier counts each place as a call, 600 a minute.
    package let placesPerRequest = 100

    let clock: any WallClock
    let forecastURL: String
    let airQualityURL: String
    private let account: Account
    private let apiKey: Secret?

    private static let forecastVariables = ["temperature_2m", "pressure_msl", "weather_code", "is_day"]

    package static func forecastCallCount(places: Int) -> Int {
        calls(places: places, variables: forecastVariables.count)
    }

    package init(settings: SourceSettings, environment: UpstreamEnvironment) {
        account = Account(Self.description, environment: environment)
        clock = environment.clock
        forecastURL = settings.address(base: "base_url", path: settings.values["path"] ?? "")
        airQualityURL = settings.address(base: "air_quality_base_url", path: settings.values["air_quality_path"] ?? "")
        apiKey = settings.secrets["api_key"]
    }

    package func forecasts(for places: [Coordinate]) async -> [Result<HourlyForecast, ReloadFailure>] {
        guard !places.isEmpty else { return [] }
        let request = request(
            to: forecastURL,
            for: places,
            asking: [
                ("hourly", Self.forecastVariables.joined(separator: ",")), ("timezone", "auto"),
                ("forecast_hours", "30"),
            ]
        )
        let answers: [Int: OpenMeteoAnswer]
        do throws(ReloadFailure) {
            let calls = Self.forecastCallCount(places: places.count)
            answers = try await self.answers(to: request, calls: calls)
        } catch {
            return places.map { _ in .failure(error) }
        }
        let now = clock.now
        return places.indices.map { index in
            guard let answer = answers[index], let hours = answer.hours() else { return .failure(Self.missingPart) }
            return HourlyForecast(hours: hours, timeZone: answer.timeZone, obtained: now, source: name)
                .orFailureWhenEmpty(at: now, from: Self.title)
        }
    }
}

extension OpenMeteo {
    static let title = description.title
    static let missingPart = ReloadFailure(malformed: "one place's part is missing or wrong", from: title)

    /// The calls that the service counts for up to 14 days: one per place, more for more than ten variables
    /// (https://open-meteo.com/en/pricing; the sum is rounded up).
    static func calls(places: Int, variables: Int) -> Int {
        (places * max(variables, 10) + 9) / 10
    }

    func request(to url: String, for places: [Coordinate], asking: [(name: String, value: String)]) -> HTTPRequest {
        HTTPRequest(
            url: url,
            query: [
                ("latitude", places.map(\.latitude.twoDecimals).joined(separator: ",")),
                ("longitude", places.map(\.longitude.twoDecimals).joined(separator: ",")),
                ("timeformat", "unixtime"),
            ] + asking,
            secretQuery: apiKey.map { [("apikey", $0)] } ?? []
        )
    }

    /// The answers by the index of their place in the request; a place that is missing or unreadable has none.
    func answers<Answer: Decodable>(
        to request: HTTPRequest,
        calls: Int
    ) async throws(ReloadFailure) -> [Int: Answer] {
        let response = try await account.send(request, calls: calls)
        guard response.status == 200 else {
            let failure = refusal(response, now: clock.now)
            // A limit is on the address of the Internet, whatever is asked for; a wrong key or path is not.
            if response.status == 429 { throw await account.blocked(failure) }
            throw failure
        }
        guard let answers = OpenMeteoDocument<Answer>.decode(response.body) else {
            throw unreadable(response.body)
        }
        return answers
    }

    /// A stream that breaks on the server ends, after its status of 200, in an English sentence.
    private func unreadable(_ body: [UInt8]) -> ReloadFailure {
        let text = String(decoding: body.suffix(1000), as: UTF8.self)
        return text.contains(substring: "Unexpected error while streaming data")
            ? ReloadFailure(malformed: "it broke off with an error of the server", from: Self.title)
            : ReloadFailure(malformed: describeUnreadable(body), from: Self.title)
    }

    private func refusal(_ response: HTTPResponse, now: UTCInstant) -> ReloadFailure {
        let reason = OpenMeteoRefusal.reason(in: response.body)
        let words = reason.map { ": " + quoted($0, hiding: apiKey) } ?? ""
        let failure =
            switch response.status {
            case 400, 404:
                ReloadFailure(
                    reason: "\(Self.title) refuses the request (\(response.status))\(words): check its base URL",
                    // Without its own words whoever answered in its place may be gone in a moment.
                    retry: reason == nil ? .backoff : .halfHourly
                )
            case 401, 403:
                ReloadFailure(
                    reason: "\(Self.title) refuses access (\(response.status))\(words): check its API key and base URL",
                    retry: reason == nil ? .backoff : .halfHourly
                )
            case 429:
                ReloadFailure(
                    reason: "\(Self.title): too many requests\(words): fewer places, or an API key, help if it lasts",
                    retry: retry(afterLimit: reason ?? "", now: now)
                )
            default: ReloadFailure(status: response.status, from: Self.title)
            }
        return failure.obeyingRetryAfter(of: response, now: now)
    }

    /// The server clears its counters on the clock, each at the end of its minute, hour or day in UTC.
    ///
    /// An address of the Internet may be one that many share, or another one tomorrow: each half hour it is tried
    /// before.
    private func retry(afterLimit reason: String, now: UTCInstant) -> ReloadFailure.Retry {
        func end(of period: Int) -> ReloadFailure.Retry {
            .after(min(ReloadPolicy.longestBlock, .seconds(period - now.unixSeconds % period)))
        }
        if reason.contains(substring: "Minutely") { return .after(.seconds(60)) }
        if reason.contains(substring: "Hourly") { return end(of: 3600) }
        if reason.contains(substring: "Daily") { return end(of: 86_400) }
        return .doubling(from: .zero)
    }
}
