import Time
import Timelines
import Weather
import Widgets

/// Asks QWeather as one account, and no more for what it refuses.
actor QWeatherSession {
    private struct Refused: Hashable {
        var endpoint: QWeatherEndpoint
        /// Nil for all places.
        var place: Coordinate?
    }

    private struct Memory {
        var refusal: QWeatherRefusal
        var start: UTCInstant
        var end: UTCInstant
        /// The round of refusals that it belongs to.
        var round: Int

        /// Not before it began either: a clock that was set back would prolong it.
        func holds(at now: UTCInstant, in round: Int) -> Bool { round == self.round && start <= now && now < end }
    }

    private let account: Account
    private let clock: any WallClock
    private let refusals: Refusals
    private let baseURL: String
    private var identity: QWeatherAccess.Identity
    private var refused: [Refused: Memory] = [:]

    /// The most refusals that are remembered: two for each of 200 places, and those of all places.
    private static let mostRefused = 512

    init(_ access: QWeatherAccess, as account: Account, in environment: UpstreamEnvironment) {
        self.account = account
        clock = environment.clock
        refusals = environment.refusals
        baseURL = access.baseURL
        identity = access.identity
    }

    /// The body of an answer that is none of a fault.
    func body(
        of endpoint: QWeatherEndpoint,
        at place: Coordinate,
        language: String? = nil
    ) async throws(QWeatherRefusal) -> [UInt8] {
        for key in [Refused(endpoint: endpoint), Refused(endpoint: endpoint, place: place)] {
            if let memory = refused[key], memory.holds(at: clock.now, in: refusals.current) { throw memory.refusal }
        }
        let request = try request(for: endpoint, at: place, language: language)
        let response: HTTPResponse
        do throws(ReloadFailure) {
            response = try await account.send(request)
        } catch {
            // Only what happens on the way is tried again with backoff; a budget or a block says until when.
            throw QWeatherRefusal(error, reach: error.retry == .backoff ? .passing : .account)
        }
        guard let fault = QWeatherFault(response) else { return response.body }
        var refusal = QWeatherRefusal(fault, of: endpoint)
        refusal.failure = refusal.failure.obeyingRetryAfter(of: response, now: clock.now)
        throw await remembered(refusal, of: endpoint, at: place)
    }

    private func request(
        for endpoint: QWeatherEndpoint,
        at place: Coordinate,
        language: String?
    ) throws(QWeatherRefusal) -> HTTPRequest {
        let path = endpoint.path(for: place)
        var request = HTTPRequest(
            url: baseURL + path.path,
            secretPath: path.place,
            query: endpoint.query(for: place, language: language)
        )
        switch identity {
        case .key(let key):
            request.secretHeaders = [("X-QW-Api-Key", key)]
        case .token(var tokens):
            guard let token = tokens.token(at: clock.now) else {
                let reason = "\(QWeatherRefusal.title): no token could be signed: the host is out of memory"
                throw QWeatherRefusal(ReloadFailure(reason: reason, retry: .backoff), reach: .passing)
            }
            identity = .token(tokens)
            request.secretHeaders = [("Authorization", Secret("Bearer " + token.reveal()))]
        }
        return request
    }

    private func remembered(
        _ refusal: QWeatherRefusal,
        of endpoint: QWeatherEndpoint,
        at place: Coordinate
    ) async -> QWeatherRefusal {
        let now = clock.now
        switch refusal.reach {
        case .passing: break
        case .account: return QWeatherRefusal(await account.blocked(refusal.failure), reach: .account)
        // An essential one's failure is what the place's next reload is planned by.
        case .place, .endpoint: if !endpoint.isEssential { remember(refusal, of: endpoint, at: place, now: now) }
        }
        return refusal
    }

    private func remember(
        _ refusal: QWeatherRefusal,
        of endpoint: QWeatherEndpoint,
        at place: Coordinate,
        now: UTCInstant
    ) {
        let round = refusals.current
        refused = refused.filter { $0.value.holds(at: now, in: round) }
        if refused.count >= Self.mostRefused, let next = refused.min(by: { $0.value.end < $1.value.end }) {
            refused[next.key] = nil
        }
        let isOfPlace = refusal.reach == .place
        refused[Refused(endpoint: endpoint, place: isOfPlace ? place : nil)] =
            Memory(refusal: refusal, start: now, end: now.addingHours(isOfPlace ? 6 : 24), round: round)
    }
}
