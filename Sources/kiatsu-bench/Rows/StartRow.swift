/// The time from the daemon's start to the publication of its stored entries.
enum StartRow {
    private static let targetMilliseconds = 50.0

    static func measure(_ stage: Stage) throws(BenchmarkError) -> [Row] {
        let bridge = try Bridge.withOnePanel(stage, name: "start")
        let observer = try bridge.observer(of: "+")
        try bridge.startAndSettle(1, observer: observer).stop()
        var times: [Double] = []
        for _ in 0..<stage.size.starts {
            try observer.waitForQuiet(of: .milliseconds(200))
            let clock = ContinuousClock()
            let start = clock.now
            let daemon = try bridge.start()
            let name = "\"\(Bridge.placeName)\""
            guard try observer.wait(for: name, on: "kiatsu/panel1/weather", within: .seconds(10)) else {
                throw BenchmarkError("kiatsu published nothing from its store; it said:\n\(bridge.lastWords)")
            }
            times.append((clock.now - start).milliseconds)
            try observer.waitForQuiet(of: .milliseconds(200))
            daemon.stop()
        }
        let worst = times.max() ?? 0
        return [
            Row(
                what: "start to first entry published, from the store",
                target: "≤ \(targetMilliseconds.text(decimals: 0)) ms",
                measured: "\(times.median.text(decimals: 1)) ms (median of \(times.count), "
                    + "worst \(worst.text(decimals: 1)) ms)",
                isMet: times.median <= targetMilliseconds
            )
        ]
    }
}
