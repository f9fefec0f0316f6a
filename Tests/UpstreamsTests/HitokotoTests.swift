import TestSupport
import Testing
import Time
import Timelines
import Widgets

@testable import Upstreams

/// A sentence in the documented shape; `author` and `work` as JSON writes them.
func hitokotoJSON(_ text: String = "今日は晴れ。", work: String = "\"天気\"", author: String = "null") -> String {
    """
    {"id":6491,"uuid":"2fcd691a-ebb0-4cf3-b189-b991de5ee36d","hitokoto":"\(text)","type":"c","from":\(work),\
    "from_who":\(author),"creator":"somebody","creator_uid":7134,"reviewer":6844,"commit_from":"web",\
    "created_at":"1599385727","length":6}
    """
}

func hitokoto(
    _ server: HTTPServer,
    clock: any WallClock,
    client: HTTPClient = HTTPClient(version: "1.2", contact: "test"),
    budget: any RequestBudget = UnlimitedBudget()
) -> Hitokoto {
    var settings = SourceSettings(defaultsOf: Hitokoto.description)
    settings.values["base_url"] = server.baseURL
    return Hitokoto(
        settings: settings,
        environment: UpstreamEnvironment(client: client, clock: clock, budget: budget)
    )
}

@Suite(.timeLimit(.minutes(4)))
struct HitokotoTests {
    private let clock = TestClock(now: testNow)
    private let request = QuoteRequest(categories: ["d", "i"], mostCharacters: 30)

    private func quote(_ json: String) async throws -> Quote {
        let server = try HTTPServer { _ in .json(json) }
        return try await hitokoto(server, clock: clock).quote(request).get()
    }

    @Test func `the request names categories and length, and who asks`() async throws {
        let server = try HTTPServer { _ in .json(hitokotoJSON()) }
        let source = hitokoto(server, clock: clock)
        #expect(source.name == "hitokoto")
        _ = try await source.quote(request).get()
        _ = try await source.quote(QuoteRequest(categories: [], mostCharacters: 1000)).get()
        let first = await server.request(1)
        let second = await server.request(2)
        #expect(first.path == "/")
        let fixed = ["encode": "json", "charset": "utf-8", "min_length": "1"]
        // Of a name that is given twice the server keeps the last.
        #expect(first.query == fixed.merging(["c": "i", "max_length": "30"]) { $1 })
        #expect(second.query == fixed.merging(["max_length": "1000"]) { $1 })
        #expect(first.headers["user-agent"] == "kiatsu/1.2 (+test)")
    }

    @Test func `several categories are a parameter each`() {
        let url = Hitokoto(
            settings: SourceSettings(defaultsOf: Hitokoto.description),
            environment: UpstreamEnvironment(client: HTTPClient(version: "0", contact: nil), clock: clock)
        )
        .httpRequest(for: QuoteRequest(categories: ["d", "i", "&"], mostCharacters: 8)).wireURL
        #expect(
            url == "https://v1.hitokoto.cn/?c=d&c=i&c=%26&encode=json&charset=utf-8&min_length=1&max_length=8"
        )
    }

    @Test(
        arguments: [
            ("\"天気\"", "null", "天気"), ("\"こころ\"", "\"夏目漱石\"", "夏目漱石「こころ」"), ("\"\"", "\"自创\"", "自创"),
            ("\"\"", "null", nil), ("null", "null", nil), ("\" \\n\"", "\"　\"", nil), ("null", "\" 鲁迅\\r\\n\"", "鲁迅"),
            ("\"自创\"", "\"自创\"", "自创"), ("\"Kokoro\"", "\"\"", "Kokoro"),
        ] as [(String, String, String?)]
    )
    func `the quote is from its author and work, or the one that is told`(
        work: String,
        author: String,
        from: String?
    ) async throws {
        #expect(try await quote(hitokotoJSON(work: work, author: author)).from == from)
    }

    @Test func `a quote of nobody is from nobody`() async throws {
        #expect(try await quote(#"{"hitokoto":"a"}"#) == Quote(text: "a", from: nil))
    }

    @Test(arguments: [
        (#"one\r\ntwo\n"#, "one\r\ntwo\n"), ("  a  ", "  a  "), (String(repeating: "长", count: 255), nil),
        (#"\"quoted\" \ud83c\udf38"#, "\"quoted\" 🌸"),
    ])
    func `the text is passed on as it came`(json: String, text: String?) async throws {
        #expect(try await quote(hitokotoJSON(json)).text == text ?? json)
    }

    @Test(arguments: [#""created_at":1318780541000"#, #""created_at":null"#, #""created_at":"1318780541000""#])
    func `what is not shown may be of any type`(createdAt: String) async throws {
        let json = hitokotoJSON().replacing(#""created_at":"1599385727""#, with: createdAt)
            .replacing("\"id\":6491", with: "\"id\":\"6491\"")
        #expect(json.contains(createdAt))
        #expect(try await quote(json).from == "天気")
    }
}
