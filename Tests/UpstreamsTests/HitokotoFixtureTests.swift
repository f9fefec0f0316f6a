import TestSupport
import Testing
import Time
import Timelines
import Widgets

@testable import Upstreams

@Suite(.enabled(if: Captures.areAvailable), .timeLimit(.minutes(4)))
struct HitokotoFixtureTests {
    private let request = QuoteRequest(categories: [], mostCharacters: 30)

    private func result(_ name: String, status: Int = 200) async throws -> Result<Quote, ReloadFailure> {
        let text = try Captures.text("hitokoto/" + name)
        let server = try HTTPServer { _ in .json(text, status: status) }
        return await hitokoto(server, clock: TestClock(now: testNow)).quote(request)
    }

    @Test func `the folder holds no capture that is not looked at`() {
        let names = Self.sentences.map(\.name) + ["error-400-no-category"]
        #expect(Captures.names(in: "hitokoto") == names.sorted())
    }

    private static let sentences: [(name: String, from: String?, characters: Int, begin: String)] = [
        ("1266-from-who-null", "滕王阁序", 24, "腾蛟起凤"),
        ("6491", "The New Order:Last Days of Europe「«最后的老兵»，TNO启示录事件」", 29, "遗忘"),
        ("bundle-1385-created-at-milliseconds", "海猫鸣泣之时", 20, "不相信"),
        ("bundle-3656-longest-255-chars", "Stellaris", 255, "I solemnly"),
        ("bundle-5149-crlf-inside", "FGO", 56, "在我死后"),
        ("bundle-8954-from-empty", "自创", 40, "只有"),
    ]

    @Test(arguments: sentences)
    func `a capture is read whole`(name: String, from: String?, characters: Int, begin: String) async throws {
        let quote = try await result(name).get()
        #expect(quote.from == from)
        #expect(quote.text.count == characters)
        #expect(quote.text.hasPrefix(begin))
    }

    @Test func `a line break comes as it was`() async throws {
        #expect(try await result("bundle-5149-crlf-inside").get().text.contains("\r\n"))
    }

    @Test func `a captured refusal is understood`() async throws {
        guard case .failure(let failure) = try await result("error-400-no-category", status: 400) else {
            Issue.record("no failure")
            return
        }
        #expect(failure.retry == .halfHourly)
        #expect(failure.reason.contains("“很抱歉，没有分类有句子符合长度区间。”"))
    }
}
