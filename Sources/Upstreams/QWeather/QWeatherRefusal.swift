import Timelines

/// The reason why QWeather gives no answer, with the requests that it also applies to.
struct QWeatherRefusal: Error, Sendable, Equatable {
    /// The set of requests that would fail again; larger ones include smaller ones.
    enum Reach: Sendable, Comparable {
        /// Nothing: the next request may well be answered.
        case passing
        /// The same of the same place.
        case place
        /// The same of whatever place.
        case endpoint
        /// Anything.
        case account
    }

    var failure: ReloadFailure
    var reach: Reach
    /// True where the refusal means that QWeather has no data for the place.
    var saysThereIsNothing = false
    /// True where another endpoint may have the data.
    var isOfEndpoint: Bool { reach == .endpoint || isForeign }
    private var isForeign = false

    static let title = "QWeather"

    init(_ failure: ReloadFailure, reach: Reach) {
        self.failure = failure
        self.reach = reach
    }

    init(_ fault: QWeatherFault, of endpoint: QWeatherEndpoint) {
        reach = Self.reach(of: fault, at: endpoint)
        if case .foreign = fault { isForeign = true }
        saysThereIsNothing = fault == .noData || fault == .noSuchLocation
        if case .passing(let status) = fault {
            failure = ReloadFailure(status: status, from: Self.title)
        } else {
            let (words, retry) = Self.remedy(for: fault)
            failure = ReloadFailure(reason: Self.title + " " + words, retry: retry)
        }
    }

    private static func reach(of fault: QWeatherFault, at endpoint: QWeatherEndpoint) -> Reach {
        switch fault {
        case .passing, .foreign: .passing
        case .noData, .noSuchLocation, .invalidRequest, .notFound: .place
        // If the weather itself is refused, the rest of the account is of no use.
        case .deprecated, .forbidden: endpoint.isEssential ? .account : .endpoint
        case .unauthorized, .noCredit, .securityRestriction, .invalidHost, .suspended, .tooManyRequests,
            .overMonthlyLimit:
            .account
        }
    }

    /// Errors that go on suspend the account: what QWeather itself refuses is asked again twice an hour, and once a day
    /// where the account is suspended or the month is over.
    private static func remedy(for fault: QWeatherFault) -> (words: String, retry: ReloadFailure.Retry) {
        let rarely = ReloadFailure.Retry.halfHourly
        let daily = ReloadFailure.Retry.daily
        return switch fault {
        case .noData: ("has no data for this place: choose another source for it", rarely)
        case .noSuchLocation: ("does not know this place: check its position, or choose another source", rarely)
        case .invalidRequest: ("calls the request invalid (400): check “api_host” and “generation”", rarely)
        case .notFound: ("does not find what is asked for (404): check “api_host” and “generation”", rarely)
        case .unauthorized:
            (
                "refuses the credentials (401): check the API key, or the token's “credential_id”, “project_id”, "
                    + "private key and this host's clock",
                rarely
            )
        case .noCredit:
            ("has no credit left for this account, or an unpaid bill: see https://console.qweather.com", rarely)
        case .securityRestriction:
            ("refuses access by the credential's security restrictions (403): check them in the console", rarely)
        case .invalidHost:
            (
                "does not serve this account from this host (403): copy your API Host from "
                    + "https://console.qweather.com/setting into “api_host”",
                rarely
            )
        case .suspended: ("has suspended the account (403): see https://console.qweather.com", daily)
        case .deprecated:
            ("no longer serves this generation (403): set “generation” to v1", rarely)
        case .forbidden: ("does not let this account have the data (403): check the project and its plan", rarely)
        case .tooManyRequests:
            (
                "has had too many requests of this account (429): see its plan, and set daily_budget",
                .doubling(from: .zero)
            )
        case .overMonthlyLimit:
            ("has served all requests of the month's plan (429): wait for the next month or change the plan", daily)
        case .foreign(let status):
            (
                "did not answer itself, its host refuses (\(status)): check “api_host”, which is your own and found at "
                    + "https://console.qweather.com/setting, and whether a proxy or a login page answers in its place",
                .backoff
            )
        case .passing(let status): ("answered with status \(status): if it lasts, choose another source", .backoff)
        }
    }
}
