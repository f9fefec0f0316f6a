import Configuration
import Timelines
import Widgets

/// The calls that a source is asked for in a day by panels at their configured positions, beside its budgets.
package struct SourceCalls: Sendable, Equatable {
    private static let longestMonth = 31

    /// The source's name.
    package var source: String
    /// The calls of regular reloads, as the source counts them, if it answers all of them.
    package var perDay: Int
    /// The calls that it may be asked for in a day; nil for no limit.
    package var dailyBudget: Int?
    /// The calls that it may be asked for in a calendar month; nil for no limit.
    package var monthlyBudget: Int?

    /// The calls of a month of 31 days.
    package var perMonth: Int { perDay * Self.longestMonth }

    /// The budget that cannot suffice, with the consequence and the remedy; nil if both do.
    package var warning: String? {
        if let dailyBudget, perDay > dailyBudget {
            let hour = dailyBudget * 24 / perDay
            return shortage(perDay, "day", of: dailyBudget, "daily_budget", end: "after some \(hour) of 24 hours")
        }
        if let monthlyBudget, perMonth > monthlyBudget {
            let day = monthlyBudget / max(1, perDay)
            return shortage(perMonth, "month", of: monthlyBudget, "monthly_budget", end: "after some \(day) of 31 days")
        }
        return nil
    }

    private func shortage(_ calls: Int, _ period: String, of budget: Int, _ key: String, end: String) -> String {
        "\(source) is asked for \(calls) calls a \(period), and sources.\(source).\(key) is \(budget): it is used up "
            + "\(end); have fewer places or widgets, choose another source for some, or raise it if your plan has more"
    }
}

extension BridgeState {
    /// The calls of each source that is asked first, in the order of their names.
    ///
    /// The further sources of a widget are asked only for what the first has no answer for.
    func sourceCalls() -> [SourceCalls] {
        let catalogue = configuration.catalogue
        var perDay: [String: Int] = [:]
        var counted: Set<Int32> = []
        for panel in panelIDs.compactMap({ panels[$0] }) {
            for (shown, settings) in zip(panel.widgets, panel.configuration.widgets) {
                guard counted.insert(shown.timelineSet.index).inserted,
                    let widget = catalogue.widget(settings.widget),
                    let source = widget.askedSources(of: settings).first.flatMap(catalogue.source),
                    let adapter = source.adapter
                else { continue }
                let set = timelines[shown.timelineSet]
                let calls = widget.callCount(of: adapter, subjects: set.usedCount)
                perDay[source.description.name, default: 0] += calls * set.provider.reloadPolicy.reloadsPerDay
            }
        }
        return perDay.sorted { $0.key < $1.key }.map { source, calls in
            let settings = configuration.sources[source]
            return SourceCalls(
                source: source,
                perDay: calls,
                dailyBudget: settings?.dailyBudget,
                monthlyBudget: settings?.monthlyBudget
            )
        }
    }
}
