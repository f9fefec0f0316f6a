/// The time from a position command to the panel's new compact entry, above that of a bare responder.
enum CommandRow {
    private static let targetMedian = 2.0
    private static let targetPercentile99 = 10.0
    private static let commandTopic = "kiatsu/panel1/location/set"
    private static let entryTopic = "kiatsu/panel1/weather"
    private static let patience = Duration.seconds(10)

    static func measure(_ stage: Stage) throws(BenchmarkError) -> [Row] {
        let bridge = try Bridge.withOnePanel(stage, name: "command")
        let observer = try bridge.observer(of: "status")
        let daemon = try bridge.startAndSettle(1, observer: observer)
        let responder = try Role.cResponder(port: bridge.broker.port).start(stage.workplace)
        let panel = try MQTTSession(bridge.broker, identifier: "bench-panel", filter: "kiatsu/panel1/weather")
        let peer = try MQTTSession(bridge.broker, identifier: "bench-requester", filter: Role.answer)

        try waitForResponder(peer)
        var number = 0
        var bare: [Double] = []
        var whole: [Double] = []
        for block in 0...stage.size.commandBlocks {
            var blockBare: [Double] = []
            var blockWhole: [Double] = []
            for _ in 0..<stage.size.commandsPerBlock {
                number += 1
                let name = "c\(number)e"
                let command = position(number, name: name)
                guard let answered = try exchange(peer, Role.command, command, name: name, answer: Role.answer),
                    let shown = try exchange(panel, commandTopic, command, name: name, answer: entryTopic)
                else { throw BenchmarkError("command \(number) was not answered; kiatsu said:\n\(bridge.lastWords)") }
                blockBare.append(answered.milliseconds)
                blockWhole.append(shown.milliseconds)
            }
            // The first block warms both up.
            if block > 0 {
                bare += blockBare
                whole += blockWhole
            }
        }
        responder.stop()
        daemon.stop()
        return [
            row("position command → new compact entry, above a bare responder: p50", 0.5, whole, bare, targetMedian),
            row("… p99", 0.99, whole, bare, targetPercentile99),
        ]
    }

    /// Returns once the responder has subscribed and answers.
    private static func waitForResponder(_ peer: borrowing MQTTSession) throws(BenchmarkError) {
        for _ in 0..<50 {
            if try exchange(peer, Role.command, "ready", answer: Role.answer, within: .milliseconds(200)) != nil {
                return
            }
        }
    }

    private static func exchange(
        _ session: borrowing MQTTSession,
        _ topic: String,
        _ payload: String,
        name: String? = nil,
        answer: String,
        within limit: Duration = patience
    ) throws(BenchmarkError) -> Duration? {
        session.request(topic, payload, answer: answer, text: name.map { "\"\($0)\"" } ?? payload, within: limit)
    }

    /// A position in a grid cell of its own, with a name to know its entry by.
    private static func position(_ number: Int, name: String) -> String {
        let latitude = (30 + Double(number % 500) / 50).text(decimals: 4)
        let longitude = (130 + Double(number / 500) / 50).text(decimals: 4)
        return "{\"lat\":\(latitude),\"lng\":\(longitude),\"name\":\"\(name)\"}"
    }

    private static func row(
        _ what: String,
        _ part: Double,
        _ whole: [Double],
        _ bare: [Double],
        _ target: Double
    ) -> Row {
        let (kiatsu, responder) = (whole.percentile(part), bare.percentile(part))
        let above = kiatsu - responder
        return Row(
            what: what,
            target: "≤ \(target.text(decimals: 0)) ms",
            measured: "\(above.text(decimals: 2)) ms (\(kiatsu.text(decimals: 2)) ms, responder "
                + "\(responder.text(decimals: 3)) ms; \(whole.count) commands, QoS 0, each to a new cell)",
            isMet: above <= target
        )
    }
}
