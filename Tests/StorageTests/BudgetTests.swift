import TestSupport
import Testing
import Time

@testable import Storage

@Suite(.timeLimit(.minutes(4)))
struct BudgetTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func date(_ text: String) throws -> CivilDate {
        try #require(CivilDate(iso8601: text))
    }

    /// Spends from one account, “qweather”.
    private func spend(
        _ calls: Int,
        from store: Store,
        on day: String,
        daily: Int? = nil,
        monthly: Int? = nil
    ) async throws -> BudgetAnswer {
        try await store.spend(
            calls,
            of: "qweather",
            day: try date(day),
            dailyLimit: daily,
            monthlyLimit: monthly
        )
    }

    private func spent(from store: Store, on day: String) async throws -> SpentCalls? {
        try await store.spent(on: try date(day))["qweather"]
    }

    // MARK: Limits

    @Test func `a limit can be used up exactly, and the next call is refused and not counted`() async throws {
        let store = try await Store.open(at: directory.store)
        let day = "2026-11-21"
        #expect(try await spend(3, from: store, on: day, daily: 5) == .granted(usedToday: 3, usedThisMonth: 3))
        #expect(try await spend(3, from: store, on: day, daily: 5) == .refused(.day, used: 3))
        #expect(try await spend(2, from: store, on: day, daily: 5) == .granted(usedToday: 5, usedThisMonth: 5))
        try await store.giveBack(2, of: "qweather", day: try date(day))
        #expect(try await spend(2, from: store, on: day, daily: 5) == .granted(usedToday: 5, usedThisMonth: 5))
        #expect(try await spend(1, from: store, on: day, daily: 5) == .refused(.day, used: 5))
        #expect(try await spend(1, from: store, on: day, monthly: 5) == .refused(.month, used: 5))
        #expect(try await spend(1, from: store, on: day, monthly: 6) == .granted(usedToday: 6, usedThisMonth: 6))
        #expect(try await spend(1, from: store, on: day) == .granted(usedToday: 7, usedThisMonth: 7))
        #expect(try await spent(from: store, on: day) == SpentCalls(day: 7, month: 7))
    }

    @Test func `calls are counted all or none`() async throws {
        let store = try await Store.open(at: directory.store)
        #expect(try await spend(11, from: store, on: "2026-11-21", daily: 10) == .refused(.day, used: 0))
        #expect(try await spend(11, from: store, on: "2026-11-21", monthly: 10) == .refused(.month, used: 0))
        #expect(try await spent(from: store, on: "2026-11-21") == nil)
        let all = try await spend(10, from: store, on: "2026-11-21", daily: 10, monthly: 10)
        #expect(all == .granted(usedToday: 10, usedThisMonth: 10))
    }

    @Test func `where both limits are reached the one that takes longer to end is told`() async throws {
        let store = try await Store.open(at: directory.store)
        _ = try await spend(4, from: store, on: "2026-11-20")
        _ = try await spend(6, from: store, on: "2026-11-21")
        let answer = try await spend(1, from: store, on: "2026-11-21", daily: 6, monthly: 10)
        #expect(answer == .refused(.month, used: 10))
    }

    @Test func `a limit of zero lets nothing through, and no calls are always granted and leave no trace`()
        async throws
    {
        let store = try await Store.open(at: directory.store)
        #expect(try await spend(1, from: store, on: "2026-11-21", daily: 0) == .refused(.day, used: 0))
        let none = try await spend(0, from: store, on: "2026-11-21", daily: 0, monthly: 0)
        #expect(none == .granted(usedToday: 0, usedThisMonth: 0))
        #expect(try await store.spent(on: try date("2026-11-21")).isEmpty)
    }

    @Test func `a limit that is lowered below what is used refuses`() async throws {
        let store = try await Store.open(at: directory.store)
        _ = try await spend(8, from: store, on: "2026-11-21", daily: 10)
        #expect(try await spend(1, from: store, on: "2026-11-21", daily: 5) == .refused(.day, used: 8))
        #expect(
            try await spend(2, from: store, on: "2026-11-21", daily: 10) == .granted(usedToday: 10, usedThisMonth: 10)
        )
    }

    @Test func `each account has its own count`() async throws {
        let store = try await Store.open(at: directory.store)
        let day = try date("2026-11-21")
        for (account, calls) in ["open-meteo": 2, "qweather": 3, "'; --": 4] {
            let answer = try await store.spend(calls, of: account, day: day, dailyLimit: 4, monthlyLimit: 4)
            #expect(answer == .granted(usedToday: calls, usedThisMonth: calls))
        }
        let expected = [
            "open-meteo": SpentCalls(day: 2, month: 2), "qweather": SpentCalls(day: 3, month: 3),
            "'; --": SpentCalls(day: 4, month: 4),
        ]
        #expect(try await store.spent(on: day) == expected)
    }

    // MARK: Calendar

    @Test func `midnight in UTC begins a day's budget anew and goes on with the month's`() async throws {
        let store = try await Store.open(at: directory.store)
        let midnight = try #require(CivilDate(iso8601: "2026-11-21")).daysSinceEpoch * 86_400
        let last = CivilDate(at: UTCInstant(unixSeconds: midnight - 1), utcOffsetSeconds: 0)
        let first = CivilDate(at: UTCInstant(unixSeconds: midnight), utcOffsetSeconds: 0)
        func spend(on day: CivilDate) async throws -> BudgetAnswer {
            try await store.spend(5, of: "qweather", day: day, dailyLimit: 5, monthlyLimit: 14)
        }
        #expect(try await spend(on: last) == .granted(usedToday: 5, usedThisMonth: 5))
        #expect(try await spend(on: last) == .refused(.day, used: 5))
        #expect(try await spend(on: first) == .granted(usedToday: 5, usedThisMonth: 10))
        #expect(try await spend(on: first) == .refused(.month, used: 10))
    }

    @Test(arguments: [
        ("2026-11-30", "2026-12-01"), ("2026-12-31", "2027-01-01"), ("2026-02-28", "2026-03-01"),
        ("2028-02-29", "2028-03-01"), ("2026-01-31", "2026-02-01"), ("2100-02-28", "2100-03-01"),
        ("1969-12-31", "1970-01-01"),
    ])
    func `a month's budget is anew on its first day, and the last day belongs to the month before`(
        last: String,
        first: String
    ) async throws {
        let store = try await Store.open(at: directory.store)
        let begin = String(last.dropLast(2)) + "01"
        let end = String(first.dropLast(2)) + "28"
        #expect(try await spend(2, from: store, on: begin, monthly: 5) == .granted(usedToday: 2, usedThisMonth: 2))
        #expect(try await spend(3, from: store, on: last, monthly: 5) == .granted(usedToday: 3, usedThisMonth: 5))
        #expect(try await spend(1, from: store, on: last, monthly: 5) == .refused(.month, used: 5))
        #expect(try await spend(5, from: store, on: first, monthly: 5) == .granted(usedToday: 5, usedThisMonth: 5))
        #expect(try await spend(1, from: store, on: end, monthly: 5) == .refused(.month, used: 5))
        #expect(try await spent(from: store, on: last) == SpentCalls(day: 3, month: 5))
        #expect(try await spent(from: store, on: end) == SpentCalls(day: 0, month: 5))
    }

    // MARK: Clocks

    @Test(arguments: ["2026-11-21", "2026-11-20", "2026-10-31", "2026-10-01"])
    func `a clock that was set back finds what was spent on the day and in the month that it shows`(back: String)
        async throws
    {
        var store = try await Store.open(at: directory.store)
        for day in ["2026-10-01", "2026-10-31", "2026-11-20", "2026-11-21", "2026-11-22"] {
            let answer = try await spend(2, from: store, on: day, daily: 2, monthly: 6)
            if case .refused = answer { Issue.record("refused on \(day)") }
        }
        await store.close()
        store = try await Store.open(at: directory.store)
        let used = try #require(try await spent(from: store, on: back))
        #expect(used.day == 2)
        #expect(try await spend(1, from: store, on: back, daily: 2) == .refused(.day, used: 2))
        #expect(try await spend(1, from: store, on: back, monthly: used.month) == .refused(.month, used: used.month))
        #expect(try await spent(from: store, on: "2026-11-22") == SpentCalls(day: 2, month: 6), "nothing is lost")
    }

    @Test(arguments: ["1970-01-01", "2099-07-01", "2026-12-31", "2027-01-01", "2262-04-11", "1678-01-01"])
    func `a clock that leaps far away for a while takes no count with it`(away: String) async throws {
        let store = try await Store.open(at: directory.store)
        let today = "2026-11-21"
        _ = try await spend(7, from: store, on: "2026-11-01", daily: 10, monthly: 20)
        _ = try await spend(10, from: store, on: today, daily: 10, monthly: 20)
        let there = try date(away)
        for distance in 0..<40 {
            let day = there.addingDays(distance)
            _ = try await store.spend(1, of: "qweather", day: day, dailyLimit: 10, monthlyLimit: nil)
        }
        #expect(try await spend(1, from: store, on: today, daily: 10, monthly: 20) == .refused(.day, used: 10))
        #expect(try await spend(4, from: store, on: "2026-11-22", daily: 10, monthly: 20) == .refused(.month, used: 17))
        let rest = try await spend(3, from: store, on: "2026-11-22", daily: 10, monthly: 20)
        #expect(rest == .granted(usedToday: 3, usedThisMonth: 20))
    }

    // MARK: Bounds

    @Test func `in years with many accounts the file keeps a bounded number of counts, with two months among them`()
        async throws
    {
        // Three years of twenty accounts; the last calls are spent through the store, which prunes.
        let last = try date("2026-11-30")
        let connection = try StoreFile(path: directory.store).connect()
        try connection.execute(
            """
            WITH RECURSIVE day(d) AS (SELECT \(last.daysSinceEpoch - 1100) UNION ALL
                SELECT d + 1 FROM day WHERE d < \(last.daysSinceEpoch) - 1),
            account(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM account WHERE a < 20)
            INSERT INTO spent SELECT d, 'account ' || a, 2 FROM day, account ORDER BY d, a
            """
        )
        connection.close()
        let store = try await Store.open(at: directory.store)
        for account in 1...20 {
            let answer = try await store.spend(
                1,
                of: "account \(account)",
                day: last,
                dailyLimit: 1,
                monthlyLimit: 29 * 2 + 1
            )
            #expect(answer == .granted(usedToday: 1, usedThisMonth: 59))
        }
        let before = try await store.spent(on: try date("2026-10-01"))
        #expect(before.count == 20)
        #expect(before.values.allSatisfy { $0 == SpentCalls(day: 2, month: 62) })
        await store.close()
        let file = try StoreFile(path: directory.store).connect()
        #expect(try file.value("SELECT count(*) FROM spent") == .integer(Int64(Store.mostSpentRows)))
    }

    // MARK: Concurrency

    @Test func `of many who spend at once exactly as many get through as there are calls left`() async throws {
        let store = try await Store.open(at: directory.store)
        let day = try date("2026-11-21")
        let answers = try await withThrowingTaskGroup(of: BudgetAnswer.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try await store.spend(2, of: "qweather", day: day, dailyLimit: 101, monthlyLimit: 1000)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let granted = answers.compactMap { if case .granted(let today, _) = $0 { today } else { nil } }
        #expect(granted.sorted() == Array(stride(from: 2, through: 100, by: 2)), "each answer has its own count")
        #expect(answers.count { $0 == .refused(.day, used: 100) } == 150)
        #expect(try await store.spent(on: day) == ["qweather": SpentCalls(day: 100, month: 100)])
    }

    // MARK: Against a model

    @Test(arguments: UInt64(0)..<40)
    func `whatever is spent when, the counts are those of a dictionary`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let start = try date("2026-12-20")
        var counts: [String: [CivilDate: Int]] = [:]
        let store = try await Store.open(at: directory.store)
        for _ in 0..<60 {
            let account = ["a", "b"].randomElement(using: &random) ?? "a"
            let day = start.addingDays(Int.random(in: -25...25, using: &random))
            let calls = Int.random(in: 0...9, using: &random)
            let daily = Bool.random(using: &random) ? Int.random(in: 0...15, using: &random) : nil
            let monthly = Bool.random(using: &random) ? Int.random(in: 0...80, using: &random) : nil

            let today = counts[account]?[day] ?? 0
            let inMonth = (counts[account] ?? [:]).filter { ($0.key.year, $0.key.month) == (day.year, day.month) }
            let month = inMonth.values.reduce(0, +)
            let answer = try await store.spend(calls, of: account, day: day, dailyLimit: daily, monthlyLimit: monthly)
            if let monthly, month + calls > monthly {
                #expect(answer == .refused(.month, used: month))
            } else if let daily, today + calls > daily {
                #expect(answer == .refused(.day, used: today))
            } else {
                #expect(answer == .granted(usedToday: today + calls, usedThisMonth: month + calls))
                counts[account, default: [:]][day] = today + calls
            }
        }
    }
}
