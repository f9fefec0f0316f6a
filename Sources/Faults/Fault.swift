package import Support
package import Time

/// The name of a fault, in a few words of ASCII such as `upstream/open-meteo`.
package struct FaultKey: Hashable, Sendable, Comparable {
    /// The name as it is published.
    package let text: String

    package init(text: String) { self.text = text }

    /// No connection to the broker.
    package static let broker = FaultKey(text: "broker")
    /// The store cannot be read or written.
    package static let store = FaultKey(text: "store")
    /// The wall clock is wrong.
    package static let clock = FaultKey(text: "clock")
    /// No pictures can be drawn.
    package static let drawing = FaultKey(text: "drawing")
    /// Characters without a font.
    package static let fonts = FaultKey(text: "fonts")
    /// Messages that found the outbox full.
    package static let outbox = FaultKey(text: "outbox")
    /// More commands than can be answered.
    package static let flood = FaultKey(text: "flood")
    /// A part of the bridge gives no sign of life.
    package static let life = FaultKey(text: "life")
    /// Values of panels that the broker has not taken.
    package static let deliveries = FaultKey(text: "deliveries")
    /// Subscriptions that the broker refuses.
    package static let subscriptions = FaultKey(text: "subscriptions")
    /// Something that will not work as configured, though the connection stands.
    package static let brokerWarning = FaultKey(text: "broker/warning")
    /// A source of forecasts, quotes or names.
    package static func upstream(_ name: String) -> FaultKey { FaultKey(text: upstreamPrefix + name) }
    /// The timelines of a widget, where no source is at fault.
    package static func timelines(_ widget: String) -> FaultKey { FaultKey(text: "timelines/\(widget)") }
    /// A topic that a panel follows.
    package static func follow(_ panel: String) -> FaultKey { FaultKey(text: "follow/\(panel)") }
    /// Messages that the broker refuses, by the kind of refusal.
    package static func refused(_ kind: String) -> FaultKey { FaultKey(text: "refused/\(kind)") }
    /// The kind of refusal of messages over the broker's limit.
    package static let tooLargeKind = "too-large"
    /// Messages over the broker's limit.
    package static let tooLarge = FaultKey.refused(tooLargeKind)
    /// The picture of a widget of a panel.
    package static func picture(_ name: String) -> FaultKey { FaultKey(text: "picture/\(name)") }

    /// True for a fault that each panel may have one of.
    package var isOfSinglePanel: Bool { text.hasPrefix("follow/") || text.hasPrefix("picture/") }

    /// True for a refusal with a reason code of the broker.
    package var isRefusedByBroker: Bool { text.hasPrefix("refused/0x") }

    /// The name of the source at fault; nil for faults of anything else.
    package var upstream: String? {
        text.hasPrefix(Self.upstreamPrefix) ? String(text.dropFirst(Self.upstreamPrefix.count)) : nil
    }

    private static let upstreamPrefix = "upstream/"

    /// Orders by name.
    package static func < (left: FaultKey, right: FaultKey) -> Bool { left.text < right.text }
}

/// A report of something that did not work, once.
package struct FaultReport: Sendable {
    /// The fault that is reported.
    package var key: FaultKey
    /// The kind of the fault: equal for reports that a reader would learn nothing new from.
    package var cause: String
    /// The event, what Kiatsu does now, what the user can do; no secret, no position.
    package var message: String
    /// The line for the end of the fault, such as `open-meteo answers again`.
    package var recovery: String
    /// The level of its first line in the log.
    package var level: LogLevel
    /// True if it keeps Kiatsu from doing its work.
    ///
    /// There are few such, whatever is configured.
    package var isGrave: Bool
    /// The time without another report after which the fault counts as over, for faults whose end nobody reports.
    package var quietTime: Duration?

    package init(
        key: FaultKey,
        cause: String,
        message: String,
        recovery: String,
        level: LogLevel = .warning,
        isGrave: Bool = false,
        quietTime: Duration? = nil
    ) {
        self.key = key
        self.cause = cause
        self.message = message
        self.recovery = recovery
        self.level = level
        self.isGrave = isGrave
        self.quietTime = quietTime
    }
}

/// A fault that is not over.
package struct Fault: Sendable, Equatable {
    /// The name.
    package let key: FaultKey
    /// The time of the first report.
    package private(set) var since: UTCInstant
    /// The number of reports, the first one included.
    package private(set) var count = 1
    /// The message of the last report.
    package private(set) var message: String
    /// The line for its end, without duration and count.
    package internal(set) var recovery: String
    /// The level of the last report.
    package private(set) var level: LogLevel
    /// True if it keeps Kiatsu from doing its work.
    package private(set) var isGrave: Bool
    private var quietTime: Duration?
    /// The time of the last report.
    var lastAt: UTCInstant
    /// The cause of the last report.
    private(set) var cause: String
    /// The causes that the log was told of; none while it knows nothing of the fault.
    var toldCauses: Set<String> = []

    var isTold: Bool { !toldCauses.isEmpty }

    package init(_ report: FaultReport, at now: UTCInstant) {
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
    mutating func add(_ report: FaultReport, at now: UTCInstant) {
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

    /// Moves its times by the step that the clock was set by.
    mutating func shift(by step: Duration) {
        since = since + step
        lastAt = lastAt + step
    }

    /// Returns true if it has a quiet time, and no report came for that long.
    func isQuiet(at now: UTCInstant) -> Bool { quietTime.map { now - lastAt >= $0 } ?? false }

    /// Returns the line for its end: `open-meteo answers again, after 2 h 10 min, 37 times`.
    ///
    /// The duration is left out where it began by a clock that was wrong.
    func recoveryLine(at now: UTCInstant) -> String {
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
