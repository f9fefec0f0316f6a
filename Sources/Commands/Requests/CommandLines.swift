import Support
import Time

/// The lines of the log about what commands did: so many a minute, and how many more there were.
struct CommandLines: Sendable {
    private static let mostAMinute = 30

    private var window = RateWindow(limit: mostAMinute)
    private var untold = 0

    /// The level of the next line; what the log has no room for is counted.
    mutating func level(at now: UTCInstant) -> LogLevel {
        guard !window.admit(at: now) else { return .info }
        untold += 1
        return .debug
    }

    /// Returns the number of lines left out since the last call; nil for none.
    mutating func takeUntold() -> Int? {
        defer { untold = 0 }
        return untold > 0 ? untold : nil
    }
}
