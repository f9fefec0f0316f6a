import Time
package import Timelines
package import Weather
package import Widgets

/// Current conditions, days, air quality and places' names by QWeather (https://dev.qweather.com), one place a request.
package struct QWeather: Upstream, ConditionsSource, PlaceNamer {
    package static let description = SourceDescription(
        name: "qweather",
        title: QWeatherRefusal.title,
        namesPlaces: true,
        settings: [
            SettingDescription(name: "api_host", format: .text),
            SettingDescription(name: "generation", format: .choice(["v1", "v7"]), fallback: "v1"),
            SettingDescription(name: "api_key", format: .secret),
            SettingDescription(name: "credential_id", format: .text),
            SettingDescription(name: "project_id", format: .text),
            SettingDescription(name: "private_key", format: .secret),
        ],
        monthlyBudget: 50_000
    )
    /// The API takes one position per request.
    package let placesPerRequest = 1
    /// The service's terms forbid storing its answers about places.
    package let mayBeStored = false

    /// The conditions, the days and the air.
    package static func reportCallCount(places: Int) -> Int { 3 * places }

    private let session: Result<QWeatherSession, QWeatherRefusal>
    private let isV7: Bool
    private let clock: any WallClock

    package static func problem(in settings: SourceSettings) -> String? {
        do throws(QWeatherAccess.Problem) {
            _ = try QWeatherAccess(settings)
            return nil
        } catch {
            return error.sentence
        }
    }

    package init(settings: SourceSettings, environment: UpstreamEnvironment) {
        clock = environment.clock
        isV7 = settings.values["generation"] == "v7"
        do throws(QWeatherAccess.Problem) {
            let access = try QWeatherAccess(settings)
            let account = Account(Self.description, environment: environment)
            session = .success(QWeatherSession(access, as: account, in: environment))
        } catch {
            let failure = ReloadFailure(reason: error.sentence, retry: .untilConfigurationChanges)
            session = .failure(QWeatherRefusal(failure, reach: .account))
        }
    }

    package func reports(for places: [Coordinate]) async -> [Result<ConditionsReport, ReloadFailure>] {
        var reports: [Result<ConditionsReport, ReloadFailure>] = []
        for place in places {
            do throws(QWeatherRefusal) {
                reports.append(.success(try await report(for: place)))
            } catch {
                reports.append(.failure(error.failure))
            }
        }
        return reports
    }

    package func name(at coordinate: Coordinate, language: String) async -> Result<String?, ReloadFailure> {
        do throws(QWeatherRefusal) {
            let body = try await body(of: .city, at: coordinate, language: qWeatherLanguage(language))
            guard let name = QWeatherCity.name(body) else { return .failure(unreadable(body)) }
            return .success(name.isEmpty ? nil : name)
        } catch {
            return error.saysThereIsNothing ? .success(nil) : .failure(error.failure)
        }
    }

    private func report(for place: Coordinate) async throws(QWeatherRefusal) -> ConditionsReport {
        // First by itself: when it is refused, the rest would be errors for nothing.
        let body = try await body(of: isV7 ? .currentV7 : .currentV1, at: place)
        let now = clock.now
        guard let current = isV7 ? QWeatherV7.current(body, now: now) : QWeatherV1.current(body, now: now) else {
            throw QWeatherRefusal(unreadable(body), reach: .passing)
        }
        async let airQuality = airQuality(at: place)
        let days = await days(at: place)
        return ConditionsReport(
            current: current,
            airQuality: try await airQuality.get(),
            days: try days.get(),
            timeZone: nil,
            obtained: now,
            source: name
        )
    }

    /// Empty where there is no answer, unless the account has none any more.
    private func days(at place: Coordinate) async -> Result<[DailyForecast], QWeatherRefusal> {
        do throws(QWeatherRefusal) {
            guard isV7 else {
                return .success(QWeatherV1.days(try await body(of: .daysV1, at: place), at: place) ?? [])
            }
            do throws(QWeatherRefusal) {
                return .success(QWeatherV7.days(try await body(of: .weekV7, at: place)) ?? [])
            } catch  where error.isOfEndpoint {
                // Plans that have no week have three days.
                return .success(QWeatherV7.days(try await body(of: .threeDaysV7, at: place)) ?? [])
            }
        } catch {
            return error.reach == .account ? .failure(error) : .success([])
        }
    }

    /// Nil where there is no answer, unless the account has none any more.
    private func airQuality(at place: Coordinate) async -> Result<AirQuality?, QWeatherRefusal> {
        do throws(QWeatherRefusal) {
            let body = try await body(of: isV7 ? .airV7 : .airV1, at: place)
            return .success(isV7 ? QWeatherV7.airQuality(body) : QWeatherV1.airQuality(body))
        } catch {
            return error.reach == .account ? .failure(error) : .success(nil)
        }
    }

    private func body(
        of endpoint: QWeatherEndpoint,
        at place: Coordinate,
        language: String? = nil
    ) async throws(QWeatherRefusal) -> [UInt8] {
        try await session.get().body(of: endpoint, at: place, language: language)
    }

    private func unreadable(_ body: [UInt8]) -> ReloadFailure {
        ReloadFailure(malformed: describeUnreadable(body), from: QWeatherRefusal.title)
    }
}
