import JSON
import Time
package import Timelines
package import Weather
package import Widgets

/// Forecasts by MET Norway (https://api.met.no/doc/TermsOfService): no key, but a contact; one place a request.
///
/// Asks for a place no earlier than its last answer's `Expires`, and then only for what has changed.
package struct MetNorway: Upstream, ForecastSource {
    package static let description = SourceDescription(
        name: "met-norway",
        title: "MET Norway",
        settings: [
            SettingDescription(name: "base_url", format: .baseURL, fallback: "https://api.met.no"),
            SettingDescription(
                name: "path",
                format: .urlPath,
                fallback: "/weatherapi/locationforecast/2.0/compact"
            ),
            // The address in User-Agent; without it every request is refused.
            SettingDescription(name: "contact", format: .text),
        ]
    )

    /// The API takes one position per request.
    package let placesPerRequest = 1

    private static let mostKeptForecasts = 512

    private let account: Account
    private let clock: any WallClock
    private let url: String
    private let cache = ForecastCache(capacity: mostKeptForecasts)

    package static func problem(in settings: SourceSettings) -> String? {
        // A header holds nothing but ASCII.
        let contact = (settings.values["contact"] ?? "").unicodeScalars
        guard !contact.contains(where: { ("!"..."~").contains($0) }) else { return nil }
        return "\(description.title) refuses clients that do not tell who runs them: set `contact` to your e-mail "
            + "address or website"
    }

    package init(settings: SourceSettings, environment: UpstreamEnvironment) {
        account = Account(Self.description, environment: environment, contact: settings.values["contact"])
        clock = environment.clock
        url = settings.address(base: "base_url", path: settings.values["path"] ?? "")
    }

    package func forecasts(for places: [Coordinate]) async -> [Result<HourlyForecast, ReloadFailure>] {
        var forecasts: [Result<HourlyForecast, ReloadFailure>] = []
        for place in places {
            do throws(ReloadFailure) {
                forecasts.append(.success(try await forecast(for: place)))
            } catch {
                forecasts.append(.failure(error))
            }
        }
        return forecasts
    }

    private func forecast(for place: Coordinate) async throws(ReloadFailure) -> HourlyForecast {
        let known = await cache.item(at: place)
        if let known, known.isCurrent(at: clock.now) { return try confirmed(known.forecast) }
        let response = try await account.send(request(for: place, since: known?.lastModified))
        let now = clock.now
        var kept: ForecastCache.Item
        switch (response.status, known) {
        // 203 is the last word of a version that is about to end.
        case (200, _), (203, _):
            let forecast = try decoded(response)
            // An answer that was cut short is not to be confirmed, nor to last.
            let isWhole = forecast.hasPressure(at: now)
            kept = ForecastCache.Item(
                forecast: forecast,
                lastModified: response.lastModified.flatMap { isWhole && UTCInstant(httpDate: $0) != nil ? $0 : nil },
                checked: now,
                lifetime: isWhole ? response.lifetime(now: now) : .zero
            )
        case (304, let known?) where known.lastModified != nil:
            kept = known
            kept.checked = now
            kept.lifetime = response.lifetime(now: now)
        default: throw await refusal(response, now: now)
        }
        await cache.insert(kept, at: place)
        return try confirmed(kept.forecast)
    }

    private func request(for place: Coordinate, since lastModified: String?) -> HTTPRequest {
        HTTPRequest(
            url: url,
            query: [("lat", place.latitude.twoDecimals), ("lon", place.longitude.twoDecimals)],
            headers: lastModified.map { [("If-Modified-Since", $0)] } ?? []
        )
    }

    /// As good as obtained now: the upstream has just said so, or said before that it holds until later.
    private func confirmed(_ forecast: HourlyForecast) throws(ReloadFailure) -> HourlyForecast {
        var forecast = forecast
        forecast.obtained = clock.now
        return try forecast.orFailureWhenEmpty(at: forecast.obtained, from: Self.description.title).get()
    }

    private func decoded(_ response: HTTPResponse) throws(ReloadFailure) -> HourlyForecast {
        guard let hours = MetNorwayAnswer(json: response.body)?.hours() else {
            throw ReloadFailure(malformed: describeUnreadable(response.body), from: Self.description.title)
        }
        return HourlyForecast(hours: hours, timeZone: nil, obtained: clock.now, source: name)
    }

    /// The failure that a refusal stands for; refusals of the client as a whole block the account.
    ///
    /// All its refusals are web pages, as are those of whoever answers in its place: none is taken for the last word.
    private func refusal(_ response: HTTPResponse, now: UTCInstant) async -> ReloadFailure {
        let title = Self.description.title
        switch response.status {
        case 403:
            let failure = ReloadFailure(
                reason: "\(title) refuses this client (403): check that `contact` is an address where its operators "
                    + "can reach you",
                retry: .doubling(from: .zero)
            )
            let obedient = failure.obeyingRetryAfter(of: response, now: now)
            return await account.blocked(obedient, isLimit: response.retryAfter != nil)
        case 429:
            let failure = ReloadFailure(
                reason: "\(title): too many requests, none for a while: fewer places help",
                retry: .doubling(from: .zero)
            )
            return await account.blocked(failure.obeyingRetryAfter(of: response, now: now))
        case 422:
            return ReloadFailure(
                reason: "\(title) has no forecasts for this place (422): choose another source for it",
                retry: .halfHourly
            )
            .obeyingRetryAfter(of: response, now: now)
        case 304:
            return ReloadFailure(malformed: "304 where nothing was kept", from: title)
        default:
            return ReloadFailure(status: response.status, from: title).obeyingRetryAfter(of: response, now: now)
        }
    }
}
