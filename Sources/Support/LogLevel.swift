/// The severity of a log line, the most severe first; the raw value is its name in the configuration and in the log.
package enum LogLevel: String, Sendable, CaseIterable, Comparable {
    /// Failures that need a person.
    case error
    /// Failures that Kiatsu copes with.
    case warning
    /// The course of normal operation.
    case info
    /// Every detail.
    case debug

    /// The syslog priority, 0 for the most severe (RFC 5424, section 6.2.1).
    package var priority: Int {
        switch self {
        case .error: 3
        case .warning: 4
        case .info: 6
        case .debug: 7
        }
    }

    init?(priority: Int) {
        guard let level = Self.allCases.first(where: { $0.priority == priority }) else { return nil }
        self = level
    }

    /// Orders by severity, the most severe first.
    package static func < (left: LogLevel, right: LogLevel) -> Bool { left.priority < right.priority }
}
