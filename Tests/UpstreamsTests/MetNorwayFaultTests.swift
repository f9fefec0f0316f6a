import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Upstreams

@Suite(.timeLimit(.minutes(4)))
struct MetNorwayFaultTests {
    private let clock = TestClock(now: testNow)

    private static func refusal(_ status: Int, after: String? = nil) -> HTTPServer.Response {
        .empty(status: status, headers: after.map { ["Retry-After": $0] } ?? [:])
    }

    private static let answer = MetNorwayFixture().json

    private static let faults: [ServerFault] =
        ServerFault.withoutAnswer(.backoff) + ServerFault.unreadable(.backoff) + [
            ServerFault("half", .json(String(answer.prefix(answer.count / 2))), .backoff, "cut short"),
            ServerFault("number as text", .json(MetNorwayFixture(temperature: { _ in "\"5.8\"" }).json), .backoff),
            ServerFault("wrong type", .json(MetNorwayFixture(pressure: { _ in "[1]" }).json), .backoff),
            ServerFault("wrong time", .json(answer.replacing("T08:00:00Z", with: "T08:00:00+01:00")), .backoff),
            ServerFault("no time", .json(answer.replacing("\"time\"", with: "\"tim\"")), .backoff),
            ServerFault("204", refusal(204), .backoff, "204"),
            ServerFault("304", refusal(304), .backoff, "304"),
            ServerFault("400", .html("<html>Bad</html>", status: 400), .backoff, "400"),
            ServerFault("404", .html("<html>No</html>", status: 404), .backoff, "404"),
            ServerFault(
                "422",
                .html("<html>Outside</html>", status: 422),
                .halfHourly,
                "this place"
            ),
            ServerFault("403", .html("<html>Who?</html>", status: 403), .refused(again: .seconds(30)), "`contact`"),
            ServerFault("403 after", refusal(403, after: "7200"), .after(.seconds(7200))),
            ServerFault("429", .html("<html>Slow</html>", status: 429), .after(.seconds(30)), "too many requests"),
            ServerFault("429 after", refusal(429, after: "5"), .after(.seconds(30))),
            ServerFault("429 after a day", refusal(429, after: "99999999"), .after(.seconds(86_400))),
            ServerFault("500", .html("<html>500</html>", status: 500), .backoff, "500"),
            ServerFault("503 after", refusal(503, after: "90"), .doubling(from: .seconds(90))),
            ServerFault(
                "nothing ahead",
                .json(MetNorwayFixture(start: testNow.addingHours(-999)).json),
                .halfHourly,
                "no data"
            ),
            ServerFault("no rows", .json(MetNorwayFixture(hours: -1, sixHours: 0).json), .halfHourly, "no data"),
        ]

    @Test(arguments: faults)
    func `the place fails with the time to try again`(fault: ServerFault) async throws {
        let server = try fault.server()
        let source = metNorway(server, clock: clock, client: fault.client)
        let result = try #require(await source.forecasts(for: try coordinates((35.65, 139.63))).first)
        guard case .failure(let failure) = result else {
            Issue.record("no failure")
            return
        }
        fault.expect(failure)
    }

    @Test(arguments: [403, 429])
    func `a refusal of the client stops all places, longer each time`(status: Int) async throws {
        let server = try HTTPServer { _ in .empty(status: status) }
        let source = metNorway(server, clock: clock)
        func retries() async throws -> [ReloadFailure.Retry?] {
            await source.forecasts(for: try coordinates((1, 2), (3, 4))).map { result in
                guard case .failure(let failure) = result else { return nil }
                return failure.retry
            }
        }
        for seconds in [30, 60, 120] {
            let wait = Duration.seconds(seconds)
            let retry: ReloadFailure.Retry = status == 403 ? .refused(again: wait) : .after(wait)
            #expect(try await retries() == [retry, retry])
            clock.advance(by: .seconds(seconds))
        }
        #expect(server.requests.map { $0.query["lat"] } == ["1.00", "1.00", "1.00"])
    }

    @Test func `a place without forecasts stops no other`() async throws {
        let json = Self.answer
        let server = try HTTPServer { $0.query["lat"] == "1.00" ? .empty(status: 422) : .json(json) }
        let results = await metNorway(server, clock: clock).forecasts(for: try coordinates((1, 2), (3, 4)))
        #expect(results.map { (try? $0.get()) != nil } == [false, true])
    }

    @Test func `a budget that is used up is told`() async throws {
        let server = try HTTPServer()
        let source = metNorway(server, clock: clock, budget: SmallBudget(0))
        #expect(await source.forecasts(for: try coordinates((1, 2))) == [.failure(SmallBudget.refusal)])
        #expect(server.requests.isEmpty)
    }
}
