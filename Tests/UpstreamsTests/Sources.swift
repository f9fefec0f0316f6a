import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Upstreams

extension Upstream {
    /// With the defaults but for these settings; the key is left out where it is nil.
    init(
        client: HTTPClient,
        clock: any WallClock,
        values: [String: String] = [:],
        apiKey: String? = nil,
        budget: any RequestBudget = UnlimitedBudget()
    ) {
        var settings = SourceSettings(defaultsOf: Self.description)
        settings.values.merge(values) { $1 }
        settings.secrets["api_key"] = apiKey.map(Secret.init)
        self.init(settings: settings, environment: UpstreamEnvironment(client: client, clock: clock, budget: budget))
    }

    /// At a server that has all there is.
    init(
        client: HTTPClient,
        clock: any WallClock,
        baseURL: String,
        apiKey: String? = nil,
        budget: any RequestBudget = UnlimitedBudget()
    ) {
        let values = ["base_url": baseURL, "air_quality_base_url": baseURL]
        self.init(client: client, clock: clock, values: values, apiKey: apiKey, budget: budget)
    }
}

/// A budget that writes down what is spent, and refuses all once there is a refusal.
actor RecordingBudget: RequestBudget {
    private(set) var spent: [Int] = []
    private(set) var accounts: Set<String> = []
    private var refusal: ReloadFailure?

    init(refusal: ReloadFailure? = nil) {
        self.refusal = refusal
    }

    func giveBack(_ calls: Int, of account: String, at now: UTCInstant) {}

    func spend(_ calls: Int, of account: String, at now: UTCInstant) async throws(ReloadFailure) {
        if let refusal { throw refusal }
        spent.append(calls)
        accounts.insert(account)
    }

    static let usedUp = ReloadFailure(
        reason: "the day's budget is used up: raise `daily_budget`",
        retry: .after(.seconds(4711))
    )
}

/// The failure, or a failure of the test.
func failure<Value>(
    of result: Result<Value, ReloadFailure>,
    _ location: SourceLocation = #_sourceLocation
) -> ReloadFailure {
    guard case .failure(let failure) = result else {
        Issue.record("expected a failure", sourceLocation: location)
        return ReloadFailure(reason: "none", retry: .after(.zero))
    }
    return failure
}
