import Faults
import Time

/// The error of this machine's clock, compared with the clocks of others.
enum ClockFindings {
    private static let check = "clock"
    private static let warned = Duration.seconds(5)
    private static let wrong = Duration.seconds(60)

    static func findings(
        of answers: [UpstreamExamination.Answer],
        health: HealthReport?,
        now: UTCInstant
    ) -> [Finding] {
        let readings = answers.compactMap { answer in
            answer.clock.map { ClockReading(source: answer.source, ahead: $0.ahead) }
        }
        // A cache on the way may answer with an old date: the one that agrees best has none before it.
        guard let best = readings.min(by: { $0.leastOffset < $1.leastOffset }) else {
            return [
                Finding(
                    check,
                    .unknown,
                    "no upstream told the time",
                    remedy: "See whether timedatectl says that the clock is synchronised."
                )
            ] + againstBridge(health, now)
        }
        let middle = (best.ahead.lowerBound + best.ahead.upperBound) / 2
        let span = (best.ahead.upperBound - best.ahead.lowerBound) / 2
        let detail = "\(text(middle)) (± \(tenths(span)) s) by \(best.source)"
        guard best.leastOffset > warned else { return [Finding(check, .ok, detail)] + againstBridge(health, now) }
        let isWrong = best.leastOffset > wrong
        let remedy = "Have the clock set by NTP: timedatectl set-ntp true; then see timedatectl timesync-status."
        return [Finding(check, isWrong ? .fault : .warning, detail, remedy: remedy)] + againstBridge(health, now)
    }

    /// A bridge on another machine may have another time; what it says was true when it said so, and not later.
    private static func againstBridge(_ health: HealthReport?, _ now: UTCInstant) -> [Finding] {
        guard let ts = health?.ts else { return [] }
        let ahead = Duration.seconds(ts) - .seconds(now.unixSeconds)
        guard ahead > warned else { return [] }
        return [
            Finding(
                check,
                ahead > wrong ? .fault : .warning,
                "the bridge's clock is \(tenths(ahead)) s or more ahead of this machine's",
                remedy: "Have both set by NTP: timedatectl set-ntp true."
            )
        ]
    }

    private static func text(_ ahead: Duration) -> String {
        ahead < .zero ? "\(tenths(.zero - ahead)) s behind" : "\(tenths(ahead)) s ahead"
    }

    private static func tenths(_ duration: Duration) -> String {
        let tenths = Int((duration / .milliseconds(100)).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension ClockReading {
    /// By how much the clocks differ at least, whichever is ahead.
    var leastOffset: Duration {
        if ahead.contains(.zero) { return .zero }
        return ahead.lowerBound > .zero ? ahead.lowerBound : .zero - ahead.upperBound
    }
}
