import Support

extension Logger {
    /// A logger for a command: each line is in its name, without a time.
    static func command(_ level: LogLevel) -> Logger {
        Logger(level: level) { line in
            // Behind the time are the level and the text.
            Terminal.say(String(line.drop { $0 != " " }.dropFirst()))
        }
    }
}
