package import Time
package import Timelines
package import Weather
import Widgets

/// Forecasts by Open-Meteo (https://open-meteo.com/en/docs): no key needed, many places in one request.
package struct OpenMeteo: ForecastSource {
    package let name = "open-meteo"
    /// Far below the service's 1000: the free tier counts each place as a call, 600 a minute.
    package static let mostPlacesPerRequest = 100
    package let placesPerRequest = mostPlacesPerRequest

    private let client: HTTPClient
    private let clock: any WallClock
    private let url: String
    private let apiKey: Credential?

    /// `baseURL` is another for paying users (`https://customer-api.open-meteo.com`) and servers of one's own.
    package init(
        client: HTTPClient,
        clock: any WallClock,
        baseURL: String = "https://api.open-meteo.com",
        path: String = "/v1/forecast",
        apiKey: String? = nil
    ) {
        self.client = client
        self.clock = clock
        url = (baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL) + path
        self.apiKey = apiKey.map(Credential.init)
    }

    package func forecasts(for places: [Coordinate]) async -> [Result<HourlyForecast, ReloadFailure>] {
        guard !places.isEmpty else { return [] }
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await client.send(request(for: places))
        } catch {
            return places.map { _ in .failure(ReloadFailure(error, from: Self.title)) }
        }
        let now = clock.now
        guard response.status == 200 else {
            let failure = refusal(response, places: places.count, now: now)
            return places.map { _ in .failure(failure) }
        }
        guard let answers = OpenMeteoAnswer.decode(response.body) else {
            return places.map { _ in .failure(unreadable(response.body)) }
        }
        return places.indices.map { index in
            guard let answer = answers[index], let hours = answer.hours() else {
                return .failure(ReloadFailure(malformed: "one place's part is missing or wrong", from: Self.title))
            }
            return HourlyForecast(hours: hours, timeZone: answer.timeZone, obtained: now, source: name)
                .orFailureWhenEmpty(at: now, from: Self.title)
        }
    }

    private static let title = "Open-Meteo"

    private func request(for places: [Coordinate]) -> HTTPRequest {
        HTTPRequest(
            url: url,
            query: [
                ("latitude", places.map(\.latitude.twoDecimals).joined(separator: ",")),
                ("longitude", places.map(\.longitude.twoDecimals).joined(separator: ",")),
                ("hourly", "temperature_2m,pressure_msl,weather_code,is_day"),
                ("timezone", "auto"),
                ("timeformat", "unixtime"),
                ("forecast_hours", "30"),
            ],
            secretQuery: apiKey.map { [("apikey", $0)] } ?? []
        )
    }

    /// A stream that breaks on the server ends, after its status of 200, in an English sentence.
    private func unreadable(_ body: [UInt8]) -> ReloadFailure {
        let text = String(decoding: body.suffix(1000), as: UTF8.self)
        return text.contains("Unexpected error while streaming data")
            ? ReloadFailure(malformed: "it broke off with an error of the server", from: Self.title)
            : ReloadFailure(malformed: describeUnreadable(body), from: Self.title)
    }

    private func refusal(_ response: HTTPResponse, places: Int, now: UTCInstant) -> ReloadFailure {
        let reason = OpenMeteoRefusal.reason(in: response.body)
        let words = reason.map { ": " + quoted($0, hiding: apiKey) } ?? ""
        let failure =
            switch response.status {
            case 400, 404:
                ReloadFailure(
                    reason: "\(Self.title) refuses the request (\(response.status))\(words): check its base URL",
                    // One place's fault must not stop the others for ever, nor must whoever answers instead.
                    retry: response.status == 400 && reason != nil && places == 1 ? .untilConfigurationChanges : .hourly
                )
            case 401, 403:
                ReloadFailure(
                    reason: "\(Self.title) refuses access (\(response.status))\(words): check its API key and base URL",
                    retry: .hourly
                )
            case 429:
                ReloadFailure(
                    reason: "\(Self.title): too many requests\(words)",
                    retry: retry(afterLimit: reason ?? "", now: now)
                )
            default: ReloadFailure(status: response.status, from: Self.title)
            }
        return failure.obeyingRetryAfter(of: response, now: now)
    }

    /// The server clears its counters on the clock, each at the end of its minute, hour or day in UTC.
    private func retry(afterLimit reason: String, now: UTCInstant) -> ReloadFailure.Retry {
        let seconds = now.unixSeconds
        if reason.contains("Minutely") { return .after(.seconds(60)) }
        if reason.contains("Hourly") { return .after(.seconds(3600 - seconds % 3600)) }
        if reason.contains("Daily") { return .after(.seconds(86_400 - seconds % 86_400)) }
        return .backoff
    }
}

extension HourlyForecast {
    /// A failure when no hour from now on has a pressure or a temperature.
    func orFailureWhenEmpty(at now: UTCInstant, from service: String) -> Result<HourlyForecast, ReloadFailure> {
        let hasData = hours.contains { hour in
            hour.start >= now.hourStart && (hour.pressure != nil || hour.temperature != nil)
        }
        if hasData { return .success(self) }
        return .failure(ReloadFailure(reason: "\(service) has no data there for the coming hours", retry: .hourly))
    }
}
