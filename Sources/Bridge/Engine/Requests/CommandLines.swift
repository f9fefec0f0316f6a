import Commands
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

    /// How many lines were left out since this was asked last; nil for none.
    mutating func takeUntold() -> Int? {
        defer { untold = 0 }
        return untold > 0 ? untold : nil
    }
}

extension BridgeState {
    /// A line about what a command did.
    mutating func commandLine(_ text: String, at now: UTCInstant) -> Effect {
        .log(commandLines.level(at: now), text)
    }

    /// Tells how many such lines were left out; to be called every minute.
    mutating func tellUntoldCommands() -> [Effect] {
        guard let count = commandLines.takeUntold() else { return [] }
        let text =
            "\(count) more line(s) about commands were left out (panels added, removed, moved, refreshed or said hello); "
            + "log: {level: debug} has each"
        return [.log(.info, text)]
    }
}
