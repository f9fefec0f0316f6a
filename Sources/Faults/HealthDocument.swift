import JSON
package import Time

/// The figures of `bridge/health` that others than the state know.
package struct HealthFigures: Sendable {
    /// The time since the start.
    package var uptime: Duration
    /// The resident memory of the process; nil where the system does not tell.
    package var residentBytes: Int?
    /// The number of messages that the broker has not acknowledged.
    package var waiting: Int
    /// The bytes of these messages.
    package var waitingBytes: Int
    /// The largest packet that the broker takes; nil for any.
    package var packetLimit: Int?
    /// The calls of today (UTC), by the account with an upstream.
    package var calls: [String: CallCount]

    package init(
        uptime: Duration = .zero,
        residentBytes: Int? = nil,
        waiting: Int = 0,
        waitingBytes: Int = 0,
        packetLimit: Int? = nil,
        calls: [String: CallCount] = [:]
    ) {
        self.uptime = uptime
        self.residentBytes = residentBytes
        self.waiting = waiting
        self.waitingBytes = waitingBytes
        self.packetLimit = packetLimit
        self.calls = calls
    }
}

/// The part of a day's budget that an account has spent.
package struct CallCount: Sendable, Equatable {
    /// The number of calls.
    package var today: Int
    /// The budget of a day; nil for none.
    package var limit: Int?

    package init(today: Int, limit: Int? = nil) {
        self.today = today
        self.limit = limit
    }
}

/// The document of `bridge/health`: one JSON object of at most ``mostBytes``, whatever texts it has to tell.
///
/// `ok` is false while something keeps Kiatsu from doing its work: the store cannot be written, pictures cannot be
/// drawn, or a panel shows what is old, expired or a sample as its source does not answer. A missing broker would be
/// one too, but cannot be told. A message that is older than its three minutes tells nothing: there is no bridge, or no
/// broker.
///
/// `reconnects` counts the connections after the first. Of the faults the newest are told, at most ``mostFaults``, as
/// many as there is space for. No secret and no position are in it: fault messages hold none.
package struct HealthDocument: Sendable {
    /// The largest payload.
    package static let mostBytes = 4096
    /// The largest number of faults in it.
    package static let mostFaults = 16
    private static let mostMessageBytes = 480
    private static let mostErrorBytes = 120
    /// Of all that a program knows there are fewer.
    private static let mostUpstreams = 8

    /// The time of publication.
    package var at: UTCInstant
    /// True while nothing keeps Kiatsu from doing its work.
    package var isOK: Bool
    /// True while all parts of the bridge give signs of life.
    package var isAlive: Bool
    /// The counts since the start.
    package var record: HealthRecord
    /// The number of panels.
    package var panelCount: Int
    /// The figures that others than the state know.
    package var figures: HealthFigures
    /// The names of the sources whose last answer is missing.
    package var failing: Set<String>
    /// The newest first.
    package var faults: [Fault]
    /// The largest payload that the broker takes, where it is less than ``mostBytes``.
    package var limit: Int

    package init(
        at: UTCInstant,
        isOK: Bool,
        isAlive: Bool = true,
        record: HealthRecord,
        panelCount: Int,
        figures: HealthFigures,
        failing: Set<String>,
        faults: [Fault],
        limit: Int = Self.mostBytes
    ) {
        self.at = at
        self.isOK = isOK
        self.isAlive = isAlive
        self.record = record
        self.panelCount = panelCount
        self.figures = figures
        self.failing = failing
        self.faults = faults
        self.limit = limit
    }

    /// The JSON object.
    package var payload: [UInt8] {
        var head = head + upstreams
        if JSONValue.object(head).bytes.count > limit { head = self.head }
        // The end of the object, and a list of faults around those that fit.
        var left = min(limit, Self.mostBytes) - JSONValue.object(head).bytes.count - #","faults":[]"#.utf8.count
        var told: [JSONValue] = []
        for fault in faults.prefix(Self.mostFaults) {
            let bytes = Self.document(of: fault).bytes
            left -= bytes.count + 1
            guard left >= 0 else { break }
            told.append(.written(bytes))
        }
        return JSONValue.object(told.isEmpty ? head : head + [JSONValue.Member("faults", .array(told))]).bytes
    }

    private var head: [JSONValue.Member] {
        var members = [
            JSONValue.Member("ts", .number(at.unixSeconds, digits: 0)),
            JSONValue.Member("ok", .boolean(isOK)),
            JSONValue.Member("alive", .boolean(isAlive)),
            JSONValue.Member("uptime", .number(Int(figures.uptime.components.seconds), digits: 0)),
        ]
        if let bytes = figures.residentBytes { members.append(JSONValue.Member("rss", .number(bytes, digits: 0))) }
        members += [
            JSONValue.Member("panels", .number(panelCount, digits: 0)),
            JSONValue.Member("reconnects", .number(max(0, record.connections - 1), digits: 0)),
            JSONValue.Member("waiting", .number(figures.waiting, digits: 0)),
            JSONValue.Member("waiting_bytes", .number(figures.waitingBytes, digits: 0)),
        ]
        return members
    }

    private var upstreams: [JSONValue.Member] {
        let names = Set(record.upstreams.keys).union(figures.calls.filter { $1.today > 0 }.keys).sorted()
        let upstreams = names.prefix(Self.mostUpstreams).map { JSONValue.Member($0, document(of: $0)) }
        return upstreams.isEmpty ? [] : [JSONValue.Member("upstreams", .object(upstreams))]
    }

    private func document(of upstream: String) -> JSONValue {
        let record = record.upstreams[upstream] ?? UpstreamRecord()
        var members = [JSONValue.Member("ok", .boolean(!failing.contains(upstream)))]
        if let answeredAt = record.answeredAt {
            members.append(JSONValue.Member("ts", .number(answeredAt.unixSeconds, digits: 0)))
        }
        if let error = record.error { members.append(JSONValue.Member("error", Self.text(error, Self.mostErrorBytes))) }
        members.append(JSONValue.Member("errors", .number(record.errors, digits: 0)))
        if let calls = figures.calls[upstream] {
            members.append(JSONValue.Member("calls_today", .number(calls.today, digits: 0)))
            if let limit = calls.limit { members.append(JSONValue.Member("limit", .number(limit, digits: 0))) }
        }
        return .object(members)
    }

    private static func document(of fault: Fault) -> JSONValue {
        .object([
            JSONValue.Member("fault", text(fault.key.text, mostErrorBytes)),
            JSONValue.Member("since", .number(fault.since.unixSeconds, digits: 0)),
            JSONValue.Member("count", .number(fault.count, digits: 0)),
            JSONValue.Member("message", text(fault.message, mostMessageBytes)),
        ])
    }

    /// The text, cut to `limit` bytes before quotes and backslashes are escaped.
    private static func text(_ text: String, _ limit: Int) -> JSONValue {
        guard text.utf8.count > limit else { return .text(text) }
        var size = "…".utf8.count
        let end = text.indices.first { index in
            size += text[index].utf8.count
            return size > limit
        }
        return .text(String(text[..<(end ?? text.endIndex)]) + "…")
    }
}
