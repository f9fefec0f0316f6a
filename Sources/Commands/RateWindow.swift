package import Time

/// A limit on the number of commands in any minute.
package struct RateWindow: Sendable, Equatable {
    /// The length of the window: a minute.
    package static let length = Duration.seconds(60)

    /// The most commands in a minute, at least 1.
    package let limit: Int
    /// The admissions of the last minute, at most ``limit`` of them, ascending.
    private var admissions: [UTCInstant] = []

    package init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Counts a command and returns true where it is within the limit.
    package mutating func admit(at now: UTCInstant) -> Bool {
        // Future admissions were counted before the clock was set back and would block the window for too long.
        admissions.removeAll { $0 > now || now - $0 >= Self.length }
        guard admissions.count < limit else { return false }
        admissions.append(now)
        return true
    }

    /// True where no admission counts any more.
    package func isIdle(at now: UTCInstant) -> Bool {
        admissions.allSatisfy { $0 > now || now - $0 >= Self.length }
    }

    /// The moment at which the next command is admitted; nil where it is admitted now.
    package var nextOpening: UTCInstant? {
        admissions.count < limit ? nil : admissions.first.map { $0 + Self.length }
    }
}
