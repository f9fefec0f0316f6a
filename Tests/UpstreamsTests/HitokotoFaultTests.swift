import TestSupport
import Testing
import Time
import Timelines
import Widgets

@testable import Upstreams

@Suite(.timeLimit(.minutes(4)))
struct HitokotoFaultTests {
    private let clock = TestClock(now: testNow)
    private let request = QuoteRequest(categories: ["d"], mostCharacters: 30)

    private static let tenMinutes = ReloadFailure.Retry.refused(again: .seconds(600))

    private static func refusal(_ status: Int, _ message: String = "x", after: String? = nil) -> HTTPServer.Response {
        .json(
            #"{"status":\#(status),"message":"\#(message)","data":[],"ts":1700000000000}"#,
            status: status,
            headers: after.map { ["Retry-After": $0] } ?? [:]
        )
    }

    private static func plain(_ text: String, status: Int) -> HTTPServer.Response { .html(text, status: status) }

    private static let faults: [ServerFault] =
        ServerFault.withoutAnswer(tenMinutes) + ServerFault.unreadable(tenMinutes) + [
            ServerFault("half", .json(String(hitokotoJSON().prefix(90))), tenMinutes, "cut short"),
            ServerFault("text is a number", .json(#"{"hitokoto":5,"from":"x"}"#), tenMinutes, "documented"),
            ServerFault("text is null", .json(#"{"hitokoto":null,"from":"x"}"#), tenMinutes, "documented"),
            ServerFault("work is a number", .json(hitokotoJSON(work: "5")), tenMinutes, "documented"),
            ServerFault("empty text", .json(hitokotoJSON("")), tenMinutes, "empty sentence"),
            ServerFault("blank text", .json(hitokotoJSON(#" \r\n\t　"#)), tenMinutes, "empty sentence"),
            ServerFault("refusal with 200", .json(#"{"status":400,"message":"x","data":[]}"#), tenMinutes),
            ServerFault("redirect loop", .redirect(to: "/loop"), tenMinutes),
            ServerFault("redirect away", .redirect(to: "http://login.invalid/"), tenMinutes, "login"),
            ServerFault("204", .empty(status: 204), tenMinutes, "204"),
            ServerFault("304", .empty(status: 304), tenMinutes, "304"),
            ServerFault("400", refusal(400, "没有分类有句子"), .halfHourly, "“没有分类有句子”"),
            ServerFault("400 HTML", .html("<html>Bad Request</html>", status: 400), tenMinutes, "base URL"),
            ServerFault("403 of the network", plain("error code: 1010", status: 403), tenMinutes, "international"),
            ServerFault("403 HTML", .html("<html>Blocked</html>", status: 403), tenMinutes, "refuses this client"),
            ServerFault("404", refusal(404), tenMinutes, "base URL"),
            ServerFault("418", .empty(status: 418), tenMinutes, "418"),
            ServerFault("429", refusal(429), .after(.seconds(600)), "too many requests"),
            ServerFault("429 after", refusal(429, after: "7200"), .after(.seconds(7200))),
            ServerFault("429 after a moment", refusal(429, after: "2"), .after(.seconds(600))),
            ServerFault("500", .json(#"{"name":"E","message":"m","status":500}"#, status: 500), tenMinutes, "500"),
            ServerFault("503 after", .empty(status: 503, headers: ["Retry-After": "900"]), .after(.seconds(900))),
        ]

    @Test(arguments: faults)
    func `there is no quote, and none is asked for in the next ten minutes`(fault: ServerFault) async throws {
        let server = try fault.server()
        guard case .failure(let failure) = await hitokoto(server, clock: clock, client: fault.client).quote(request)
        else {
            Issue.record("no failure")
            return
        }
        fault.expect(failure)
    }

    @Test(arguments: [429, 403, 500])
    func `a service in trouble is asked twice an hour at most, and answers again`(status: Int) async throws {
        let server = try HTTPServer { _ in .empty(status: status) }
        let source = hitokoto(server, clock: clock)
        let end = testNow.addingHours(24)
        while clock.now < end {
            _ = await source.quote(request)
            clock.advance(by: .seconds(600))
        }
        #expect(server.requests.count == 49)
        server.setHandler { _ in .json(hitokotoJSON()) }
        clock.advance(by: .seconds(1740))
        #expect(try await source.quote(request).get().from == "天気")
    }

    @Test func `a request without a sentence stops no other`() async throws {
        let server = try HTTPServer { $0.query["c"] == "x" ? Self.refusal(400) : .json(hitokotoJSON()) }
        let source = hitokoto(server, clock: clock)
        await #expect(throws: ReloadFailure.self) {
            try await source.quote(QuoteRequest(categories: ["x"], mostCharacters: 9)).get()
        }
        _ = try await source.quote(request).get()
    }

    @Test func `a budget that is used up is told`() async throws {
        let server = try HTTPServer()
        let source = hitokoto(server, clock: clock, budget: SmallBudget(0))
        #expect(await source.quote(request) == .failure(SmallBudget.refusal))
        #expect(server.requests.isEmpty)
    }
}
