import Faults
import Messaging
import Time
import Topics

/// The bridge's own reports on the broker.
struct BridgeReading {
    /// `online` or `offline`; nil where nothing is retained.
    let state: String?
    let document: HealthReport?
    /// True if there is a document that cannot be read.
    let isUnreadable: Bool
    /// True if it answered a request.
    let hasAnswered: Bool

    init(_ messages: [IncomingMessage], topics: Topics, answered: Bool) {
        func last(_ topic: Topic) -> [UInt8]? {
            messages.last { $0.topic == topic.name && !$0.payload.isEmpty }?.payload
        }
        state = last(topics.state).map { String(decoding: $0.prefix(16), as: UTF8.self) }
        let health = last(topics.health)
        document = health.flatMap { HealthReport(payload: $0) }
        isUnreadable = health != nil && document == nil
        hasAnswered = answered
    }
}

/// The findings that follow from them.
enum BridgeFindings {
    private static let check = "bridge"
    private static let mostFaults = 10

    static func findings(of reading: BridgeReading, now: UTCInstant) -> [Finding] {
        guard reading.state == "online" || reading.hasAnswered else {
            let state = reading.state.map { "its state is \($0)" } ?? "it has never told its state here"
            return [Finding(check, .ok, "none is running with this base topic: \(state)")]
        }
        guard reading.hasAnswered else {
            return [
                Finding(
                    check,
                    .warning,
                    "its state is online, but it did not answer a request",
                    remedy: "Look into its log (journalctl -u kiatsu); it is stuck, or may not read or answer."
                )
            ]
        }
        guard let health = reading.document else {
            let detail = reading.isUnreadable ? "runs, and its health cannot be read" : "runs, and answers"
            return [Finding(check, .ok, detail)]
        }
        var words = ["runs, and answers"]
        if let uptime = health.uptime { words.append("up \(text(ofSeconds: uptime))") }
        if let panels = health.panels { words.append("\(panels) panel(s)") }
        if let reconnects = health.reconnects { words.append("\(reconnects) reconnection(s)") }
        if let waiting = health.waiting, waiting > 0 { words.append("\(waiting) message(s) wait") }
        var findings = [Finding(check, .ok, words.joined(separator: ", "))]
        if let ts = health.ts, .seconds(now.unixSeconds - ts) > HealthReport.longestAge {
            let age = text(ofSeconds: now.unixSeconds - ts)
            findings[0] = Finding(
                check,
                .warning,
                "answers, but what it says of its health is \(age) old",
                remedy: "Look into its log; compare the clocks of both machines."
            )
        }
        return findings + (health.faults ?? []).prefix(mostFaults).map { fault($0, now: now) }
    }

    private static func fault(_ fault: HealthReport.Fault, now: UTCInstant) -> Finding {
        let since = fault.since.map { ", for \(text(ofSeconds: max(0, now.unixSeconds - $0)))" } ?? ""
        let count = fault.count.map { ", \($0) time(s)" } ?? ""
        let message = fault.message ?? "no more is told"
        return Finding(
            check,
            .warning,
            "it tells of a fault, \(fault.fault ?? "unnamed")\(since)\(count): \(message)",
            remedy: "As it says, and see its log."
        )
    }

    /// `3 d 4 h`, `5 min`.
    static func text(ofSeconds seconds: Int) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) d \(seconds % 86_400 / 3600) h"
        }
    }
}
