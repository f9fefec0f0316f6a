import Testing
import Time

@testable import Bridge

/// The calls a day that a plan tells of each source.
struct SourceCallsTests {
    private static func calls(_ choice: SourceChoice, panels: Int) async throws -> [String: Int] {
        let list = (0..<panels).map { index in
            """
            {id: p\(index), location: "\(index % 50 - 20),\(index % 50 * 7 - 170)", \
            widgets: {weather: {}, conditions: {}, day: {source: hitokoto}, poem: {}}}
            """
        }
        let keys = ["KIATSU_OPENWEATHER_API_KEY": "key", "KIATSU_QWEATHER_API_KEY": "key"]
        let yaml = choice.yaml.replacing("SERVER", with: "abc.qweatherapi.com")
        let configuration = try Rehearsal.configuration(
            "\(yaml)\npanels: [\(list.joined(separator: ", "))]",
            environment: keys
        )
        let plan = await Plan(configuration, now: UTCInstant(unixSeconds: 1_774_699_200))
        return Dictionary(uniqueKeysWithValues: plan.sourceCalls.map { ($0.source, $0.perDay) })
    }

    /// As ``RequestCountTests`` measures them.
    @Test(
        arguments: [
            (SourceChoice.openMeteo, 1, ["open-meteo": 24 * 4, "hitokoto": 12]),
            (.openMeteo, 100, ["open-meteo": 24 * 165, "hitokoto": 12]),
            (.openWeather, 1, ["openweather": 24 * 3, "hitokoto": 12]),
            (.openWeather, 100, ["openweather": 24 * 150, "hitokoto": 12]),
            (.v1, 100, ["met-norway": 24 * 50, "qweather": 24 * 150, "hitokoto": 12]),
            (.v7, 1, ["met-norway": 24, "qweather": 24 * 3, "hitokoto": 12]),
        ] as [(SourceChoice, Int, [String: Int])]
    )
    func `the plan counts what is asked for`(choice: SourceChoice, panels: Int, calls: [String: Int]) async throws {
        #expect(try await Self.calls(choice, panels: panels) == calls)
    }

    @Test func `a budget that cannot suffice is told, the day's before the month's`() {
        var calls = SourceCalls(source: "x", perDay: 100, dailyBudget: 100, monthlyBudget: 3100)
        #expect(calls.warning == nil)
        calls.monthlyBudget = 3099
        let remedy = "have fewer places or widgets, choose another source for some, or raise it if your plan has more"
        #expect(
            calls.warning == "x is asked for 3100 calls a month, and sources.x.monthly_budget is 3099: it is used up "
                + "after some 30 of 31 days; \(remedy)"
        )
        calls.dailyBudget = 50
        #expect(
            calls.warning == "x is asked for 100 calls a day, and sources.x.daily_budget is 50: it is used up after "
                + "some 12 of 24 hours; \(remedy)"
        )
        calls = SourceCalls(source: "x", perDay: 0, dailyBudget: 1, monthlyBudget: 1)
        #expect(calls.warning == nil)
    }
}
