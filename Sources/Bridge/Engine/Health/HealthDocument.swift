import Configuration
import HomeAssistant
import Messaging
import Time

/// The contents of `bridge/health` besides those that the state knows.
struct HealthFigures: Sendable {
    /// Since the start.
    var uptime = Duration.zero
    /// The resident memory of the process; nil if the system does not tell.
    var residentBytes: Int?
    /// Messages that the broker has not acknowledged, and their bytes.
    var waiting = 0
    var waitingBytes = 0
    /// The largest packet that the broker takes; nil for any.
    var packetLimit: Int?
    /// The requests of each upstream's account today (UTC), and its limit.
    var calls: [String: CallCount] = [:]
}

/// The requests that an account has spent of its daily budget.
struct CallCount: Sendable, Equatable {
    var today: Int
    /// Nil for none.
    var limit: Int?
}

/// The document of `bridge/health`: one JSON object of at most ``mostBytes``, whatever texts it has to tell.
///
/// `ok` is false while something keeps Kiatsu from doing its work: the store cannot be written, pictures cannot be
/// drawn, or a panel shows what is old, expired or a sample as its source does not answer. A missing broker would be
/// one too, but cannot be told. A message that is older than its three minutes tells nothing: there is no bridge, or no
/// broker.
///
/// `reconnects` counts the connections after the first. Of the faults the newest are told, at most ``mostFaults``, as
/// many as there is room for. No secret and no position are in it: fault messages hold none.
struct HealthDocument: Sendable {
    static let mostBytes = 4096
    static let mostFaults = 16
    private static let mostMessageBytes = 480
    private static let mostErrorBytes = 120
    /// Of all that a program knows there are fewer.
    private static let mostUpstreams = 8

    var at: UTCInstant
    var isOK: Bool
    /// True if all parts of the bridge give signs of life.
    var isAlive = true
    var record: HealthRecord
    var panelCount: Int
    var figures: HealthFigures
    /// The sources that somebody waits for in vain.
    var failing: Set<String>
    /// The newest first.
    var faults: [Fault]
    /// The most bytes of the document, if the broker accepts less than ``mostBytes``.
    var limit = Self.mostBytes

    var payload: [UInt8] {
        var head = head + upstreams
        if JSON.object(head).bytes.count > limit { head = self.head }
        // The end of the object, and a list of faults around those that fit.
        var left = min(limit, Self.mostBytes) - JSON.object(head).bytes.count - #","faults":[]"#.utf8.count
        var told: [JSON] = []
        for fault in faults.prefix(Self.mostFaults) {
            let bytes = Self.document(of: fault).bytes
            left -= bytes.count + 1
            guard left >= 0 else { break }
            told.append(.written(bytes))
        }
        return JSON.object(told.isEmpty ? head : head + [JSON.Member("faults", .array(told))]).bytes
    }

    private var head: [JSON.Member] {
        var members = [
            JSON.Member("ts", .number(at.unixSeconds, digits: 0)),
            JSON.Member("ok", .boolean(isOK)),
            JSON.Member("alive", .boolean(isAlive)),
            JSON.Member("uptime", .number(Int(figures.uptime.components.seconds), digits: 0)),
        ]
        if let bytes = figures.residentBytes { members.append(JSON.Member("rss", .number(bytes, digits: 0))) }
        members += [
            JSON.Member("panels", .number(panelCount, digits: 0)),
            JSON.Member("reconnects", .number(max(0, record.connections - 1), digits: 0)),
            JSON.Member("waiting", .number(figures.waiting, digits: 0)),
            JSON.Member("waiting_bytes", .number(figures.waitingBytes, digits: 0)),
        ]
        return members
    }

    private var upstreams: [JSON.Member] {
        let names = Set(record.upstreams.keys).union(figures.calls.filter { $1.today > 0 }.keys).sorted()
        let upstreams = names.prefix(Self.mostUpstreams).map { JSON.Member($0, document(of: $0)) }
        return upstreams.isEmpty ? [] : [JSON.Member("upstreams", .object(upstreams))]
    }

    private func document(of upstream: String) -> JSON {
        let record = record.upstreams[upstream] ?? UpstreamRecord()
        var members = [JSON.Member("ok", .boolean(!failing.contains(upstream)))]
        if let answeredAt = record.answeredAt {
            members.append(JSON.Member("ts", .number(answeredAt.unixSeconds, digits: 0)))
        }
        if let error = record.error { members.append(JSON.Member("error", Self.text(error, Self.mostErrorBytes))) }
        members.append(JSON.Member("errors", .number(record.errors, digits: 0)))
        if let calls = figures.calls[upstream] {
            members.append(JSON.Member("calls_today", .number(calls.today, digits: 0)))
            if let limit = calls.limit { members.append(JSON.Member("limit", .number(limit, digits: 0))) }
        }
        return .object(members)
    }

    private static func document(of fault: Fault) -> JSON {
        .object([
            JSON.Member("fault", text(fault.key.text, mostErrorBytes)),
            JSON.Member("since", .number(fault.since.unixSeconds, digits: 0)),
            JSON.Member("count", .number(fault.count, digits: 0)),
            JSON.Member("message", text(fault.message, mostMessageBytes)),
        ])
    }

    /// A text of so many bytes at most, before quotes and backslashes are escaped.
    private static func text(_ text: String, _ limit: Int) -> JSON {
        guard text.utf8.count > limit else { return .text(text) }
        var size = "…".utf8.count
        let end = text.indices.first { index in
            size += text[index].utf8.count
            return size > limit
        }
        return .text(String(text[..<(end ?? text.endIndex)]) + "…")
    }
}

/// The schedule of health: every minute, and soon after a fault begins or ends.
struct HealthSchedule: Sendable {
    private static let beat = Duration.seconds(60)
    private static let shortest = Duration.seconds(5)

    private var toldAt: UTCInstant?
    /// True if there is something new to report.
    var isNews = false

    /// The earliest time for the next message.
    func next(at now: UTCInstant) -> UTCInstant {
        // Where the clock was set back, now.
        guard let toldAt, toldAt <= now else { return now }
        return toldAt + (isNews ? Self.shortest : Self.beat)
    }

    mutating func told(at now: UTCInstant) {
        toldAt = now
        isNews = false
    }

    /// Takes in that the clock was set by so much.
    mutating func clockStepped(by step: Duration) { toldAt = toldAt.map { $0 + step } }

    /// For a broker that has not been told yet.
    mutating func connected() { toldAt = nil }
}
