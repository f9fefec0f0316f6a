import Bridge
import Configuration
import Time

/// A plan as a person reads it.
struct PlanText {
    /// The panels that are listed where none is named; the others are summed up.
    private static let mostListed = 10

    private(set) var lines: [String]

    /// Lists the topics of the named panels, or of the first ones.
    init(_ plan: Plan, of configuration: Configuration, only names: [String]) {
        let panels = zip(configuration.panels.map(\.id), plan.panels)
        let isListed: (Int, String) -> Bool = { index, id in
            names.isEmpty ? index < Self.mostListed : names.contains(id)
        }
        var listed: [[Plan.Row]] = []
        var others: [[Plan.Row]] = []
        for (index, (id, rows)) in panels.enumerated() {
            if isListed(index, id) { listed.append(rows) } else { others.append(rows) }
        }
        lines = Self.topics(listed.flatMap(\.self))
        if !others.isEmpty { lines.append(Self.sum(others)) }
        lines.append("fits: what clients take by default: 128 arduino-mqtt, 255 PubSubClient, 1024 esp-mqtt")
        lines.append("")
        for kind in plan.kinds { lines.append("\(kind.widget): \(kind.title). \(kind.about)") }
        for service in plan.timelineSets {
            lines.append(
                "\(service.title): \(service.timelineCount) timeline(s), next reload at \(service.nextReloadAt.iso8601)"
            )
        }
        guard !plan.sourceCalls.isEmpty else { return }
        lines.append("")
        lines += Self.calls(plan.sourceCalls)
    }

    private static func topics(_ rows: [Plan.Row]) -> [String] {
        var table = TextTable(["topic", "largest packet", "fits", "next"], rightAligned: [1])
        for row in rows {
            let fits = Plan.clientDefaults.map { number in
                let text = row.fits.contains(number) ? "\(number)" : ""
                return String(repeating: " ", count: "\(number)".count - text.count) + text
            }
            let size = row.largestPacketBytes.map { "\($0) B" } ?? "-  "
            let next = row.nextAt.map(\.iso8601) ?? "when it changes"
            table.add([row.topic, size, fits.joined(separator: " "), next])
        }
        return table.lines
    }

    private static func sum(_ panels: [[Plan.Row]]) -> String {
        let rows = panels.flatMap(\.self)
        let largest = rows.compactMap(\.largestPacketBytes).max().map { ", the largest packet \($0) B" } ?? ""
        return "\(panels.count) more panel(s): \(rows.count) topic(s)\(largest); name panels to list theirs"
    }

    private static func calls(_ sources: [SourceCalls]) -> [String] {
        let columns = ["source", "calls a day", "daily budget", "calls a month", "monthly budget"]
        var table = TextTable(columns, rightAligned: [1, 2, 3, 4])
        for calls in sources {
            let budgets = [calls.dailyBudget, calls.monthlyBudget].map { $0.map(String.init) ?? "unlimited" }
            table.add([calls.source, "\(calls.perDay)", budgets[0], "\(calls.perMonth)", budgets[1]])
        }
        return table.lines
    }
}
