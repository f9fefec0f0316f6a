import Synchronization
import Text
package import Time

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A writer of one line an event to standard error.
///
/// Under systemd a line begins with its journal priority, elsewhere with the time and the level. What is logged
/// holds no secret and no position finer than the cell; what would steer a terminal is escaped, whoever wrote it.
package struct Logger: Sendable {
    /// The destination of lines, given without line breaks.
    package typealias Output = @Sendable (String) -> Void

    /// Shared by all copies, so that a new configuration reaches them.
    private let threshold: Threshold
    private let forJournal: Bool
    private let clock: any WallClock
    private let output: Output

    /// `level` is the least severe that is written, `forJournal` chooses the prefix, `clock` dates the lines elsewhere.
    package init(
        level: LogLevel,
        forJournal: Bool = false,
        clock: any WallClock = SystemWallClock(),
        output: @escaping Output = Logger.standardError
    ) {
        threshold = Threshold(level)
        self.forJournal = forJournal
        self.clock = clock
        self.output = output
    }

    /// True if standard error is the journal's: systemd names its device and inode in `JOURNAL_STREAM`.
    package static func isJournal(environment: [String: String]) -> Bool {
        guard let stream = environment["JOURNAL_STREAM"] else { return false }
        var status = stat()
        guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }

    /// Sets the least severe level that is written, for all copies of this logger.
    package func setLevel(_ level: LogLevel) { threshold.level = level }

    /// Logs an error; the text is evaluated only if it is written.
    package func error(_ message: @autoclosure () -> String) { log(.error, message()) }
    /// Logs a warning; the text is evaluated only if it is written.
    package func warning(_ message: @autoclosure () -> String) { log(.warning, message()) }
    /// Logs a normal event; the text is evaluated only if it is written.
    package func info(_ message: @autoclosure () -> String) { log(.info, message()) }
    /// Logs a detail; the text is evaluated only if it is written.
    package func debug(_ message: @autoclosure () -> String) { log(.debug, message()) }

    /// Writes the message, which is evaluated only where its level is let through.
    package func log(_ level: LogLevel, _ message: @autoclosure () -> String) {
        guard level <= threshold.level else { return }
        let line = ForeignText.escaped(message())
        guard !forJournal else { return output("<\(level.priority)>\(line)") }
        output("\(clock.now.iso8601) \(level.rawValue): \(line)")
    }

    /// One `write` a line, so that lines of several threads never mix.
    package static let standardError: Output = { line in
        let bytes = Array((line + "\n").utf8)
        _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
    }
}

/// The least severe level that is written.
private final class Threshold: Sendable {
    private let priority: Atomic<Int>

    init(_ level: LogLevel) {
        priority = Atomic(level.priority)
    }

    var level: LogLevel {
        get { LogLevel(priority: priority.load(ordering: .relaxed)) ?? .info }
        set { priority.store(newValue.priority, ordering: .relaxed) }
    }
}
