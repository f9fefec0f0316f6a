/// The memory that further panels add to the daemon.
enum PanelsRow {
    /// For each further thousand.
    private static let target = 2.0

    static func measure(_ stage: Stage) throws(BenchmarkError) -> [Row] {
        let count = stage.size.panels
        var few: [Double] = []
        var many: [Double] = []
        for round in 1...stage.size.panelRounds {
            few.append(try resident(count, stage, round: round))
            many.append(try resident(2 * count, stage, round: round))
            Progress.say(
                "  round \(round): \(few[round - 1].text(decimals: 1)), \(many[round - 1].text(decimals: 1)) MiB"
            )
        }
        let difference = many.median - few.median
        let further = "each further \(count.grouped) panels (in \(stage.size.panelPlaces) places)"
        return [
            Row(
                what: further,
                target: "≤ \(target.text(decimals: 0)) MiB",
                measured: "\(difference.text(decimals: 2)) MiB (resident with \(count.grouped): "
                    + "\(few.median.text(decimals: 1)), with \((2 * count).grouped): "
                    + "\(many.median.text(decimals: 1)); medians of \(few.count))",
                isMet: difference <= target
            )
        ]
    }

    /// The resident memory once everything is published, in MiB.
    private static func resident(_ count: Int, _ stage: Stage, round: Int) throws(BenchmarkError) -> Double {
        let panels = Bridge.panels(count, places: stage.size.panelPlaces)
        let bridge = try Bridge(stage, name: "panels-\(count)-\(round)", panels: panels)
        let observer = try bridge.observer(of: "status")
        let daemon = try bridge.startAndSettle(count, observer: observer)
        defer { daemon.stop() }
        return try ProcessFigures.memory(of: daemon.identifier).residentMiB
    }
}
