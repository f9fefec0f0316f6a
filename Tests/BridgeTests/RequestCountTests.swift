import Foundation
import TestSupport
import Testing

@testable import Bridge

/// The requests that sources are sent: as many as there are places, however many panels there are.
///
/// Prints what it measured. `KIATSU_WHOLE_DAYS=1` measures a whole day of everything, which takes minutes.
@Suite(.timeLimit(.minutes(15)))
struct RequestCountTests {
    /// One measurement, and what a day of it comes to.
    private struct Row {
        var choice: SourceChoice
        var panels: Int
        var hours: Int
        var perDay: [String: SourceCount] = [:]
    }

    private static let choices: [SourceChoice] = [.openMeteo, .openWeather, .v1, .v7, .twoHours]
    private static let panelCounts = [1, 100, 10_000]

    /// By source, for one place and for fifty.
    private static let expected: [String: [String: [SourceCount]]] = [
        // A request for up to 100 places; for conditions one more for their air. A call a place, of which conditions,
        // with their 13 values, count 1.3.
        "open-meteo": [
            "open-meteo": [
                SourceCount(requests: 72, calls: 24 * (1 + 2 + 1)), SourceCount(requests: 72, calls: 24 * 165),
            ]
        ],
        // The weather, the conditions and their air.
        "openweather": ["openweather": [SourceCount(each: 24 * 3), SourceCount(each: 24 * 3 * 50)]],
        // Half an hour is over when the next hour's forecast is asked for.
        "met-norway and qweather v1": [
            "met-norway": [SourceCount(each: 24), SourceCount(each: 24 * 50)],
            "qweather": [SourceCount(each: 24 * 3), SourceCount(each: 24 * 3 * 50)],
        ],
        "met-norway and qweather v7": [
            "met-norway": [SourceCount(each: 24), SourceCount(each: 24 * 50)],
            "qweather": [SourceCount(each: 24 * 3), SourceCount(each: 24 * 3 * 50)],
        ],
        "met-norway, Expires after 2 h": [
            "met-norway": [SourceCount(each: 12), SourceCount(each: 12 * 50)],
            "qweather": [SourceCount(each: 24 * 3), SourceCount(each: 24 * 3 * 50)],
        ],
    ]

    @Test func `requests grow with places, and with nothing else`() async throws {
        var measured = try await measure(plan)
        measured.sort {
            ($0.choice.title, $0.panels) < ($1.choice.title, $1.panels)
        }
        for row in measured {
            let title = "\(row.choice.title), \(row.panels) panels"
            // One quote every two hours, for all time zones.
            var counts = ["hitokoto": SourceCount(each: 12)]
            for (source, count) in Self.expected[row.choice.title] ?? [:] {
                counts[source] = row.panels == 1 ? count[0] : count[1]
            }
            #expect(row.perDay == counts, "\(title)")
        }
        let table = Self.table(of: measured)
        Attachment.record(table, named: "requests.txt")
        print(table)
    }

    /// Without the whole days: two hours, after which all repeats itself, and the most panels with one choice alone.
    private var plan: [Row] {
        let isWhole = ProcessInfo.processInfo.environment["KIATSU_WHOLE_DAYS"] == "1"
        return Self.choices.flatMap { choice in
            Self.panelCounts.compactMap { panels -> Row? in
                if isWhole || panels == 1 { return Row(choice: choice, panels: panels, hours: 24) }
                guard panels == 100 || choice.title == SourceChoice.openMeteo.title else { return nil }
                return Row(choice: choice, panels: panels, hours: 2)
            }
        }
    }

    private func measure(_ plan: [Row]) async throws -> [Row] {
        try await withThrowingTaskGroup(of: Row.self) { group in
            for var row in plan {
                group.addTask {
                    let count = try await RequestCount(row.choice, panels: row.panels, hours: row.hours)
                    let title = "\(row.choice.title), \(row.panels) panels"
                    #expect(count.warnings == [], "\(title)")
                    #expect(count.requestsAtServer == count.counts.values.map(\.requests).reduce(0, +), "\(title)")
                    row.perDay = count.counts.mapValues { $0.times(24 / row.hours) }
                    return row
                }
            }
            var rows: [Row] = []
            for try await row in group { rows.append(row) }
            return rows
        }
    }

    private static func table(of rows: [Row]) -> String {
        var lines = ["requests and calls a day, all four widgets, \(RequestCount.placeCount) places (one panel: one)"]
        lines.append(line("sources", "asked", panelCounts.map { $0 == 1 ? "1 panel" : "\($0) panels" }))
        for choice in choices {
            let ofChoice = rows.filter { $0.choice.title == choice.title }
            for source in Set(ofChoice.flatMap(\.perDay.keys)).sorted() {
                let cells = panelCounts.map { panels -> String in
                    guard let row = ofChoice.first(where: { $0.panels == panels }) else { return "not measured" }
                    let count = row.perDay[source] ?? SourceCount()
                    return "\(count.requests) / \(count.calls)" + (row.hours < 24 ? " (\(row.hours) h)" : "")
                }
                lines.append(line(choice.title, source, cells))
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func line(_ choice: String, _ source: String, _ cells: [String]) -> String {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        let columns = [padded(choice, 30), padded(source, 11)] + cells.map { padded($0, 18) }
        return columns.joined(separator: " | ")
    }
}

extension SourceCount {
    /// As many calls as requests.
    fileprivate init(each count: Int) {
        self.init(requests: count, calls: count)
    }

    fileprivate func times(_ factor: Int) -> SourceCount {
        SourceCount(requests: requests * factor, calls: calls * factor)
    }
}
