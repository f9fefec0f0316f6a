/// The number of requests in one round of reloads, as each hour needs it.
enum RequestsRow {
    private static let places = 10

    static func measure(_ stage: Stage) throws(BenchmarkError) -> [Row] {
        [
            try row(.openMeteo, target: 1, stage),
            try row(.openWeather, target: places, stage),
        ]
    }

    private static func row(_ source: Bridge.Source, target: Int, _ stage: Stage) throws(BenchmarkError) -> Row {
        let count = stage.size.requestPanels
        let bridge = try Bridge(
            stage,
            name: "requests-\(source.rawValue)",
            panels: Bridge.panels(count, places: places),
            source: source
        )
        let observer = try bridge.observer(of: "status")
        let daemon = try bridge.startAndSettle(count, observer: observer)
        daemon.stop()
        let requests = bridge.upstream.requestCount
        return Row(
            what: "requests an hour for \(count.grouped) panels in \(places) places, \(source.rawValue)",
            target: "\(target)",
            measured: "\(requests) (one round of asking, as at the start)",
            isMet: requests == target
        )
    }
}
