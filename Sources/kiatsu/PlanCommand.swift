import Bridge
import Configuration
import Time

/// `kiatsu plan`.
struct PlanCommand {
    let file: ConfigurationFile

    func run() -> Int32 {
        guard let (configuration, _) = file.loadOrComplain() else { return ExitCode.badConfiguration }
        let plan = Plan(configuration, now: SystemWallClock().now)
        let rows = plan.panels.flatMap(\.self)
        let width = rows.map(\.topic.count).max() ?? 0
        print(Self.pad("topic", width) + "  largest  fits clients of  next")
        for row in rows {
            let fits = Plan.clientDefaults.map { row.fits.contains($0) ? Self.padLeft("\($0)", 5) : "     " }.joined()
            let next = row.nextAt.map(\.iso8601) ?? "when it changes"
            print(
                "\(Self.pad(row.topic, width))  \(Self.padLeft("\(row.largestPacketBytes)", 5)) B \(fits)  \(next)"
            )
        }
        for upstream in plan.upstreams {
            print(
                "\(upstream.name): \(upstream.places) place(s) in \(upstream.requestsAnHour) request(s) an hour, "
                    + "next at \(upstream.nextReloadAt.iso8601)"
            )
        }
        return 0
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func padLeft(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
