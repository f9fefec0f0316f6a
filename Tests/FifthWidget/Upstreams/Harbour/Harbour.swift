import JSON
import Time
package import Timelines
package import Upstreams
package import Weather
package import Widgets

/// A harbour's gauge: the level of the water hour by hour.
///
///     {"start":1774699200,"levels":[120,131,…]}
///
/// The levels are in centimetres above chart datum, one an hour from `start` on.
package struct Harbour: Upstream, TideSource {
    package static let description = SourceDescription(
        name: "harbour",
        title: "Harbour",
        settings: [SettingDescription(name: "base_url", format: .baseURL, fallback: "https://harbour.example.org")]
    )

    private struct Answer: Decodable {
        var start: Int
        var levels: [Int]
    }

    private let account: Account
    private let clock: any WallClock
    private let url: String

    package init(settings: SourceSettings, environment: UpstreamEnvironment) {
        account = Account(Self.description, environment: environment)
        clock = environment.clock
        url = settings.address(base: "base_url", path: "/tides")
    }

    package func tides(at place: Coordinate) async -> Result<TideForecast, ReloadFailure> {
        let query = [(name: "lat", value: "\(place.latitude)"), (name: "lon", value: "\(place.longitude)")]
        let response: HTTPResponse
        do throws(ReloadFailure) {
            response = try await account.send(HTTPRequest(url: url, query: query))
        } catch {
            return .failure(error)
        }
        guard response.status == 200 else {
            return .failure(ReloadFailure(status: response.status, from: Self.description.title))
        }
        guard let answer = Answer(json: response.body), !answer.levels.isEmpty else {
            return .failure(ReloadFailure(malformed: "no levels", from: Self.description.title))
        }
        return .success(
            TideForecast(
                start: UTCInstant(unixSeconds: answer.start),
                levels: answer.levels,
                obtained: clock.now,
                source: name
            )
        )
    }
}
