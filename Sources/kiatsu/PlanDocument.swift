import Bridge
import Configuration
import Time

/// A plan as `--json` has it; times are Unix seconds.
struct PlanDocument: Encodable {
    /// One topic, or all strips of a picture.
    struct Topic: Encodable {
        var topic: String
        /// Without one where no bound is known.
        var largestPacketBytes: Int?
        /// The packet sizes of clients that it fits.
        var fits: [Int]
        /// Without one for what is published when it changes.
        var next: Int?

        enum CodingKeys: String, CodingKey {
            case topic
            case largestPacketBytes = "largest_packet_bytes"
            case fits
            case next
        }
    }

    struct Panel: Encodable {
        var panel: String
        var topics: [Topic]
    }

    /// The timelines of one widget with one set of sources and options.
    struct Timelines: Encodable {
        var title: String
        var count: Int
        var next: Int
    }

    struct Source: Encodable {
        var source: String
        var callsPerDay: Int
        /// Without one for no limit.
        var dailyBudget: Int?
        var monthlyBudget: Int?
        /// False where a budget cannot suffice.
        var suffices: Bool

        enum CodingKeys: String, CodingKey {
            case source
            case callsPerDay = "calls_per_day"
            case dailyBudget = "daily_budget"
            case monthlyBudget = "monthly_budget"
            case suffices
        }
    }

    var ok = true
    var panels: [Panel]
    var timelines: [Timelines]
    var sources: [Source]
    var warnings: [String]

    /// Of all panels, or of the named ones.
    init(_ plan: Plan, of configuration: Configuration, only names: [String], warnings: [String]) {
        panels = zip(configuration.panels.map(\.id), plan.panels).filter { names.isEmpty || names.contains($0.0) }.map {
            Panel(panel: $0, topics: $1.map(Topic.init))
        }
        timelines = plan.timelineSets.map { service in
            Timelines(title: service.title, count: service.timelineCount, next: service.nextReloadAt.unixSeconds)
        }
        sources = plan.sourceCalls.map { calls in
            Source(
                source: calls.source,
                callsPerDay: calls.perDay,
                dailyBudget: calls.dailyBudget,
                monthlyBudget: calls.monthlyBudget,
                suffices: calls.warning == nil
            )
        }
        self.warnings = warnings
    }
}

extension PlanDocument.Topic {
    fileprivate init(_ row: Plan.Row) {
        self.init(
            topic: row.topic,
            largestPacketBytes: row.largestPacketBytes,
            fits: row.fits,
            next: row.nextAt?.unixSeconds
        )
    }
}
