import JSON
import Time
package import Timelines
package import Widgets

/// Sentences from Hitokoto (https://developer.hitokoto.cn/sentence/): no key, mostly Chinese.
///
/// Categories are `a` animation, `b` comics, `c` games, `d` literature, `e` original, `f` internet, `g` other, `h`
/// film, `i` poetry, `j` songs, `k` philosophy and `l` jokes.
package struct Hitokoto: Upstream, QuoteSource {
    package static let description = SourceDescription(
        name: "hitokoto",
        title: "Hitokoto",
        settings: [SettingDescription(name: "base_url", format: .baseURL, fallback: "https://v1.hitokoto.cn")]
    )

    /// A volunteers' service, of which a quote a day is wanted: it is never asked again earlier than this.
    private static let leastWait = Duration.seconds(600)

    private let account: Account
    private let clock: any WallClock
    private let url: String

    package init(settings: SourceSettings, environment: UpstreamEnvironment) {
        account = Account(Self.description, environment: environment)
        clock = environment.clock
        url = settings.address(base: "base_url", path: "/")
    }

    package func quote(_ request: QuoteRequest) async -> Result<Quote, ReloadFailure> {
        let response: HTTPResponse
        do throws(ReloadFailure) {
            response = try await account.send(httpRequest(for: request))
        } catch {
            return .failure(error.retry == .backoff ? error.retried(.refused(again: Self.leastWait)) : error)
        }
        guard response.status == 200 else { return .failure(await refusal(response)) }
        guard let answer = HitokotoAnswer(json: response.body) else {
            let failure = ReloadFailure(malformed: describeUnreadable(response.body), from: Self.description.title)
            return .failure(await account.blocked(failure.retried(.doubling(from: Self.leastWait)), isLimit: false))
        }
        guard let quote = answer.quote else {
            let reason = "\(Self.description.title) sent an empty sentence: choose other categories"
            return .failure(ReloadFailure(reason: reason, retry: .refused(again: Self.leastWait)))
        }
        return .success(quote)
    }

    func httpRequest(for request: QuoteRequest) -> HTTPRequest {
        HTTPRequest(
            url: url,
            query: request.categories.map { ("c", $0) } + [
                ("encode", "json"), ("charset", "utf-8"), ("min_length", "1"),
                ("max_length", "\(request.mostCharacters)"),
            ]
        )
    }

    /// The failure that a refusal stands for; all but those of a single request block the account.
    private func refusal(_ response: HTTPResponse) async -> ReloadFailure {
        let title = Self.description.title
        let block = ReloadFailure.Retry.doubling(from: Self.leastWait)
        let failure: ReloadFailure
        switch response.status {
        case 400:
            guard let message = HitokotoRefusal.message(in: response.body) else { fallthrough }
            return ReloadFailure(
                reason: "\(title) has no sentence of these categories and this length (400): "
                    + quoted(message, hiding: nil) + ": choose other categories, `a` to `l`",
                retry: .halfHourly
            )
        case 404:
            failure = ReloadFailure(
                reason: "\(title) is not at this address (\(response.status)): check its base URL",
                retry: block
            )
        case 403:
            failure = ReloadFailure(
                reason: "\(title) refuses this client or network (403): set `contact`, or try the base URL "
                    + "https://international.v1.hitokoto.cn",
                retry: block
            )
        case 429:
            failure = ReloadFailure(
                reason: "\(title): too many requests, none for a while: if it lasts, set another base URL",
                retry: block
            )
        default:
            let other = ReloadFailure(status: response.status, from: title)
            failure = other.retry == .backoff ? other.retried(block) : other
        }
        let obedient = failure.obeyingRetryAfter(of: response, now: clock.now)
        return await account.blocked(obedient, isLimit: response.status == 429 || response.retryAfter != nil)
    }
}

extension ReloadFailure {
    fileprivate func retried(_ retry: Retry) -> ReloadFailure { ReloadFailure(reason: reason, retry: retry) }
}
