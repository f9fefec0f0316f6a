package import Time
package import Timelines
package import Widgets

/// An upstream's adapter: how it is described to users and made from what they configured.
package protocol Upstream: UpstreamSource {
    static var description: SourceDescription { get }

    /// What in these settings keeps the upstream from working, one sentence with its remedy; nil where all is well.
    static func problem(in settings: SourceSettings) -> String?

    init(settings: SourceSettings, environment: UpstreamEnvironment)
}

extension Upstream {
    package var name: String { Self.description.name }
    package static func problem(in settings: SourceSettings) -> String? { nil }
}

/// What upstreams' adapters work with.
package struct UpstreamEnvironment: Sendable {
    package let client: HTTPClient
    package let clock: any WallClock
    package let budget: any RequestBudget
    package let refusals: Refusals

    package init(
        client: HTTPClient,
        clock: any WallClock,
        budget: any RequestBudget = UnlimitedBudget(),
        refusals: Refusals = Refusals()
    ) {
        self.client = client
        self.clock = clock
        self.budget = budget
        self.refusals = refusals
    }
}

/// Counts requests, and refuses those that an account has no budget for.
package protocol RequestBudget: Sendable {
    /// Takes `calls` from what the account has left, all or none; what is taken is on disk when this returns.
    ///
    /// The error says which budget is used up and waits for its end.
    func spend(_ calls: Int, of account: String, at now: UTCInstant) async throws(ReloadFailure)

    /// Gives calls back that were spent at `now` and never reached the upstream.
    func giveBack(_ calls: Int, of account: String, at now: UTCInstant) async
}

/// A budget without limits.
package struct UnlimitedBudget: RequestBudget {
    package init() {}
    package func spend(_ calls: Int, of account: String, at now: UTCInstant) async throws(ReloadFailure) {}
    package func giveBack(_ calls: Int, of account: String, at now: UTCInstant) async {}
}

/// An account with an upstream: sends its requests, keeps to its budget, and leaves the upstream alone when that said so.
package actor Account {
    /// The source's name: what budgets are counted by.
    private let name: String
    private let title: String
    private let environment: UpstreamEnvironment
    /// In place of the HTTP client's own User-Agent; nil where that is right.
    private let userAgent: String?
    private var block: Block?
    /// How long the last block of the kind that doubles lasted; nil when the upstream has answered since.
    private var doubledWait: Duration?
    /// Whether the last answer was a good one.
    ///
    /// Its adapter may yet find a refusal in the body, so that only the next request ends the doubling.
    private var wasAnswered = false

    /// What the upstream said to all requests of the account.
    private struct Block {
        let reason: String
        var start: UTCInstant
        let wait: Duration
        /// The round of refusals that it belongs to; nil where the upstream asked for a pause, which nobody ends before.
        let round: Int?

        /// What is left of it at a time; nil when it is over.
        mutating func failure(at now: UTCInstant, in round: Int) -> ReloadFailure? {
            if let own = self.round, own != round { return nil }
            // A clock that was set back would prolong it.
            start = min(start, now)
            let remaining = start + wait - now
            guard remaining > .zero else { return nil }
            return ReloadFailure(
                reason: reason,
                retry: self.round == nil ? .after(remaining) : .refused(again: remaining)
            )
        }
    }

    /// `contact` is the one that this upstream is told, which may be another than all the others are; nil or empty for
    /// the common one.
    package init(_ description: SourceDescription, environment: UpstreamEnvironment, contact: String? = nil) {
        name = description.name
        title = description.title
        self.environment = environment
        userAgent = contact.flatMap { $0.isEmpty ? nil : environment.client.userAgent(contact: $0) }
    }

    /// Sends a request that the upstream counts as so many calls; the answer may have any status.
    ///
    /// The calls are spent whatever the upstream answers; a request that never got there costs nothing. While the account is blocked nothing is sent or spent.
    package func send(_ request: HTTPRequest, calls: Int = 1) async throws(ReloadFailure) -> HTTPResponse {
        try refuseWhileBlocked()
        if wasAnswered { doubledWait = nil }
        wasAnswered = false
        let spentAt = environment.clock.now
        try await environment.budget.spend(calls, of: name, at: spentAt)
        // The upstream may have refused another request meanwhile.
        try refuseWhileBlocked()
        var request = request
        if let userAgent { request.headers.append(("User-Agent", userAgent)) }
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await environment.client.send(request)
        } catch {
            if !error.mayHaveBeenCounted { await environment.budget.giveBack(calls, of: name, at: spentAt) }
            throw ReloadFailure(error, from: title)
        }
        if (200...299).contains(response.status) || response.status == 304 { wasAnswered = true }
        return response
    }

    /// Takes in that the upstream refused the account as a whole (its key, its quota, too many requests), and returns
    /// the failure with the time that the account waits.
    ///
    /// Until the time that the failure's retry says, ``send(_:calls:)`` fails for the same reason. A wait that doubles
    /// does so with each further block, up to half an hour, until a request is answered. What is refused for another
    /// reason than that it was too much is sent again as soon as refusals are forgotten. A failure that is retried
    /// with backoff blocks nothing.
    package func blocked(_ failure: ReloadFailure, isLimit: Bool = true) -> ReloadFailure {
        let now = environment.clock.now
        let round = environment.refusals.current
        let current = block?.failure(at: now, in: round)
        wasAnswered = false
        var failure = failure
        let wait: Duration
        var isLimit = isLimit
        switch failure.retry {
        case .backoff, .untilConfigurationChanges: return failure
        case .after(let delay): wait = delay
        case .refused(again: let delay): (wait, isLimit) = (delay, false)
        case .doubling(let first): wait = doubled(from: first, isFurther: current == nil)
        }
        failure.retry = isLimit ? .after(wait) : .refused(again: wait)
        // Of requests that were under way together the one that is told to wait longest counts.
        switch current?.retry {
        case .after(let remaining)? where wait <= remaining, .refused(again: let remaining)? where wait <= remaining:
            break
        default: block = Block(reason: failure.reason, start: now, wait: wait, round: isLimit ? nil : round)
        }
        return failure
    }

    private func doubled(from first: Duration, isFurther: Bool) -> Duration {
        let last = doubledWait.map { ReloadPolicy.block($0, further: isFurther ? 1 : 0) } ?? .zero
        let wait = max(ReloadPolicy.block(first, further: 0), last)
        doubledWait = wait
        return wait
    }

    private func refuseWhileBlocked() throws(ReloadFailure) {
        if let failure = block?.failure(at: environment.clock.now, in: environment.refusals.current) { throw failure }
        block = nil
    }
}
