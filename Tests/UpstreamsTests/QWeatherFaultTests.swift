import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Upstreams

@Suite(.timeLimit(.minutes(4)))
struct QWeatherFaultTests {
    /// Impatient only where patience would only take longer.
    private func limits(for name: String) -> HTTPLimits {
        var limits = HTTPLimits()
        if name == "silence" { limits.totalTime = .milliseconds(200) }
        return limits
    }

    @Test(arguments: QWeatherFaultCase.documented + QWeatherFaultCase.others, ["v1", "v7"])
    func `a place fails with its remedy and the time to try again, after one request`(
        fault: QWeatherFaultCase,
        generation: String
    ) async throws {
        let server = try HTTPServer { _ in fault.response }
        let limits = limits(for: fault.testDescription)
        let source = QWeatherAnswers.source(server, generation: generation, limits: limits)
        let failure = try await source.failure()
        expectRetry(failure.retry, fault.retry)
        #expect(failure.reason.contains(fault.word), "\(failure.reason)")
        QWeatherAnswers.expectFitForTheLog(failure)
        #expect(server.requests.count == 1)
    }

    /// An account tells how long it waits, a place how that is to grow.
    private func expectRetry(_ retry: ReloadFailure.Retry, _ expected: ReloadFailure.Retry) {
        if case .doubling(let first) = expected, case .after(let wait) = retry {
            #expect(wait == first)
        } else {
            #expect(retry == expected)
        }
    }

    @Test(arguments: QWeatherFaultCase.documented + QWeatherFaultCase.others, ["v1", "v7"])
    func `without its days and its air a report is as good, unless the account is refused`(
        fault: QWeatherFaultCase,
        generation: String
    ) async throws {
        let server = try HTTPServer { request in
            let isEssential = request.path.contains("/weather/v1/current/") || request.path == "/v7/weather/now"
            return isEssential ? QWeatherAnswers.all(request) : fault.response
        }
        let limits = limits(for: fault.testDescription)
        let source = QWeatherAnswers.source(server, generation: generation, limits: limits)
        let report = (try await source.reports(for: coordinates((35.6465, 139.6297)))).first
        let refusal = QWeatherFaultTests.accountWide.contains(fault.testDescription)
        switch try #require(report) {
        case .success(let report):
            #expect(!refusal)
            #expect(report.days.isEmpty && report.airQuality == nil)
            #expect(report.current.temperature != nil)
        case .failure(let failure):
            #expect(refusal)
            QWeatherAnswers.expectFitForTheLog(failure)
        }
    }

    /// Refusals that hold for whatever the account asks.
    private static let accountWide: Set<String> = [
        "unauthorized", "no-credit", "overdue", "security-restriction", "invalid-host", "account-suspension",
        "too-many-requests", "over-monthly-limit", "code 401", "code 402", "code 429", "429", "429 after",
    ]

    @Test(arguments: ["v1", "v7"])
    func `days and air that are refused are not asked for again soon`(generation: String) async throws {
        let server = try HTTPServer { request in
            let isEssential = request.path.contains("/weather/v1/current/") || request.path == "/v7/weather/now"
            return isEssential
                ? QWeatherAnswers.all(request) : QWeatherAnswers.problemResponse(400, "data-not-available")
        }
        let clock = TestClock(now: testNow)
        let source = QWeatherAnswers.source(server, generation: generation, clock: clock)
        _ = try await source.report()
        #expect(server.requests.count == 3)
        _ = try await source.report()
        #expect(server.requests.count == 4)
        // Another place is another matter.
        _ = try await source.report(1, 2)
        #expect(server.requests.count == 7)
        clock.set(to: testNow.addingHours(6))
        _ = try await source.report()
        #expect(server.requests.count == 10)
        // Nor does a clock that is set back prolong it.
        clock.set(to: testNow.addingHours(-1))
        _ = try await source.report()
        #expect(server.requests.count == 13)
    }

    @Test(arguments: [
        HTTPServer.Response.json(#"{"code":"403"}"#), QWeatherAnswers.problemResponse(403, "forbidden"),
    ])
    func `a plan without a week has three days, and is asked for the week once a day`(
        refusal: HTTPServer.Response
    ) async throws {
        let server = try HTTPServer { $0.path == "/v7/weather/7d" ? refusal : QWeatherAnswers.all($0) }
        let clock = TestClock(now: testNow)
        let source = QWeatherAnswers.source(server, generation: "v7", clock: clock)
        func weeks() -> Int { server.requests.count { $0.path == "/v7/weather/7d" } }
        #expect(try await source.report().days.map(\.date.day) == [5, 6, 7])
        #expect(try await source.report(1, 2).days.map(\.date.day) == [5, 6, 7])
        #expect(weeks() == 1)
        clock.set(to: testNow.addingHours(24))
        #expect(try await source.report().days.count == 3)
        #expect(weeks() == 2)
    }

    @Test func `where somebody else refuses the week there are three days, and it is asked for each time`() async throws
    {
        let server = try HTTPServer { request in
            request.path == "/v7/weather/7d" ? .html("<html>", status: 404) : QWeatherAnswers.all(request)
        }
        let source = QWeatherAnswers.source(server, generation: "v7")
        for _ in 1...2 { #expect(try await source.report().days.map(\.date.day) == [5, 6, 7]) }
        #expect(server.requests.count { $0.path == "/v7/weather/7d" } == 2)
    }

    @Test func `what was refused is asked for again once refusals are forgotten`() async throws {
        let server = try HTTPServer { _ in QWeatherAnswers.problemResponse(403, "account-suspension") }
        let refusals = Refusals()
        let environment = UpstreamEnvironment(
            client: HTTPClient(version: "0", contact: "test"),
            clock: TestClock(now: testNow),
            refusals: refusals
        )
        let source = QWeather(settings: QWeatherAnswers.settings(server.baseURL), environment: environment)
        _ = try await source.failure()
        server.setHandler { request in
            request.path.hasPrefix("/airquality/")
                ? QWeatherAnswers.problemResponse(400, "data-not-available") : QWeatherAnswers.all(request)
        }
        _ = try await source.failure()
        refusals.forget()
        #expect(try await source.report().airQuality == nil)
        server.setHandler(QWeatherAnswers.all)
        #expect(try await source.report().airQuality == nil)
        refusals.forget()
        #expect(try await source.report().airQuality != nil)
    }

    @Test func `air that generation v7 no longer serves takes nothing else with it`() async throws {
        let server = try HTTPServer { request in
            request.path == "/v7/air/now"
                ? QWeatherAnswers.problemResponse(403, "deprecated") : QWeatherAnswers.all(request)
        }
        let source = QWeatherAnswers.source(server, generation: "v7")
        for _ in 1...3 {
            let report = try await source.report()
            #expect(report.airQuality == nil && report.days.count == 7)
        }
        #expect(server.requests.count { $0.path == "/v7/air/now" } == 1)
    }

    private struct Empty: RequestBudget {
        let allowed: Int
        private let spent = Counter()

        init(allowed: Int) { self.allowed = allowed }

        func giveBack(_ calls: Int, of account: String, at now: UTCInstant) {}

        func spend(_ calls: Int, of account: String, at now: UTCInstant) async throws(ReloadFailure) {
            #expect(account == "qweather" && calls == 1)
            guard await spent.next() > allowed else { return }
            throw ReloadFailure(reason: "QWeather: the month's budget is used up", retry: .after(.seconds(9000)))
        }
    }

    private actor Counter {
        private var count = 0

        func next() -> Int {
            count += 1
            return count
        }
    }

    @Test(arguments: [0, 1, 2])
    func `a budget that is used up is an error, even in the middle`(allowed: Int) async throws {
        let server = try HTTPServer(QWeatherAnswers.all)
        let failure = try await QWeatherAnswers.source(server, budget: Empty(allowed: allowed)).failure()
        #expect(failure.reason == "QWeather: the month's budget is used up")
        #expect(failure.retry == .after(.seconds(9000)))
        #expect(server.requests.count == allowed)
    }

    @Test func `a key that no header may hold is told as such`() async throws {
        let server = try HTTPServer(QWeatherAnswers.all)
        var settings = QWeatherAnswers.settings(server.baseURL)
        settings.secrets["api_key"] = Secret("s3cret\nX-Other: 1")
        let client = HTTPClient(version: "0", contact: nil)
        let environment = UpstreamEnvironment(client: client, clock: TestClock(now: testNow))
        let failure = try await QWeather(settings: settings, environment: environment).failure()
        #expect(failure.retry == .untilConfigurationChanges)
        QWeatherAnswers.expectFitForTheLog(failure)
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: QWeatherFaultCase.documented + QWeatherFaultCase.others)
    func `a refusal of the account stops all asking, any other only that for the place`(
        fault: QWeatherFaultCase
    ) async throws {
        let server = try HTTPServer { _ in fault.response }
        let source = QWeatherAnswers.source(server, limits: limits(for: fault.testDescription))
        let first = try await source.failure()
        let second = try await source.failure(1, 2)
        let name = await source.name(at: try coordinates((3, 4))[0], language: "en")
        let goesOn = fault.isOfPlace || fault.retry == .backoff || fault.testDescription == "503 after"
        #expect(server.requests.count == (goesOn ? 3 : 1))
        guard !goesOn else { return }
        #expect(second.reason == first.reason && name == .failure(second))
    }

    @Test(arguments: [
        ("too-many-requests", 429, 30), ("unauthorized", 401, 1740), ("account-suspension", 403, 86_400),
    ])
    func `an account that was refused is used again after its wait`(
        type: String,
        status: Int,
        seconds: Int
    ) async throws {
        let server = try HTTPServer { _ in QWeatherAnswers.problemResponse(status, type) }
        let clock = TestClock(now: testNow)
        let source = QWeatherAnswers.source(server, clock: clock)
        _ = try await source.failure()
        server.setHandler(QWeatherAnswers.all)
        clock.set(to: testNow + .seconds(seconds - 1))
        let last: ReloadFailure.Retry = status == 429 ? .after(.seconds(1)) : .refused(again: .seconds(1))
        #expect(try await source.failure().retry == last)
        clock.set(to: testNow + .seconds(seconds))
        #expect(try await source.report().days.count == 5)
    }

    @Test func `one place's fault is not another's`() async throws {
        let server = try HTTPServer { request in
            request.path.hasSuffix("/1.00/2.00")
                ? QWeatherAnswers.problemResponse(400, "no-such-location") : QWeatherAnswers.all(request)
        }
        let source = QWeatherAnswers.source(server)
        let reports = await source.reports(for: try coordinates((1, 2), (3, 4)))
        #expect(reports.count == 2)
        #expect(throws: ReloadFailure.self) { try reports[0].get() }
        #expect(try reports[1].get().days.count == 5)
    }
}
