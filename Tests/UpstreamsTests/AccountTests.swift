import TestSupport
import Testing
import Time
import Timelines
import Widgets

@testable import Upstreams

/// A budget that can be used up, and tells what was taken from it.
actor SmallBudget: RequestBudget {
    private(set) var left: Int
    private(set) var accounts: [String] = []
    static let refusal = ReloadFailure(reason: "the budget is used up", retry: .after(.seconds(777)))

    init(_ calls: Int) { left = calls }

    func spend(_ calls: Int, of account: String, at now: UTCInstant) async throws(ReloadFailure) {
        guard calls <= left else { throw Self.refusal }
        left -= calls
        accounts.append(account)
    }

    func giveBack(_ calls: Int, of account: String, at now: UTCInstant) { left += calls }
}

@Suite(.timeLimit(.minutes(4)))
struct AccountTests {
    private let clock = TestClock(now: testNow)
    private let description = SourceDescription(name: "clouds", title: "Clouds", settings: [])

    private func account(budget: any RequestBudget = UnlimitedBudget()) -> Account {
        let client = HTTPClient(version: "0", contact: "test")
        return Account(description, environment: UpstreamEnvironment(client: client, clock: clock, budget: budget))
    }

    private func failure(of account: Account, at server: HTTPServer, calls: Int = 1) async -> ReloadFailure? {
        do throws(ReloadFailure) {
            _ = try await account.send(HTTPRequest(url: server.baseURL + "/"), calls: calls)
            return nil
        } catch {
            return error
        }
    }

    private func refusal(_ retry: ReloadFailure.Retry) -> ReloadFailure {
        ReloadFailure(reason: "Clouds is closed", retry: retry)
    }

    @Test(arguments: [200, 204, 304, 401, 429, 503])
    func `an answer of any status costs its calls`(status: Int) async throws {
        let server = try HTTPServer { _ in .empty(status: status) }
        let budget = SmallBudget(10)
        let request = HTTPRequest(url: server.baseURL + "/")
        #expect(try await account(budget: budget).send(request, calls: 3).status == status)
        #expect(await budget.left == 7)
        #expect(await budget.accounts == ["clouds"])
    }

    @Test(arguments: [(200, 7), (304, 7), (400, 9), (429, 9), (503, 9)])
    func `an error costs what the upstream counts for one`(status: Int, left: Int) async throws {
        let server = try HTTPServer { _ in .empty(status: status) }
        let budget = SmallBudget(10)
        let description = SourceDescription(name: "clouds", title: "Clouds", settings: [], refusedCallCount: 1)
        let client = HTTPClient(version: "0", contact: "test")
        let environment = UpstreamEnvironment(client: client, clock: clock, budget: budget)
        let request = HTTPRequest(url: server.baseURL + "/")
        #expect(try await Account(description, environment: environment).send(request, calls: 3).status == status)
        #expect(await budget.left == left)
    }

    @Test func `a request that never got to the server costs nothing, and names the source`() async throws {
        let server = try HTTPServer()
        server.stop()
        let budget = SmallBudget(10)
        let failure = try #require(await failure(of: account(budget: budget), at: server, calls: 3))
        #expect(failure.reason.hasPrefix("Clouds: no connection"))
        #expect(failure.retry == .backoff)
        #expect(await budget.left == 10)
        #expect(await budget.accounts == ["clouds"])
    }

    @Test func `a request that was answered in part costs its calls`() async throws {
        let server = try HTTPServer { _ in .cutOff("{") }
        let budget = SmallBudget(10)
        #expect(await failure(of: account(budget: budget), at: server, calls: 3)?.retry == .backoff)
        #expect(await budget.left == 7)
    }

    @Test func `without a budget nothing is sent`() async throws {
        let server = try HTTPServer { _ in .empty(status: 200) }
        let account = account(budget: SmallBudget(2))
        #expect(await failure(of: account, at: server, calls: 3) == SmallBudget.refusal)
        #expect(server.requests.isEmpty)
        #expect(await failure(of: account, at: server, calls: 2) == nil)
    }

    @Test(
        arguments: [
            (.after(.seconds(90)), .after(.seconds(90)), 90), (.halfHourly, .halfHourly, 1740),
            (.daily, .daily, 86_400),
            (.doubling(from: .seconds(600)), .after(.seconds(600)), 600),
            (.doubling(from: .seconds(999_999)), .after(.seconds(86_400)), 86_400),
        ] as [(ReloadFailure.Retry, ReloadFailure.Retry, Int)]
    )
    func `a block lasts as long as its retry says, and costs nothing`(
        retry: ReloadFailure.Retry,
        told: ReloadFailure.Retry,
        seconds: Int
    ) async throws {
        let server = try HTTPServer { _ in .empty(status: 200) }
        let budget = SmallBudget(10)
        let account = account(budget: budget)
        #expect(await account.blocked(refusal(retry)) == refusal(told))
        #expect(await failure(of: account, at: server) == refusal(told))
        clock.advance(by: .seconds(seconds) - .seconds(1))
        let last: ReloadFailure.Retry =
            told == .after(.seconds(seconds)) ? .after(.seconds(1)) : .refused(again: .seconds(1))
        #expect(await failure(of: account, at: server) == refusal(last))
        #expect(server.requests.isEmpty)
        #expect(await budget.left == 10)
        clock.advance(by: .seconds(1))
        #expect(await failure(of: account, at: server) == nil)
        #expect(server.requests.count == 1)
    }

    @Test func `what was refused is sent again once refusals are forgotten, what was too much is not`() async throws {
        let server = try HTTPServer { _ in .empty(status: 200) }
        let refusals = Refusals()
        let client = HTTPClient(version: "0", contact: "test")
        let environment = UpstreamEnvironment(client: client, clock: clock, refusals: refusals)
        let account = Account(description, environment: environment)
        _ = await account.blocked(refusal(.daily))
        #expect(await failure(of: account, at: server) == refusal(.daily))
        refusals.forget()
        #expect(await failure(of: account, at: server) == nil)
        _ = await account.blocked(refusal(.doubling(from: .seconds(600))), isLimit: false)
        #expect(await failure(of: account, at: server) == refusal(.refused(again: .seconds(600))))
        refusals.forget()
        #expect(await failure(of: account, at: server) == nil)
        _ = await account.blocked(refusal(.after(.seconds(90))))
        refusals.forget()
        #expect(await failure(of: account, at: server) == refusal(.after(.seconds(90))))
        #expect(server.requests.count == 2)
    }

    @Test func `what is retried with backoff blocks nothing`() async throws {
        let server = try HTTPServer { _ in .empty(status: 200) }
        let account = account()
        #expect(await account.blocked(refusal(.backoff)) == refusal(.backoff))
        #expect(await failure(of: account, at: server) == nil)
    }

    @Test func `a doubling block doubles up to half an hour, until a request is answered`() async throws {
        let server = try HTTPServer { _ in .empty(status: 429) }
        let account = account()
        func nextWait() async -> ReloadFailure.Retry? {
            guard await failure(of: account, at: server) == nil else { return nil }
            let retry = await account.blocked(refusal(.doubling(from: .zero))).retry
            if case .after(let wait) = retry { clock.advance(by: wait) }
            return retry
        }
        for seconds in [30, 60, 120, 240, 480, 960, 1740, 1740] {
            #expect(await nextWait() == .after(.seconds(seconds)))
        }
        server.setHandler { _ in .empty(status: 304) }
        #expect(await failure(of: account, at: server) == nil)
        server.setHandler { _ in .empty(status: 429) }
        for seconds in [30, 60] { #expect(await nextWait() == .after(.seconds(seconds))) }
    }

    @Test func `a refusal in the body of a good answer goes on doubling`() async throws {
        let server = try HTTPServer { _ in .json(#"{"code":"429"}"#) }
        let account = account()
        for seconds in [600, 1200, 1740] {
            #expect(await failure(of: account, at: server) == nil)
            let failure = await account.blocked(refusal(.doubling(from: .seconds(600))))
            #expect(failure.retry == .after(.seconds(seconds)))
            clock.advance(by: .seconds(seconds))
        }
    }

    @Test func `refusals of requests that were under way together are one block, the longest`() async throws {
        let server = try HTTPServer()
        let account = account()
        for _ in 0..<3 {
            let failure = await account.blocked(refusal(.doubling(from: .seconds(600))))
            #expect(failure.retry == .after(.seconds(600)))
        }
        _ = await account.blocked(refusal(.after(.seconds(60))))
        #expect(await failure(of: account, at: server)?.retry == .after(.seconds(600)))
        _ = await account.blocked(refusal(.after(.seconds(6000))))
        #expect(await failure(of: account, at: server)?.retry == .after(.seconds(6000)))
    }

    @Test func `a clock that is set back does not prolong a block`() async throws {
        let server = try HTTPServer { _ in .empty(status: 200) }
        let account = account()
        _ = await account.blocked(refusal(.halfHourly))
        clock.set(to: testNow.addingHours(-24 * 365))
        #expect(await failure(of: account, at: server)?.retry == .halfHourly)
        clock.advance(by: .seconds(1740))
        #expect(await failure(of: account, at: server) == nil)
    }
}
