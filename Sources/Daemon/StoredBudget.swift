import Faults
import Storage
import Support
import Synchronization
import Time
import Timelines
import Upstreams
import Widgets

/// Keeps accounts to what they may be asked a day and a month, counted on disk.
actor StoredBudget: RequestBudget {
    private static let warnedPercent = 80

    private let store: Store
    private let limits: [String: SourceSettings]
    private let log: Logger
    private let counts: CallCounts
    /// The periods that were warned of, by account.
    private var warned: [String: Set<String>] = [:]
    /// Calls that were made while the disk took nothing, by account and day: still to be counted there.
    private var owed: [String: [CivilDate: Int]] = [:]
    private static let daysOwed = 31

    init(store: Store, limits: [String: SourceSettings], counts: CallCounts, log: Logger) {
        self.store = store
        self.counts = counts
        self.limits = limits
        self.log = log
    }

    func spend(_ calls: Int, of account: String, at now: UTCInstant) async throws(ReloadFailure) {
        let today = CivilDate(at: now, utcOffsetSeconds: 0)
        let daily = limits[account]?.dailyBudget
        let monthly = limits[account]?.monthlyBudget
        let answer: BudgetAnswer
        await settle(account)
        do throws(StoreError) {
            answer = try await store.spend(
                calls,
                of: account,
                day: today,
                dailyLimit: daily,
                monthlyLimit: monthly
            )
        } catch {
            answer = try await owe(calls, of: account, today, daily, monthly)
        }
        switch answer {
        case .granted(let usedToday, let usedThisMonth):
            counts.know(account, usedToday, on: today)
            warn(of: account, usedToday, of: daily, key: "daily_budget", period: today.iso8601)
            let month = String(today.iso8601.prefix(7))
            warn(of: account, usedThisMonth, of: monthly, key: "monthly_budget", period: month)
        case .refused(let period, let used):
            let limit = period == .day ? daily : monthly
            let words = period == .day ? "today’s" : "this month’s"
            let key = period == .day ? "daily_budget" : "monthly_budget"
            throw ReloadFailure(
                reason: "\(account): \(words) budget of \(limit ?? used) calls is used up (\(used)); "
                    + "raise sources.\(account).\(key) if your plan has more",
                retry: .refused(again: Self.end(of: period, today) - now)
            )
        }
    }

    func giveBack(_ calls: Int, of account: String, at now: UTCInstant) async {
        let day = CivilDate(at: now, utcOffsetSeconds: 0)
        counts.forget(calls, of: account, on: day)
        if let owing = owed[account]?[day], owing >= calls {
            owed[account]?[day] = owing - calls
            return
        }
        // If this fails, the budget is a few calls smaller, which is not worth a line in the log.
        try? await store.giveBack(calls, of: account, day: day)
    }

    // MARK: A disk that is full, or cannot be written

    /// Counts calls here and now, on top of what the disk has: a disk that is full keeps nobody from seeing the
    /// weather.
    private func owe(
        _ calls: Int,
        of account: String,
        _ today: CivilDate,
        _ dailyLimit: Int?,
        _ monthlyLimit: Int?
    ) async throws(ReloadFailure) -> BudgetAnswer {
        let counted: [String: SpentCalls]
        do throws(StoreError) {
            counted = try await store.spent(on: today)
        } catch {
            // A request that cannot be counted might exceed the budget.
            throw ReloadFailure(
                reason: "\(account) is not asked, as requests cannot be counted: \(error.advice)",
                retry: .backoff
            )
        }
        var days = (owed[account] ?? [:]).filter { today < $0.key.addingDays(Self.daysOwed) }
        let month = days.filter { ($0.key.year, $0.key.month) == (today.year, today.month) }.values.reduce(0, +)
        let usedToday = (counted[account]?.day ?? 0) + (days[today] ?? 0)
        let usedThisMonth = (counted[account]?.month ?? 0) + month
        if let monthlyLimit, usedThisMonth > monthlyLimit - calls { return .refused(.month, used: usedThisMonth) }
        if let dailyLimit, usedToday > dailyLimit - calls { return .refused(.day, used: usedToday) }
        days[today, default: 0] += calls
        owed[account] = days
        return .granted(usedToday: usedToday + calls, usedThisMonth: usedThisMonth + calls)
    }

    /// Counts on disk what is still to be counted there, if it takes it now.
    private func settle(_ account: String) async {
        for day in (owed[account] ?? [:]).keys {
            // Removed before the wait, because another caller may settle during it.
            guard let calls = owed[account]?.removeValue(forKey: day), calls > 0 else { continue }
            do throws(StoreError) {
                _ = try await store.spend(calls, of: account, day: day, dailyLimit: nil, monthlyLimit: nil)
            } catch {
                owed[account, default: [:]][day, default: 0] += calls
                return
            }
        }
    }

    /// The next start of a budget: midnight UTC, for the month's budget on the first.
    private static func end(of period: BudgetAnswer.Period, _ today: CivilDate) -> UTCInstant {
        let next =
            switch period {
            case .day: today.addingDays(1)
            case .month:
                CivilDate(year: today.month == 12 ? today.year + 1 : today.year, month: today.month % 12 + 1, day: 1)
                    ?? today.addingDays(1)
            }
        return UTCInstant(unixSeconds: next.daysSinceEpoch * 86_400)
    }

    private func warn(of account: String, _ used: Int, of limit: Int?, key: String, period: String) {
        guard let limit, used * 100 >= limit * Self.warnedPercent else { return }
        // Keeps one period of each kind: the next one replaces a period that is over.
        let mark = "\(key) \(period)"
        guard warned[account]?.contains(mark) != true else { return }
        warned[account] = (warned[account] ?? []).filter { !$0.hasPrefix(key) }.union([mark])
        log.warning(
            "\(account): \(used) of \(limit) calls of sources.\(account).\(key) are used (\(period)); none beyond "
                + "them is made before it is over: raise it if your plan has more, or have fewer places"
        )
    }
}

/// The requests that accounts have spent today, without asking the disk and across configurations.
final class CallCounts: Sendable {
    /// On the day when the account last spent anything.
    private struct Count {
        var day: CivilDate
        var calls: Int
    }

    // A lock, not an actor: each access reads only a few numbers.
    private let counts = Mutex<[String: Count]>([:])

    /// Takes in what an account has spent on a day.
    func know(_ account: String, _ calls: Int, on day: CivilDate) {
        counts.withLock { $0[account] = Count(day: day, calls: calls) }
    }

    /// Takes in that calls of a day were not made after all.
    func forget(_ calls: Int, of account: String, on day: CivilDate) {
        counts.withLock { counts in
            guard let count = counts[account], count.day == day else { return }
            counts[account]?.calls = max(0, count.calls - calls)
        }
    }

    /// By account, of those that are known to have spent anything; `limits` has their budgets.
    func today(at now: UTCInstant, limits: [String: SourceSettings]) -> [String: CallCount] {
        let today = CivilDate(at: now, utcOffsetSeconds: 0)
        let counts = counts.withLock { $0 }
        return Dictionary(
            uniqueKeysWithValues: counts.map { account, count in
                let calls = count.day == today ? count.calls : 0
                return (account, CallCount(today: calls, limit: limits[account]?.dailyBudget))
            }
        )
    }
}
