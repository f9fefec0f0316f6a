/// Lines of what a program writes to its standard error, as many and as long as a log can take.
struct ProgramComplaints {
    private static let mostLines = 20
    private static let mostLineBytes = 500

    /// The number of bytes received.
    private(set) var byteCount = 0
    /// Whole lines, the newest where there are too many.
    private(set) var lines: [String] = []
    private var unfinished: [UInt8] = []

    mutating func take(_ bytes: ArraySlice<UInt8>) {
        byteCount += bytes.count
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                finishLine()
            } else if unfinished.count < Self.mostLineBytes {
                // A control character, of a text that was drawn perhaps, would be for the terminal that shows the log.
                unfinished.append(byte < 0x20 || byte == 0x7F ? UInt8(ascii: " ") : byte)
            }
        }
    }

    /// Takes what has come for a line: nothing follows.
    mutating func finishLine() {
        let line = String(decoding: unfinished, as: UTF8.self)
        unfinished = []
        guard line.contains(where: { !$0.isWhitespace }) else { return }
        if lines.count == Self.mostLines { lines.removeFirst() }
        lines.append(line)
    }

    /// The lines, which are then gone from here.
    mutating func takeLines() -> [String] {
        defer { lines = [] }
        return lines
    }
}

/// Lets so many lines through in a time, so that a log has room for others.
struct LineAllowance {
    enum Grant: Equatable {
        case granted
        /// Granted, and none after it until the time is over.
        case last
        case refused
    }

    private let lines: Int
    private let period: Duration
    private var left: Int
    private var start: ContinuousClock.Instant?

    init(lines: Int, per period: Duration) {
        self.lines = lines
        self.period = period
        left = lines
    }

    mutating func take(at now: ContinuousClock.Instant) -> Grant {
        if start.map({ $0.duration(to: now) >= period }) ?? true {
            start = now
            left = lines
        }
        guard left > 0 else { return .refused }
        left -= 1
        return left == 0 ? .last : .granted
    }
}
