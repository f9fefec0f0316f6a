import JSONReading
import Time
import Timelines
import Widgets

/// OpenWeather's refusal: `{"cod":401,"message":"…"}`; its `cod` is sometimes a string, so the status counts.
struct OpenWeatherRefusal {
    let failure: ReloadFailure
    /// Whether it is of the key or the account, and not of this request.
    let isOfWholeAccount: Bool

    private struct Document: Decodable {
        let message: String
    }

    init(_ response: HTTPResponse, hiding apiKey: Secret, from service: String, now: UTCInstant) {
        let message = Document(json: response.body)?.message
        let failure =
            switch response.status {
            case 401: Self.unauthorized(message ?? "", from: service)
            case 400, 403, 404:
                ReloadFailure(
                    reason: "\(service) refuses the request (\(response.status))"
                        + (message.map { ": " + quoted($0, hiding: apiKey) } ?? "") + ": check its base URL and plan",
                    retry: .untilConfigurationChanges
                )
            case 429:
                ReloadFailure(
                    reason: "\(service): too many requests for this plan: the account is blocked for a while, see its "
                        + "quota, and set daily_budget",
                    retry: .doubling(from: .seconds(600))
                )
            default: ReloadFailure(status: response.status, from: service)
            }
        self.failure = failure.obeyingRetryAfter(of: response, now: now)
        // A key without a One Call subscription still has the air and the names.
        isOfWholeAccount =
            response.status == 429 || response.status == 401 && message?.contains(Self.invalidKey) == true
    }

    private static let invalidKey = "Invalid API key"

    /// One status for three cases with three remedies; only the message tells them apart.
    private static func unauthorized(_ message: String, from service: String) -> ReloadFailure {
        let remedy =
            if message.contains("subscription") {
                "the key has no One Call subscription: subscribe to “One Call by Call” at https://openweathermap.org/price"
            } else if message.contains(invalidKey) {
                "the API key is wrong or not active yet: check it; a new key works after up to two hours"
            } else {
                "check the API key and its One Call subscription; a new key works after up to two hours"
            }
        return ReloadFailure(reason: "\(service) refuses the API key (401): \(remedy)", retry: .hourly)
    }
}
