import Support
import Time

/// What is broken, in a few words of ASCII such as `upstream/open-meteo`.
struct FaultKey: Hashable, Sendable, Comparable {
    let text: String

    static let broker = FaultKey(text: "broker")
    static let store = FaultKey(text: "store")
    static let clock = FaultKey(text: "clock")
    static let drawing = FaultKey(text: "drawing")
    static let fonts = FaultKey(text: "fonts")
    static let outbox = FaultKey(text: "outbox")
    static let flood = FaultKey(text: "flood")
    /// A part of the bridge gives no sign of life.
    static let life = FaultKey(text: "life")
    /// What panels show does not get to the broker.
    static let deliveries = FaultKey(text: "deliveries")
    static let subscriptions = FaultKey(text: "subscriptions")
    /// The connection stands, and something will not work as configured.
    static let brokerWarning = FaultKey(text: "broker/warning")
    /// A source of forecasts, quotes or names.
    static func upstream(_ name: String) -> FaultKey { FaultKey(text: upstreamPrefix + name) }
    /// The timelines of a widget, where no source is at fault.
    static func timelines(_ widget: String) -> FaultKey { FaultKey(text: "timelines/\(widget)") }
    /// What a panel follows.
    static func follow(_ panel: String) -> FaultKey { FaultKey(text: "follow/\(panel)") }
    /// Messages that the broker does not take, by the kind of refusal.
    static func refused(_ kind: String) -> FaultKey { FaultKey(text: "refused/\(kind)") }
    static let tooLargeKind = "too-large"
    static let tooLarge = FaultKey.refused(tooLargeKind)
    /// The picture of a widget of a panel.
    static func picture(_ name: String) -> FaultKey { FaultKey(text: "picture/\(name)") }

    /// Whether there may be one for each panel.
    var isOfSinglePanel: Bool { text.hasPrefix("follow/") || text.hasPrefix("picture/") }

    /// Whether it is of messages that the broker answered with a reason code.
    var isRefusedByBroker: Bool { text.hasPrefix("refused/0x") }

    /// The source that it is of; nil for everything else.
    var upstream: String? {
        text.hasPrefix(Self.upstreamPrefix) ? String(text.dropFirst(Self.upstreamPrefix.count)) : nil
    }

    private static let upstreamPrefix = "upstream/"

    static func < (left: FaultKey, right: FaultKey) -> Bool { left.text < right.text }
}

/// One time that something did not work.
struct FaultReport: Sendable {
    var key: FaultKey
    /// Tells one kind of the fault from another; the same as long as a reader would not learn anything new.
    var cause: String
    /// What happened, what Kiatsu does now, what the user can do; no secret, no position.
    var message: String
    /// What is said when it is over, such as `open-meteo answers again`.
    var recovery: String
    var level = LogLevel.warning
    /// Whether it keeps Kiatsu from doing its work.
    ///
    /// There are few such, whatever is configured.
    var isGrave = false
    /// For a fault of which nobody hears that it is over: after how long without another report it is.
    var quietTime: Duration?
}

/// A fault that lasts.
struct Fault: Sendable, Equatable {
    var key: FaultKey
    var since: UTCInstant
    /// How often it was reported, the first time included.
    var count = 1
    /// Of the last report.
    var message: String
    var recovery: String
    var level: LogLevel
    var isGrave: Bool
    var quietTime: Duration?
    var lastAt: UTCInstant
    /// Of the last report.
    var cause: String
    /// The causes that the log was told of; none while it knows nothing of the fault.
    var toldCauses: Set<String> = []

    var isTold: Bool { !toldCauses.isEmpty }

    init(_ report: FaultReport, at now: UTCInstant) {
        key = report.key
        since = now
        message = report.message
        recovery = report.recovery
        level = report.level
        isGrave = report.isGrave
        quietTime = report.quietTime
        lastAt = now
        cause = report.cause
    }

    /// Counts another report.
    mutating func take(_ report: FaultReport, at now: UTCInstant) {
        // As after a clock was set back.
        since = min(since, now)
        count += 1
        message = report.message
        recovery = report.recovery
        level = report.level
        isGrave = report.isGrave
        quietTime = report.quietTime
        lastAt = now
        cause = report.cause
    }

    /// Takes in that the clock was set by so much.
    mutating func shift(by step: Duration) {
        since = since + step
        lastAt = lastAt + step
    }

    /// Whether it has not been heard of for so long that it is over.
    func isQuiet(at now: UTCInstant) -> Bool { quietTime.map { now - lastAt >= $0 } ?? false }

    /// `open-meteo answers again, after 2 h 10 min, 37 times`.
    ///
    /// Nobody knows how long it is since a moment of a clock that was wrong.
    func farewell(at now: UTCInstant) -> String {
        guard since.isCredible || !now.isCredible else { return recovery }
        return "\(recovery), after \(max(.zero, now - since).inWords), \(count == 1 ? "once" : "\(count) times")"
    }
}

extension Duration {
    /// The two largest units: `45 s`, `2 h 10 min`, `3 d`.
    fileprivate var inWords: String {
        let seconds = Int(components.seconds)
        let parts = [
            (seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
        ]
        let first = parts.firstIndex { $0.0 > 0 } ?? parts.count - 1
        return parts[first...].prefix(2).filter { $0.0 > 0 || $0.1 == "s" && seconds == 0 }
            .map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}
