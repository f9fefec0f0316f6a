import JSON
import Time
package import Timelines
package import Weather
package import Widgets

/// Names of places by Nominatim (https://nominatim.org/release-docs/latest/api/Reverse/), from OpenStreetMap.
///
/// Keeps to the public server's usage policy (https://operations.osmfoundation.org/policies/nominatim/): one request a
/// second at the most, with a contact in the User-Agent.
package struct Nominatim: Upstream, PlaceNamer {
    /// `contact` is what requests present themselves with.
    package static let description = SourceDescription(
        name: "nominatim",
        title: "Nominatim",
        namesPlaces: true,
        settings: [
            SettingDescription(name: "base_url", format: .baseURL, fallback: "https://nominatim.openstreetmap.org"),
            SettingDescription(name: "contact", format: .text),
        ]
    )

    package static func problem(in settings: SourceSettings) -> String? {
        let host = Origin(url: settings.address(base: "base_url", path: "/reverse"))?.host
        guard host == "nominatim.openstreetmap.org", (settings.values["contact"] ?? "").isEmpty else { return nil }
        return "nominatim needs a contact: set `contact` to an e-mail address or a page, "
            + "as the public server's usage policy asks for, or `sources.nominatim.base_url` to a server of your own"
    }

    /// The policy asks for it.
    package let mayBeStored = true

    private let account: Account
    private let clock: any WallClock
    private let pace: Pace
    private let url: String

    package init(settings: SourceSettings, environment: UpstreamEnvironment) {
        account = Account(Self.description, environment: environment, contact: settings.values["contact"])
        clock = environment.clock
        pace = Pace(clock: environment.clock, interval: .seconds(1))
        url = settings.address(base: "base_url", path: "/reverse")
    }

    package func name(at coordinate: Coordinate, language: String) async -> Result<String?, ReloadFailure> {
        do throws(ReloadFailure) {
            try await takeTurn()
            let response = try await account.send(request(at: coordinate, language: language), calls: 1)
            // The same words have come with either status.
            guard response.status == 200 || response.status == 404 else { throw await refusal(response) }
            switch NominatimAnswer(json: response.body)?.outcome {
            case .place(let name): return .success(name)
            case .nowhere: return .success(nil)
            case nil where response.status == 404: throw await refusal(response)
            case nil: throw ReloadFailure(malformed: describeUnreadable(response.body), from: Self.title)
            }
        } catch {
            return .failure(error)
        }
    }

    private static let title = description.title

    private func takeTurn() async throws(ReloadFailure) {
        do throws(Pace.Failure) {
            try await pace.turn()
        } catch {
            switch error {
            case .full(let limit): throw ReloadFailure(HTTPFailure.tooManyRequests(limit: limit), from: Self.title)
            case .cancelled: throw ReloadFailure(HTTPFailure.cancelled, from: Self.title)
            }
        }
    }

    /// `zoom=10` asks for the city or the like and not for the street.
    private func request(at coordinate: Coordinate, language: String) -> HTTPRequest {
        HTTPRequest(
            url: url,
            query: [
                ("lat", coordinate.latitude.twoDecimals), ("lon", coordinate.longitude.twoDecimals),
                ("format", "jsonv2"), ("zoom", "10"), ("addressdetails", "1"),
                ("accept-language", Self.preference(for: language)),
            ]
        )
    }

    /// A list as of the header Accept-Language: the language itself, its script's and its region's neighbours'.
    ///
    /// Without a last resort such as `en`, as a place is then called what it is called there.
    static func preference(for language: String) -> String {
        let base = language.prefix { $0 != "-" }.lowercased()
        let relatives: [String] =
            switch (base, language.lowercased()) {
            // OpenStreetMap has names by script rather than by region.
            case ("zh", "zh-tw"), ("zh", "zh-hk"), ("zh", "zh-mo"): ["zh-Hant", "zh"]
            case ("zh", "zh-cn"), ("zh", "zh-sg"), ("zh", "zh"): ["zh-Hans", "zh"]
            case ("nb", _), ("nn", _): [base, "no"]
            default: [base]
            }
        var seen: Set<String> = []
        return ([language] + relatives).filter { seen.insert($0.lowercased()).inserted }.enumerated()
            .map { $0 == 0 ? $1 : "\($1);q=0.\(10 - $0)" }
            .joined(separator: ",")
    }

    private func refusal(_ response: HTTPResponse) async -> ReloadFailure {
        let failure =
            switch response.status {
            case 403:
                ReloadFailure(
                    reason: "\(Self.title) refuses access (403): "
                        + "check `contact` and how often names are asked for",
                    retry: .doubling(from: .zero)
                )
            case 404:
                ReloadFailure(reason: "\(Self.title) is not there (404): check its base URL", retry: .backoff)
            case 429:
                ReloadFailure(
                    reason: "\(Self.title): too many requests (429): if it lasts, set a base URL of your own",
                    retry: .doubling(from: .zero)
                )
            default: ReloadFailure(status: response.status, from: Self.title)
            }
        let obedient = failure.obeyingRetryAfter(of: response, now: clock.now)
        guard response.status == 403 || response.status == 429 else { return obedient }
        return await account.blocked(obedient, isLimit: response.status == 429 || response.retryAfter != nil)
    }
}
