package import Time
package import Timelines
package import Widgets

/// An upstream's adapter, made from its configured settings.
package protocol Upstream: UpstreamSource {
    static var description: SourceDescription { get }

    /// The setting that keeps the upstream from working, one sentence with its remedy; nil where none does.
    static func problem(in settings: SourceSettings) -> String?

    init(settings: SourceSettings, environment: UpstreamEnvironment)
}

extension Upstream {
    package var name: String { Self.description.name }
    package static func problem(in settings: SourceSettings) -> String? { nil }
}

/// The services that upstreams' adapters use.
package struct UpstreamEnvironment: Sendable {
    /// The client for requests.
    package let client: HTTPClient
    /// The clock for budgets and waits.
    package let clock: any WallClock
    /// The budget of requests by account.
    package let budget: any RequestBudget
    /// The refusals of upstreams that a user may end.
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

/// A budget of requests by account.
package protocol RequestBudget: Sendable {
    /// Spends `calls` of the account's budget, all or none; they are on disk when this returns.
    ///
    /// The error names the exhausted budget and waits for the end of its period.
    func spend(_ calls: Int, of account: String, at now: UTCInstant) async throws(ReloadFailure)

    /// Returns calls that were spent at `now` and never reached the upstream.
    func giveBack(_ calls: Int, of account: String, at now: UTCInstant) async
}

/// A budget without limits.
package struct UnlimitedBudget: RequestBudget {
    package init() {}
    package func spend(_ calls: Int, of account: String, at now: UTCInstant) async throws(ReloadFailure) {}
    package func giveBack(_ calls: Int, of account: String, at now: UTCInstant) async {}
}

/// An account with an upstream: it sends requests within its budget and pauses where the upstream asks for it.
package actor Account {
    /// The source's name, by which budgets are counted.
    private let name: String
    private let title: String
    private let refusedCallCount: Int?
    private let environment: UpstreamEnvironment
    /// The User-Agent in place of the HTTP client's own; nil for that.
    private let userAgent: String?
    private var block: Block?
    /// The length of the last doubling block; nil where the upstream has answered since.
    private var doubledWait: Duration?
    /// True where the last request was answered.
    ///
    /// The adapter may still find a refusal in the body, so that only the next request ends the doubling.
    private var wasAnswered = false

    /// A block of all requests of the account.
    private struct Block {
        let reason: String
        var start: UTCInstant
        let wait: Duration
        /// The round of refusals that it belongs to; nil where the upstream asked for a pause, which is kept in full.
        let round: Int?

        /// The failure for the rest of the block; nil when it is over.
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

    /// `contact` is the address given to this upstream; nil or empty for the common one.
    package init(_ description: SourceDescription, environment: UpstreamEnvironment, contact: String? = nil) {
        name = description.name
        title = description.title
        refusedCallCount = description.refusedCallCount
        self.environment = environment
        userAgent = contact.flatMap { $0.isEmpty ? nil : environment.client.userAgent(contact: $0) }
    }

    /// Sends a request that the upstream counts as `calls`; the answer may have any status.
    ///
    /// The calls are spent for any answer, but for those that the upstream does not count of one with an error; a
    /// request that never reached it costs nothing. While the account is blocked, nothing is sent or spent.
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
        if (200...299).contains(response.status) || response.status == 304 {
            wasAnswered = true
        } else if let refusedCallCount, refusedCallCount < calls {
            await environment.budget.giveBack(calls - refusedCallCount, of: name, at: spentAt)
        }
        return response
    }

    /// Blocks the account after a refusal of it as a whole (its key, its quota, too many requests), and returns the
    /// failure with the account's wait.
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
