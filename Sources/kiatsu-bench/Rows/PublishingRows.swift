/// The rate and cost of encoding entries and publishing them to the acknowledgement, compared with a poll loop in C.
enum PublishingRows {
    private static let targetRate = 0.9
    private static let targetProcessorTime = 1.5

    /// The fastest of the clients in other languages that were measured on one machine beside the same poll loop, over
    /// MQTT 3.1.1 and with prepared payloads: 91,500 messages a second, the loop 86,500.
    private static let fastestPeer = (name: "gmqtt", rate: 91_500.0 / 86_500.0)

    private struct Round {
        var c: Cost
        var version5: Cost
        var version3: Cost
    }

    static func measure(_ stage: Stage) throws(BenchmarkError) -> [Row] {
        let broker = try Broker(stage.workplace)
        let count = stage.size.publishedEntries
        let roles = [
            Role.cPublisher(port: broker.port, count: count),
            .kiatsuPublisher(port: broker.port, count: count, isVersion5: true),
            .kiatsuPublisher(port: broker.port, count: count, isVersion5: false),
        ]
        // The broker makes the topics once, and that is not what is measured.
        _ = try roles[0].cost(stage.workplace)
        var rounds: [Round] = []
        for number in 1...stage.size.publishingRounds {
            var costs: [Cost] = []
            // To and fro, so that what changes with time hits all alike.
            let isReversed = number % 2 == 0
            for role in isReversed ? roles.reversed() : roles { costs.append(try role.cost(stage.workplace)) }
            if isReversed { costs.reverse() }
            rounds.append(Round(c: costs[0], version5: costs[1], version3: costs[2]))
            Progress.say("  round \(number): \(costs.map { rate($0, count) }.joined(separator: ", ")) a second")
        }
        let version5 = rounds.map { ($0.version5, $0.c) }
        let version3 = rounds.map { ($0.version3, $0.c) }
        let what = "\(count.grouped) retained QoS 1 entries, encoded in the run"
        return [
            rateRow("\(what), MQTT 5: rate against C", version5, count),
            costRow("… MQTT 5: CPU against C", version5),
            rateRow("… MQTT 3.1.1: rate against C", version3, count),
            costRow("… MQTT 3.1.1: CPU against C", version3),
            peerRow(version3),
        ]
    }

    private static func rate(_ cost: Cost, _ count: Int) -> String {
        Int(Double(count) / cost.time.seconds).grouped
    }

    private static func rateRow(_ what: String, _ pairs: [(kiatsu: Cost, c: Cost)], _ count: Int) -> Row {
        let ratios = pairs.map { $0.c.time / $0.kiatsu.time }
        let ratio = ratios.median
        let rates = [pairs.map(\.kiatsu), pairs.map(\.c)].map { costs in
            Int(costs.map { Double(count) / $0.time.seconds }.median).grouped
        }
        return Row(
            what: what,
            target: "≥ \(targetRate)",
            measured: "\(ratio.text(decimals: 2)) (\(rates[0])/s, C \(rates[1])/s; medians of "
                + "\(pairs.count) rounds, from \(ratios.percentile(0).text(decimals: 2)) to "
                + "\(ratios.percentile(1).text(decimals: 2)))",
            isMet: ratio >= targetRate
        )
    }

    private static func costRow(_ what: String, _ pairs: [(kiatsu: Cost, c: Cost)]) -> Row {
        let ratio = pairs.map { $0.kiatsu.processorTime / $0.c.processorTime }.median
        let seconds = [pairs.map(\.kiatsu), pairs.map(\.c)].map { costs in
            costs.map(\.processorTime.seconds).median.text(decimals: 3)
        }
        return Row(
            what: what,
            target: "≤ \(targetProcessorTime)",
            measured: "\(ratio.text(decimals: 2)) (\(seconds[0]) s, C \(seconds[1]) s)",
            isMet: ratio <= targetProcessorTime
        )
    }

    private static func peerRow(_ pairs: [(kiatsu: Cost, c: Cost)]) -> Row {
        let ratio = pairs.map { $0.c.time / $0.kiatsu.time }.median
        let peer = fastestPeer.rate.text(decimals: 2)
        return Row(
            what: "… MQTT 3.1.1: ahead of every other client",
            target: "> \(peer) of C's rate",
            measured: "\(ratio.text(decimals: 2)) (\(fastestPeer.name), measured apart: \(peer))",
            isMet: ratio > fastestPeer.rate
        )
    }
}
