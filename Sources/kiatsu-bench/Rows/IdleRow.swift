import Topics

/// The processor time of an hour in which nobody asks for anything.
enum IdleRow {
    private static let targetSeconds = 0.2

    static func measure(_ stage: Stage) throws(BenchmarkError) -> [Row] {
        let bridge = try Bridge.withOnePanel(stage, name: "idle")
        let observer = try bridge.observer(of: "weather")
        let statuses = try bridge.observer(of: "status")
        let daemon = try bridge.startAndSettle(1, observer: statuses)
        let idle = try idleTime(of: daemon, bridge, observer, seconds: stage.size.idleSeconds)
        let moves = try moveTime(of: daemon, bridge, observer, count: stage.size.moves)
        daemon.stop()
        let scaled = idle.seconds / Double(stage.size.idleSeconds) * 3600
        let total = scaled + 2 * moves.seconds
        let measured =
            "\(total.text(decimals: 3)) s (\(stage.size.idleSeconds) s idle took "
            + "\(idle.milliseconds.text(decimals: 2)) ms, so an hour \(scaled.text(decimals: 3)) s; hour mark and "
            + "reload as two position commands, each fetch, store, encode and publish: "
            + "\((2 * moves.milliseconds).text(decimals: 1)) ms)"
        return [
            Row(
                what: "an idle hour with one panel, CPU",
                target: "≤ \(targetSeconds) s",
                measured: measured,
                isMet: total <= targetSeconds
            )
        ]
    }

    /// The processor time of a stretch in which nothing was published or asked for.
    private static func idleTime(
        of daemon: ChildProcess,
        _ bridge: Bridge,
        _ observer: borrowing MQTTSession,
        seconds: Int
    ) throws(BenchmarkError) -> Duration {
        for _ in 0..<4 {
            let requests = bridge.upstream.requestCount
            let start = try ProcessFigures.processorTime(of: daemon.identifier)
            let wasPublished = try observer.wait(for: "", within: .seconds(seconds))
            let time = try ProcessFigures.processorTime(of: daemon.identifier) - start
            if !wasPublished, bridge.upstream.requestCount == requests { return time }
            Progress.say("  the hour struck or a reload came: once more")
            try observer.waitForQuiet(of: .seconds(5))
        }
        throw BenchmarkError("kiatsu is never idle")
    }

    /// The mean processor time of a position command: it costs what an hour mark and a reload cost together, and more.
    private static func moveTime(
        of daemon: ChildProcess,
        _ bridge: Bridge,
        _ observer: borrowing MQTTSession,
        count: Int
    ) throws(BenchmarkError) -> Duration {
        let start = try ProcessFigures.processorTime(of: daemon.identifier)
        for number in 1...count {
            let name = "c\(number)e"
            let latitude = (30 + Double(number) / 10).text(decimals: 2)
            let answer = observer.request(
                Entries.topics.locationCommand(to: "panel1").name,
                "{\"lat\":\(latitude),\"lng\":130,\"name\":\"\(name)\"}",
                answer: Entries.topics.entry(of: "weather", panel: "panel1").name,
                text: "\"\(name)\"",
                within: .seconds(10)
            )
            guard answer != nil else {
                throw BenchmarkError("command \(number) was not answered; kiatsu said:\n\(bridge.lastWords)")
            }
            try observer.waitForQuiet(of: .milliseconds(100))
        }
        return (try ProcessFigures.processorTime(of: daemon.identifier) - start) / count
    }
}
