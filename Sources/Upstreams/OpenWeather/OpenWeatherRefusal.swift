import JSON
import Text
import Time
import Timelines
import Widgets

/// OpenWeather's refusal: `{"cod":401,"message":"…"}`; its `cod` is sometimes a string, so the status counts.
///
/// Without a `cod` somebody else has answered, such as a proxy or a login page, and the next request may well go
/// through.
struct OpenWeatherRefusal {
    let failure: ReloadFailure
    /// True where it concerns the key or the account, not this request.
    let isOfWholeAccount: Bool

    private struct Document: Decodable {
        let message: String?

        private enum CodingKeys: String, CodingKey {
            case cod, message
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if (try? container.decode(String.self, forKey: .cod)) == nil {
                _ = try container.decode(Int.self, forKey: .cod)
            }
            message = try? container.decode(String.self, forKey: .message)
        }
    }

    init(_ response: HTTPResponse, hiding apiKey: Secret, from service: String, now: UTCInstant) {
        let document = Document(json: response.body)
        let message = document?.message
        let failure =
            switch response.status {
            case 401 where document != nil: Self.unauthorized(message ?? "", from: service)
            case 400 where document != nil, 403 where document != nil, 404 where document != nil:
                ReloadFailure(
                    reason: "\(service) refuses the request (\(response.status))"
                        + (message.map { ": " + quoted($0, hiding: apiKey) } ?? "") + ": check its base URL and plan",
                    retry: .halfHourly
                )
            case 429:
                ReloadFailure(
                    reason: "\(service): too many requests for this plan: the account is blocked for a while, see its "
                        + "quota, and set daily_budget",
                    retry: .doubling(from: .zero)
                )
            default: ReloadFailure(status: response.status, from: service)
            }
        self.failure = failure.obeyingRetryAfter(of: response, now: now)
        // A key without a One Call subscription still has the air and the names.
        isOfWholeAccount =
            response.status == 429 || response.status == 401 && message?.contains(substring: Self.invalidKey) == true
    }

    private static let invalidKey = "Invalid API key"

    /// One status for three cases with three remedies; only the message tells them apart.
    private static func unauthorized(_ message: String, from service: String) -> ReloadFailure {
        let remedy =
            if message.contains(substring: "subscription") {
                "the key has no One Call subscription: subscribe to “One Call by Call” at "
                    + "https://openweathermap.org/price"
            } else if message.contains(substring: invalidKey) {
                "the API key is wrong or not active yet: check it; a new key works after up to two hours"
            } else {
                "check the API key and its One Call subscription; a new key works after up to two hours"
            }
        return ReloadFailure(reason: "\(service) refuses the API key (401): \(remedy)", retry: .halfHourly)
    }
}
