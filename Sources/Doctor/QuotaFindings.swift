import Configuration
import Faults
import Storage
import Topics
import Widgets

extension UpstreamExamination {
    private static let warnedPercent = 80

    /// The findings about each upstream's remaining budget.
    ///
    /// A running bridge tells what it has used; without one the store does.
    func quotas(_ answers: [Answer], spent: [String: SpentCalls]?, health: HealthReport?) -> [Finding] {
        var seen: Set<String> = []
        return answers.map(\.source).filter { seen.insert($0).inserted }.compactMap { source in
            let settings = configuration.sources[source]
            let today = health?.upstreams?[source]?.callsToday
            let known = today.map { ($0, nil) } ?? spent.map { ($0[source]?.day ?? 0, $0[source]?.month ?? 0) }
            return Self.quota(
                of: source,
                daily: settings?.dailyBudget,
                monthly: settings?.monthlyBudget,
                used: known
            )
        }
    }

    private static func quota(
        of source: String,
        daily: Int?,
        monthly: Int?,
        used: (today: Int, thisMonth: Int?)?
    ) -> Finding? {
        guard daily != nil || monthly != nil else { return nil }
        let limits = [daily.map { "\($0) a day" }, monthly.map { "\($0) a month" }].compactMap(\.self)
        let budget = limits.joined(separator: ", ")
        guard let used else {
            return Finding(
                "quota",
                .unknown,
                "\(source): \(budget); what is used of it is not known",
                remedy:
                    "A running bridge tells it on \(Topic.Kind.health.path); without one, look as the user "
                    + "that it runs as."
            )
        }
        let month = used.thisMonth.map { ", \($0) this month" } ?? ""
        let detail = "\(source): \(used.today) call(s) today\(month), of \(budget)"
        let shares = [(used.today, daily), (used.thisMonth ?? 0, monthly)].map { used, limit in
            limit.map { $0 > 0 ? used * 100 / $0 : 100 } ?? 0
        }
        let share = shares.max() ?? 0
        guard share >= warnedPercent else { return Finding("quota", .ok, detail) }
        return Finding(
            "quota",
            share >= 100 ? .fault : .warning,
            detail,
            remedy: "Raise sources.\(source).daily_budget or monthly_budget if your plan has more."
        )
    }
}
